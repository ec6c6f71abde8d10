#pragma once

#include "layers.h"

namespace netloupe::layout {

/// Turns the layers of a part, placed side by side, into positions and routes. The flow goes down.
class Router {
public:
    /// Fills `boxes` (the part's top left corners), appends the points of each arc to the drawing and sets
    /// the arc's entry in `routes` and `kinds`. `x` holds the centre of each node.
    void run(const Part& part, const Layers& layers, const std::vector<float>& x, const Options& options,
             std::vector<Point>& boxes, Drawing& drawing, const CancelToken& cancel);

private:
    enum class Side : uint8_t { kTop, kBottom };
    /// The end of an arc on a side of a box.
    struct End {
        uint64_t output;  ///< Ends of one output stand at one point.
        float toward;     ///< The x of the node at the other side of the gap.
        uint32_t arc;
    };
    /// Ends that stand at one point: `ends_` [first, last).
    struct Stand {
        float toward;
        float at;
        uint32_t first;
        uint32_t last;
    };
    void place_ends(const Part& part, const Layers& layers, const std::vector<float>& x, uint32_t box,
                    Side side);
    void collect_ends(const Part& part, const Layers& layers, const std::vector<float>& x, uint32_t box,
                      Side side);
    void group_ends(float centre);
    void spread_stands(float centre, float half);
    void stack_ranks(const Part& part, const Layers& layers, const std::vector<float>& x);
    void place_boxes(const Part& part, const Layers& layers, const std::vector<float>& x,
                     std::vector<Point>& boxes);
    void route(const Part& part, const Layers& layers, const std::vector<float>& x, uint32_t arc,
               const std::vector<Point>& boxes, std::vector<Point>& points);

    struct Band {
        float top = 0;
        float bottom = 0;
    };
    const Options* options_ = nullptr;
    std::vector<Band> bands_;    ///< Per rank, the height that its boxes take.
    std::vector<float> gaps_;    ///< Per rank, the distance to the next.
    std::vector<float> leave_;   ///< Per arc, the x where it leaves its upper box.
    std::vector<float> arrive_;  ///< Per arc, the x where it arrives at its lower box.
    std::vector<End> ends_;
    std::vector<Stand> stands_;
};

/// The route of an edge from a box to itself, on the box's right side.
void route_loop(Point corner, Size size, const Options& options, std::vector<Point>& points);

}  // namespace netloupe::layout
