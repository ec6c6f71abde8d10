#include "route.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace netloupe::layout {
namespace {

constexpr float kFarRight = std::numeric_limits<float>::max();
/// Two centres closer than this are one line.
constexpr float kSame = 0.5F;
/// A gap is as high as this part of the widest step that an edge takes in it, up to so many usual gaps.
constexpr float kSlope = 0.12F;
constexpr float kHighestGap = 3;
/// Length of a stub as part of the gap.
constexpr float kStubLength = 0.4F;
/// Points closer than this differ by rounding.
constexpr float kSamePlace = 0.0625F;
/// Ends keep this far from a box's corners, if it is wide enough.
constexpr float kCorner = 8;

/// The last bend of an arc that has some.
uint32_t last_bend(const Arc& arc, const Layers& layers, uint32_t first_bend) {
    return first_bend + static_cast<uint32_t>(layers.rank[arc.to] - layers.rank[arc.from]) - 2;
}

/// Adds a point to a route that starts at `first`, without leaving a point on a straight stretch or two at
/// one place.
void add(std::vector<Point>& points, size_t first, Point point) {
    const size_t count = points.size() - first;
    const bool same_line = points.back().x == point.x;
    const bool same_place = same_line && std::abs(points.back().y - point.y) < kSamePlace;
    if (count == 1 && same_place) return;
    const bool straight_on = count > 1 && same_line && points[points.size() - 2].x == point.x;
    if (same_place || straight_on) points.pop_back();
    points.push_back(point);
}

}  // namespace

void Router::collect_ends(const Part& part, const Layers& layers, const std::vector<float>& x, uint32_t box,
                          Side side) {
    const bool bottom = side == Side::kBottom;
    ends_.clear();
    for (const uint32_t a : bottom ? part.out[box] : part.in[box]) {
        const Arc& arc = part.arcs[a];
        const uint32_t bend = layers.bends[a];
        float toward = kFarRight;
        if (bend == kNone) {
            toward = bottom ? x[arc.to] : leave_[a];
        } else if (bend != Layers::kStub) {
            toward = x[bottom ? bend : last_bend(arc, layers, bend)];
        }
        const bool shares = bottom && !arc.reversed;
        ends_.push_back({shares ? arc.port : (uint64_t{1} << 32) + a, toward, a});
    }
}

/// Makes a stand of the ends of each output; of those the one that leads most straight on decides its place.
void Router::group_ends(float centre) {
    std::ranges::sort(ends_, {}, [&](const End& end) {
        return std::tuple(end.output, std::abs(end.toward - centre), end.arc);
    });
    stands_.clear();
    for (uint32_t i = 0; i < ends_.size(); ++i) {
        if (i > 0 && ends_[i].output == ends_[i - 1].output) {
            stands_.back().last = i + 1;
        } else {
            stands_.push_back({ends_[i].toward, centre, i, i + 1});
        }
    }
    std::ranges::sort(stands_, {}, [](const Stand& stand) { return std::pair(stand.toward, stand.first); });
}

/// Places the stands around the middle of the side, or around the one that leads straight on, in the order of
/// where they lead; then moves each to where its edge becomes vertical, if that is between its neighbours.
void Router::spread_stands(float centre, float half) {
    const auto straight =
        std::ranges::find_if(stands_, [&](const Stand& s) { return std::abs(s.toward - centre) < kSame; });
    const float last = static_cast<float>(stands_.size()) - 1;
    const float middle =
        straight == stands_.end() ? last / 2 : static_cast<float>(straight - stands_.begin());
    const float room = half - std::min(kCorner, half / 2);
    const float step = std::min(options_->port_gap, room / std::max({middle, last - middle, 1.0F}));
    for (size_t i = 0; i < stands_.size(); ++i)
        stands_[i].at = centre + (static_cast<float>(i) - middle) * step;
    for (size_t i = 0; i < stands_.size(); ++i) {
        const float least = i == 0 ? centre - room : stands_[i - 1].at + step / 2;
        const float most = i + 1 == stands_.size() ? centre + room : stands_[i + 1].at - step / 2;
        const float wanted = stands_[i].toward;
        if (wanted >= least && wanted <= most) stands_[i].at = wanted;
    }
}

void Router::place_ends(const Part& part, const Layers& layers, const std::vector<float>& x, uint32_t box,
                        Side side) {
    collect_ends(part, layers, x, box, side);
    group_ends(x[box]);
    spread_stands(x[box], part.sizes[box].width / 2);
    std::vector<float>& ends = side == Side::kBottom ? leave_ : arrive_;
    for (const Stand& stand : stands_) {
        for (uint32_t end = stand.first; end < stand.last; ++end) ends[ends_[end].arc] = stand.at;
    }
}

