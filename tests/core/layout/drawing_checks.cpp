#include "drawing_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace netloupe::layout {
namespace {

struct Rect {
    float left, top, right, bottom;
};

Rect rect_of(const Graph& graph, const Drawing& drawing, uint32_t box) {
    const Point corner = drawing.boxes[box];
    return {corner.x, corner.y, corner.x + graph.boxes[box].width, corner.y + graph.boxes[box].height};
}

bool overlap(const Rect& a, const Rect& b) {
    return a.left + kClose < b.right && b.left + kClose < a.right && a.top + kClose < b.bottom &&
           b.top + kClose < a.bottom;
}

/// Boxes by their top edge, to find those near a stretch of y without looking at all.
class BoxIndex {
public:
    BoxIndex(const Graph& graph, const Drawing& drawing) : graph_(graph), drawing_(drawing) {
        for (uint32_t box = 0; box < graph.boxes.size(); ++box) {
            by_top_.push_back(box);
            tallest_ = std::max(tallest_, graph.boxes[box].height);
        }
        std::ranges::sort(by_top_, {}, [&](uint32_t box) { return drawing.boxes[box].y; });
    }
    /// The boxes other than `a` and `b` that overlap a rectangle.
    [[nodiscard]] std::vector<uint32_t> hit_by(const Rect& rect, uint32_t a, uint32_t b) const {
        std::vector<uint32_t> hits;
        auto at = std::ranges::lower_bound(by_top_, rect.top - tallest_, {},
                                           [&](uint32_t box) { return drawing_.boxes[box].y; });
        for (; at != by_top_.end() && drawing_.boxes[*at].y < rect.bottom; ++at) {
            if (*at != a && *at != b && overlap(rect_of(graph_, drawing_, *at), rect)) hits.push_back(*at);
        }
        return hits;
    }

private:
    const Graph& graph_;
    const Drawing& drawing_;
    std::vector<uint32_t> by_top_;
    float tallest_ = 0;
};

void expect_distances(const Graph& graph, const Drawing& drawing, const BoxIndex& index,
                      const Options& options) {
    const float across = options.box_gap - 2 * kClose;
    const float along = options.rank_gap - 2 * kClose;
    for (uint32_t box = 0; box < graph.boxes.size(); ++box) {
        const Rect rect = rect_of(graph, drawing, box);
        ASSERT_THAT(index.hit_by({rect.left - across, rect.top, rect.right + across, rect.bottom}, box, box),
                    testing::IsEmpty())
            << "beside box " << box;
        ASSERT_THAT(index.hit_by({rect.left, rect.top - along, rect.right, rect.bottom + along}, box, box),
                    testing::IsEmpty())
            << "above or below box " << box;
    }
}

void expect_ends_at_borders(const Graph& graph, const Drawing& drawing, size_t e) {
    const Rect from = rect_of(graph, drawing, graph.edges[e].from);
    const Rect to = rect_of(graph, drawing, graph.edges[e].to);
    const bool backward = drawing.kinds[e] == RouteKind::kBackward;
    const Point first = route(drawing, e).front();
    const Point last = route(drawing, e).back();
    EXPECT_NEAR(first.y, backward ? from.top : from.bottom, kClose);
    EXPECT_NEAR(last.y, backward ? to.bottom : to.top, kClose);
    EXPECT_TRUE(first.x > from.left - kClose && first.x < from.right + kClose);
    EXPECT_TRUE(last.x > to.left - kClose && last.x < to.right + kClose);
}

void expect_good_route(const Graph& graph, const Drawing& drawing, const BoxIndex& index, size_t e) {
    const Edge& edge = graph.edges[e];
    const RouteKind kind = drawing.kinds[e];
    const auto points = route(drawing, e);
    ASSERT_GE(points.size(), 2U);
    if (kind == RouteKind::kLoop) return;
    expect_ends_at_borders(graph, drawing, e);
    for (size_t i = 1; i < points.size(); ++i) {
        if (kind == RouteKind::kStub && i == 2) continue;
        const Point a = points[i - 1];
        const Point b = points[i];
        EXPECT_TRUE(kind == RouteKind::kBackward ? a.y > b.y : a.y < b.y) << "it turns back";
        const Rect stretch{std::min(a.x, b.x) - 1, std::min(a.y, b.y), std::max(a.x, b.x) + 1,
                           std::max(a.y, b.y)};
        EXPECT_THAT(index.hit_by(stretch, edge.from, edge.to), testing::IsEmpty()) << "it crosses a box";
    }
}

void expect_in_bounds(const Graph& graph, const Drawing& drawing) {
    const auto inside = [&](float left, float top, float right, float bottom) {
        return left >= -kClose && top >= -kClose && right <= drawing.bounds.width + kClose &&
               bottom <= drawing.bounds.height + kClose;
    };
    for (uint32_t box = 0; box < graph.boxes.size(); ++box) {
        const Rect rect = rect_of(graph, drawing, box);
        ASSERT_TRUE(inside(rect.left, rect.top, rect.right, rect.bottom)) << "box " << box;
    }
    for (const Point point : drawing.points) ASSERT_TRUE(inside(point.x, point.y, point.x, point.y));
}

struct Stretch {
    Point upper;
    Point lower;
    [[nodiscard]] float x_at(float y) const {
        return upper.x + (lower.x - upper.x) * (y - upper.y) / (lower.y - upper.y);
    }
};

std::vector<Stretch> stretches_of(const Drawing& drawing) {
    std::vector<Stretch> stretches;
    for (size_t e = 0; e < drawing.routes.size(); ++e) {
        if (drawing.kinds[e] == RouteKind::kStub) continue;
        const auto points = route(drawing, e);
        for (size_t i = 1; i < points.size(); ++i) {
            const bool down = points[i - 1].y < points[i].y;
            stretches.push_back({points[down ? i - 1 : i], points[down ? i : i - 1]});
        }
    }
    return stretches;
}

bool cross(const Stretch& a, const Stretch& b) {
    const float top = std::max(a.upper.y, b.upper.y);
    const float bottom = std::min(a.lower.y, b.lower.y);
    if (top >= bottom) return false;
    const float before = a.x_at(top) - b.x_at(top);
    const float after = a.x_at(bottom) - b.x_at(bottom);
    return (before > kClose && after < -kClose) || (before < -kClose && after > kClose);
}

}  // namespace

