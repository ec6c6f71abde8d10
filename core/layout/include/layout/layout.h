#pragma once

#include <cstdint>
#include <vector>

#include "base/cancellation.h"
#include "base/error.h"
#include "base/id.h"

/// Layered drawing of directed graphs: boxes and edges in, positions and edge routes out.
///
/// Knows nothing of models. All lengths are in one unit of the caller's choice (CSS pixels at 100 %); x grows
/// to the right, y downwards, and the drawing's top left corner is (0, 0). Numbers are 32-bit floats: beyond
/// 16 million units they are exact to 2 units, and so on.
namespace netloupe::layout {

struct Size {
    float width = 0;
    float height = 0;
    friend bool operator==(Size, Size) = default;
};

struct Point {
    float x = 0;
    float y = 0;
    friend bool operator==(Point, Point) = default;
};

struct Edge {
    uint32_t from = 0;
    uint32_t to = 0;
    /// Which output of `from` this is. Edges of one output leave the box at one point and share their way
    /// until they part; edges of different outputs never run on top of each other.
    uint32_t port = 0;
    /// How much the edge wants to be short and on the straight backbone, 0 to 1,000. The backbone is the path
    /// of the greatest total weight, so with equal weights it is the longest path.
    float weight = 1;
    /// Room along the flow that the edge's label needs below its source; widens the gap after `from`'s rank.
    float label = 0;
};

/// What to draw. Box numbers follow the file: where the structure leaves a choice, the lower number comes
/// first. A size that is negative or not a number counts as 0.
struct Graph {
    std::vector<Size> boxes;
    std::vector<Edge> edges;
};

enum class Direction : uint8_t { kDown, kRight };

struct Options {
    Direction direction = Direction::kDown;
    float box_gap = 28;      ///< Least distance between two boxes of a rank.
    float rank_gap = 36;     ///< Least distance between two ranks; gaps that edges cross sideways grow.
    float edge_gap = 14;     ///< Least distance between a passing edge and a box or another passing edge.
    float port_gap = 12;     ///< Distance of edge ends on a box, less where the box is too narrow.
    float part_gap = 64;     ///< Distance between parts of the graph that are not connected.
    uint32_t max_span = 32;  ///< Edges over more ranks than this are drawn as stubs.
    uint32_t sweeps = 8;     ///< Passes that order the ranks to reduce crossings.
};

enum class RouteKind : uint8_t {
    kForward,   ///< With the flow, from the far side of `from` to the near side of `to`.
    kBackward,  ///< Closes a cycle: against the flow, from the near side of `from` to the far side of `to`.
    kStub,      ///< Too long to draw: 4 points, a short line at `from` and one at `to`.
    kLoop,      ///< From a box to itself.
};

struct Drawing {
    /// Top left corner of each box.
    std::vector<Point> boxes;
    /// For each edge its points in `points`, from border to border: ends and bends only. Two neighbouring
    /// points differ either only along the flow, or lie on both sides of the gap between two ranks, so that
    /// their bounding rectangle meets no box: draw that part as a line, an S-curve or two right angles, as
    /// you like.
    std::vector<Range> routes;
    std::vector<RouteKind> kinds;
    std::vector<Point> points;
    /// Extent of everything.
    Size bounds;
};

/// Draws the graph; move it in if it is not needed any more. Deterministic, near-linear in boxes and edges.
/// Errors: kInvalid (an edge names a box that does not exist), kLimit (limits::kElements), kCancelled.
Result<Drawing> draw(Graph graph, const Options& options = {}, const CancelToken& cancel = {});

}  // namespace netloupe::layout
