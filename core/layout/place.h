#pragma once

#include "backbone.h"

namespace netloupe::layout {

/// Gives every node its x, after Brandes and Köpf ("Fast and simple horizontal coordinate assignment", 2001):
/// nodes that are to stand in a vertical line become a block, and blocks are packed as the order of the ranks
/// demands. It differs where the picture gains: of the links between two ranks those without crossings and of
/// the greatest weight in sum are made vertical, the backbone first, then passing edges, then the heaviest
/// ways, instead of averaging four one-sided alignments; blocks are packed towards the backbone; and then
/// each moves to the median of its neighbours. Block positions are computed in topological order, so the
/// mistake of the paper's compaction (corrected in arXiv 2008.01252) has no counterpart.
class Placer {
public:
    /// Fills `x`, the centre of each node.
    void run(const Part& part, const Layers& layers, const Lines& lines, const Options& options,
             std::vector<float>& x, const CancelToken& cancel);

private:
    struct Chain {
        int64_t weight;  ///< Of the best set of links that ends with this one.
        uint32_t upper;
        uint32_t lower;
        uint32_t before;  ///< The chain that it continues, kNone for the first.
    };
    void align(const Layers& layers, const Lines& lines, uint32_t rank);
    void form_blocks(const Layers& layers, const Lines& lines);
    void sort_blocks(const Layers& layers);
    void pack(const Layers& layers);
    void relax(const Layers& layers, bool rightwards);
    void move_to_median(const Layers& layers, uint32_t block);
    float space(const Layers& layers, uint32_t left, uint32_t right) const;
    float left_limit(const Layers& layers, uint32_t block) const;
    float right_limit(const Layers& layers, uint32_t block) const;

    const Options* options_ = nullptr;
    std::vector<float> half_;      ///< Per node, half its width.
    std::vector<uint32_t> below_;  ///< Per node, the node of its block in the next rank.
    std::vector<uint32_t> above_;
    std::vector<uint32_t> block_of_;
    std::vector<uint32_t> top_;               ///< Per block, its first node.
    uint32_t backbone_ = kNone;               ///< The block that stays where it is.
    std::vector<uint8_t> leads_to_backbone_;  ///< Per block, whether it must stay left of the backbone.
    std::vector<uint32_t> sequence_;          ///< Blocks from left to right.
    std::vector<uint32_t>
        waiting_;            ///< Per block, its nodes whose left neighbour has no place in `sequence_` yet.
    std::vector<float> at_;  ///< Per block, its x.
    std::vector<Chain> chains_;
    std::vector<uint32_t> tree_;  ///< Fenwick tree: per prefix of a rank, its best chain.
    std::vector<float> others_;
};

}  // namespace netloupe::layout
