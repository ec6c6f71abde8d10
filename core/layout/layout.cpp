#include "layout/layout.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "acyclic.h"
#include "backbone.h"
#include "base/limits.h"
#include "layers.h"
#include "order.h"
#include "pack.h"
#include "parts.h"
#include "place.h"
#include "rank.h"
#include "route.h"

namespace netloupe::layout {
namespace {

constexpr float kLongest = 1e6F;      ///< Greater lengths are cut to this.
constexpr size_t kLargePart = 1'000;  ///< Boxes.
constexpr size_t kPointsPerEdge = 4;  ///< About; straight edges have 2, those around boxes 6.
constexpr float kLeastWeight = 1e-3F;
constexpr float kGreatestWeight = 1e3F;

float cut(float value, float least, float greatest, float otherwise) {
    return std::isnan(value) ? otherwise : std::clamp(value, least, greatest);
}

/// Checks the graph, brings all its numbers in range, and turns it so that the flow goes down.
Result<void> prepare(Graph& graph, Direction direction) {
    if (graph.boxes.size() > limits::kElements || graph.edges.size() > limits::kElements) {
        return fail(ErrorCode::kLimit, "The graph has too many nodes or edges to be drawn.");
    }
    for (Size& size : graph.boxes) {
        size = {cut(size.width, 0, kLongest, 0), cut(size.height, 0, kLongest, 0)};
        if (direction == Direction::kRight) std::swap(size.width, size.height);
    }
    for (Edge& edge : graph.edges) {
        if (edge.from >= graph.boxes.size() || edge.to >= graph.boxes.size()) {
            return fail(ErrorCode::kInvalid, "An edge to be drawn names a box that does not exist.");
        }
        edge.weight = cut(edge.weight, kLeastWeight, kGreatestWeight, 1);
        edge.label = cut(edge.label, 0, kLongest, 0);
    }
    return {};
}

/// Draws the parts of a graph one after the other, each at its own origin, then beside each other.
class Drawer {
public:
    Drawer(const Graph& graph, const Options& options, const CancelToken& cancel)
        : graph_(graph), options_(options), cancel_(cancel), parts_(graph) {}

    Result<Drawing> run();

private:
    bool draw_part(uint32_t number);
    void measure(uint32_t number, uint32_t first_point);
    void arrange();
    void add_loops();
    void turn();

    /// Where a part was drawn.
    struct Frame {
        Point least;
        Size extent;
        Range points;
    };
    const Graph& graph_;
    const Options& options_;
    const CancelToken& cancel_;
    Parts parts_;
    std::vector<Frame> frames_;  ///< Per part.
    Drawing drawing_;