/// Gives every rank its band: as high as its highest box, and below it a gap that has room for labels and is
/// not crossed at too flat an angle.
void Router::stack_ranks(const Part& part, const Layers& layers, const std::vector<float>& x) {
    bands_.assign(layers.ranks(), {});
    gaps_.assign(layers.ranks(), options_->rank_gap);
    for (uint32_t box = 0; box < layers.boxes; ++box) {
        float& height = bands_[static_cast<uint32_t>(layers.rank[box])].bottom;
        height = std::max(height, part.sizes[box].height);
    }
    for (const Arc& arc : part.arcs) {
        float& gap = gaps_[static_cast<uint32_t>(layers.rank[arc.from])];
        gap = std::max(gap, arc.label);
    }
    for (uint32_t node = 0; node < layers.size(); ++node) {
        float& gap = gaps_[static_cast<uint32_t>(layers.rank[node])];
        for (const uint32_t other : layers.down[node]) {
            const float wanted = std::abs(x[node] - x[other]) * kSlope;
            gap = std::max(gap, std::min(wanted, options_->rank_gap * kHighestGap));
        }
    }
    double top = 0;
    for (uint32_t rank = 0; rank < layers.ranks(); ++rank) {
        const double bottom = top + static_cast<double>(bands_[rank].bottom);
        bands_[rank] = {static_cast<float>(top), static_cast<float>(bottom)};
        top = std::ceil(bottom + static_cast<double>(gaps_[rank]));
    }
}

void Router::place_boxes(const Part& part, const Layers& layers, const std::vector<float>& x,
                         std::vector<Point>& boxes) {
    boxes.resize(layers.boxes);
    for (uint32_t box = 0; box < layers.boxes; ++box) {
        const Band band = bands_[static_cast<uint32_t>(layers.rank[box])];
        const Size size = part.sizes[box];
        boxes[box] = {x[box] - size.width / 2, band.top + (band.bottom - band.top - size.height) / 2};
    }
}

void Router::route(const Part& part, const Layers& layers, const std::vector<float>& x, uint32_t arc,
                   const std::vector<Point>& boxes, std::vector<Point>& points) {
    const auto [from, to] = std::pair(part.arcs[arc].from, part.arcs[arc].to);
    const size_t first = points.size();
    const Point start{leave_[arc], boxes[from].y + part.sizes[from].height};
    const Point end{arrive_[arc], boxes[to].y};
    const uint32_t bend = layers.bends[arc];
    points.push_back(start);
    if (bend == Layers::kStub) {
        const float length = options_->rank_gap * kStubLength;
        points.insert(points.end(), {{start.x, start.y + length}, {end.x, end.y - length}, end});
    } else {
        add(points, first, {start.x, bands_[static_cast<uint32_t>(layers.rank[from])].bottom});
        for (uint32_t i = 0; bend != kNone && i <= last_bend(part.arcs[arc], layers, bend) - bend; ++i) {
            const Band band = bands_[static_cast<uint32_t>(layers.rank[bend + i])];
            add(points, first, {x[bend + i], band.top});
            add(points, first, {x[bend + i], band.bottom});
        }
        add(points, first, {end.x, bands_[static_cast<uint32_t>(layers.rank[to])].top});
        add(points, first, end);
    }
    if (part.arcs[arc].reversed)
        std::reverse(points.begin() + static_cast<std::ptrdiff_t>(first), points.end());
}

void Router::run(const Part& part, const Layers& layers, const std::vector<float>& x, const Options& options,
                 std::vector<Point>& boxes, Drawing& drawing, const CancelToken& cancel) {
    options_ = &options;
    leave_.resize(part.arcs.size());
    arrive_.resize(part.arcs.size());
    for (const Side side : {Side::kBottom, Side::kTop}) {
        for (uint32_t box = 0; box < part.boxes(); ++box) place_ends(part, layers, x, box, side);
    }
    stack_ranks(part, layers, x);
    place_boxes(part, layers, x, boxes);
    for (uint32_t arc = 0; arc < part.arcs.size(); ++arc) {
        if (arc % 4096 == 0 && cancel.cancelled()) return;
        const auto begin = static_cast<uint32_t>(drawing.points.size());
        route(part, layers, x, arc, boxes, drawing.points);
        const uint32_t edge = part.arcs[arc].edge;
        drawing.routes[edge] = {begin, static_cast<uint32_t>(drawing.points.size()) - begin};
        if (layers.bends[arc] == Layers::kStub) {
            drawing.kinds[edge] = RouteKind::kStub;
        } else if (part.arcs[arc].reversed) {
            drawing.kinds[edge] = RouteKind::kBackward;
        }
    }
}

void route_loop(Point corner, Size size, const Options& options, std::vector<Point>& points) {
    const float right = corner.x + size.width;
    const float out = right + options.edge_gap / 2;
    const float upper = corner.y + size.height / 4;
    const float lower = corner.y + size.height * 3 / 4;
    points.insert(points.end(), {{right, upper}, {out, upper}, {out, lower}, {right, lower}});
}

}  // namespace netloupe::layout
