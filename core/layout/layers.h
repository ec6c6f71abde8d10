#pragma once

#include "part.h"

namespace netloupe::layout {

/// A part spread over its ranks. Nodes are the boxes, then the bends: where an edge that spans several ranks
/// passes one of them. Edges that leave a box at one port share their bends as far as they go together.
struct Layers {
    uint32_t boxes = 0;
    std::vector<int32_t> rank;       ///< Per node.
    std::vector<uint32_t> first;     ///< Per rank, its first entry of `nodes`; one more than ranks.
    std::vector<uint32_t> nodes;     ///< Rank after rank, from left to right.
    std::vector<uint32_t> position;  ///< Per node, its place in its rank.
    Rows down;                       ///< Per node, its neighbours in the next rank.
    Rows up;                         ///< Per node, its neighbours in the rank before.
    std::vector<uint32_t>
        bends;  ///< Per arc, its first bend (the others follow), kNone without, kStub for stubs.

    static constexpr uint32_t kStub = kNone - 1;

    [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(rank.size()); }
    [[nodiscard]] uint32_t ranks() const { return static_cast<uint32_t>(first.size()) - 1; }
    [[nodiscard]] bool is_bend(uint32_t node) const { return node >= boxes; }
    [[nodiscard]] std::span<const uint32_t> at(uint32_t r) const {
        return {nodes.data() + first[r], nodes.data() + first[r + 1]};
    }
    [[nodiscard]] std::span<uint32_t> at(uint32_t r) {
        return {nodes.data() + first[r], nodes.data() + first[r + 1]};
    }
    /// Sets `position` of the nodes of a rank from their order in `nodes`.
    void renumber(uint32_t r) {
        const auto layer = at(r);
        for (uint32_t i = 0; i < layer.size(); ++i) position[layer[i]] = i;
    }
};

/// Builds the layers of ranked parts, in a first order that follows the file.
class LayerBuilder {
public:
    /// Expects `layers.rank` to hold the ranks of the boxes.
    void run(const Part& part, uint32_t max_span, Layers& layers, const CancelToken& cancel);

private:
    void add_box(const Part& part, uint32_t box, int32_t max_span, Layers& layers);
    void add_lane(const Part& part, std::span<const uint32_t> arcs, Layers& layers);
    void link_lane(uint32_t box, uint32_t lane, Layers& layers);
    void place_in_order(Layers& layers, const CancelToken& cancel);
    void place_from(uint32_t root, Layers& layers);

    struct Link {
        uint32_t from;
        uint32_t to;
    };
    std::vector<Link> links_;
    std::vector<uint32_t> long_arcs_;  ///< Of one box.
    std::vector<uint32_t>
        lane_length_;  ///< Per bend, how many bends follow from here; 0 unless a new lane begins.
    std::vector<uint32_t> filled_;  ///< Per rank, how many nodes are placed.
    std::vector<uint32_t> next_;    ///< Per node, the next of its `down` to visit; kNone before it is placed.
    std::vector<uint32_t> stack_;
};

}  // namespace netloupe::layout