    Part part_;
    Layers layers_;
    Lines lines_;
    std::vector<float> x_;
    std::vector<Point> corners_;
    CycleBreaker cycle_breaker_;
    Ranker ranker_;
    LayerBuilder layer_builder_;
    Orderer orderer_;
    BackboneFinder backbone_finder_;
    Placer placer_;
    Router router_;
};

/// Draws one part; false when cancelled.
bool Drawer::draw_part(uint32_t number) {
    const auto boxes = parts_.boxes(number);
    if (boxes.size() == 1) {
        drawing_.boxes[boxes[0]] = {0, 0};
        return true;
    }
    // The buffers of a stage serve the next part, unless they are large: then they serve the next stage.
    const auto finish = [&](auto& stage) {
        if (boxes.size() > kLargePart) stage = {};
        return !cancel_.cancelled();
    };
    parts_.load(number, part_);
    cycle_breaker_.run(part_, cancel_);
    if (!finish(cycle_breaker_)) return false;
    ranker_.run(part_, layers_.rank, cancel_);
    if (!finish(ranker_)) return false;
    layer_builder_.run(part_, options_.max_span, layers_, cancel_);
    if (!finish(layer_builder_)) return false;
    orderer_.run(layers_, options_.sweeps, cancel_);
    if (!finish(orderer_)) return false;
    backbone_finder_.run(part_, layers_, lines_);
    if (!finish(backbone_finder_)) return false;
    placer_.run(part_, layers_, lines_, options_, x_, cancel_);
    if (!finish(placer_)) return false;
    router_.run(part_, layers_, x_, options_, corners_, drawing_, cancel_);
    for (uint32_t i = 0; i < boxes.size(); ++i) drawing_.boxes[boxes[i]] = corners_[i];
    return finish(router_);
}

/// Notes where the part drawn last lies.
void Drawer::measure(uint32_t number, uint32_t first_point) {
    constexpr float kFar = std::numeric_limits<float>::max();
    Point least{kFar, kFar};
    Point greatest{-kFar, -kFar};
    const auto include = [&](Point a, Point b) {
        least = {std::min(least.x, a.x), std::min(least.y, a.y)};
        greatest = {std::max(greatest.x, b.x), std::max(greatest.y, b.y)};
    };
    for (const uint32_t box : parts_.boxes(number)) {
        const Point corner = drawing_.boxes[box];
        include(corner, {corner.x + graph_.boxes[box].width, corner.y + graph_.boxes[box].height});
    }
    const auto count = static_cast<uint32_t>(drawing_.points.size()) - first_point;
    for (const Point point : std::span(drawing_.points).subspan(first_point)) include(point, point);
    frames_[number] = {least, {greatest.x - least.x, greatest.y - least.y}, {first_point, count}};
}

/// Moves the parts to their places beside each other.
void Drawer::arrange() {
    std::vector<Size> extents;
    extents.reserve(frames_.size());
    for (const Frame& frame : frames_) extents.push_back(frame.extent);
    drawing_.bounds = pack_rectangles(extents, options_.part_gap, corners_);
    for (uint32_t number = 0; number < parts_.count(); ++number) {
        const Frame& frame = frames_[number];
        const Point by{corners_[number].x - frame.least.x, corners_[number].y - frame.least.y};
        const auto move = [&](Point& point) { point = {point.x + by.x, point.y + by.y}; };
        for (const uint32_t box : parts_.boxes(number)) move(drawing_.boxes[box]);
        std::ranges::for_each(std::span(drawing_.points).subspan(frame.points.begin, frame.points.count),
                              move);
    }
}

void Drawer::add_loops() {
    for (uint32_t e = 0; e < graph_.edges.size(); ++e) {
        const uint32_t box = graph_.edges[e].from;
        if (graph_.edges[e].to != box) continue;
        const auto begin = static_cast<uint32_t>(drawing_.points.size());
        route_loop(drawing_.boxes[box], graph_.boxes[box], options_, drawing_.points);
        drawing_.routes[e] = {begin, static_cast<uint32_t>(drawing_.points.size()) - begin};
        drawing_.kinds[e] = RouteKind::kLoop;
        for (const Point point : std::span(drawing_.points).subspan(begin)) {
            drawing_.bounds.width = std::max(drawing_.bounds.width, point.x);
        }
    }
}

/// Makes the flow go to the right.
void Drawer::turn() {
    for (Point& point : drawing_.boxes) std::swap(point.x, point.y);
    for (Point& point : drawing_.points) std::swap(point.x, point.y);
    std::swap(drawing_.bounds.width, drawing_.bounds.height);
}

Result<Drawing> Drawer::run() {
    drawing_.boxes.resize(graph_.boxes.size());
    drawing_.routes.resize(graph_.edges.size());
    drawing_.kinds.resize(graph_.edges.size(), RouteKind::kForward);
    drawing_.points.reserve(graph_.edges.size() * kPointsPerEdge);
    frames_.resize(parts_.count());
    for (uint32_t number = 0; number < parts_.count(); ++number) {
        const auto first_point = static_cast<uint32_t>(drawing_.points.size());
        if (cancel_.cancelled() || !draw_part(number)) {
            return fail(ErrorCode::kCancelled, "Drawing the graph was cancelled.");
        }
        measure(number, first_point);
    }
    arrange();
    add_loops();
    if (options_.direction == Direction::kRight) turn();
    return std::move(drawing_);
}

}  // namespace

Result<Drawing> draw(Graph graph, const Options& options, const CancelToken& cancel) {
    if (auto ready = prepare(graph, options.direction); !ready)
        return std::unexpected(std::move(ready.error()));
    return Drawer(graph, options, cancel).run();
}

}  // namespace netloupe::layout