Drawing drawn(const Graph& graph, const Options& options) {
    auto drawing = draw(graph, options);
    EXPECT_TRUE(drawing.has_value());
    return drawing ? std::move(*drawing) : Drawing{};
}

std::span<const Point> route(const Drawing& drawing, size_t edge) {
    const Range range = drawing.routes[edge];
    return std::span(drawing.points).subspan(range.begin, range.count);
}

float centre(const Graph& graph, const Drawing& drawing, uint32_t box) {
    return drawing.boxes[box].x + graph.boxes[box].width / 2;
}

void expect_good_drawing(const Graph& graph, const Drawing& drawing, const Options& options) {
    ASSERT_EQ(drawing.boxes.size(), graph.boxes.size());
    ASSERT_EQ(drawing.routes.size(), graph.edges.size());
    ASSERT_EQ(drawing.kinds.size(), graph.edges.size());
    const BoxIndex index(graph, drawing);
    expect_in_bounds(graph, drawing);
    expect_distances(graph, drawing, index, options);
    for (size_t e = 0; e < graph.edges.size() && !testing::Test::HasFailure(); ++e) {
        SCOPED_TRACE(testing::Message() << "edge " << graph.edges[e].from << " to " << graph.edges[e].to);
        expect_good_route(graph, drawing, index, e);
    }
}

uint64_t crossings(const Drawing& drawing) {
    const std::vector<Stretch> stretches = stretches_of(drawing);
    uint64_t count = 0;
    for (size_t i = 0; i < stretches.size(); ++i) {
        for (size_t j = 0; j < i; ++j) count += cross(stretches[i], stretches[j]);
    }
    return count;
}

}  // namespace netloupe::layout
