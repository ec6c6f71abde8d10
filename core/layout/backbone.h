#pragma once

#include "layers.h"

namespace netloupe::layout {

/// For each node of the layers, with whom it would like to stand in one vertical line.
struct Lines {
    /// The main path: its next node below, kNone off the path.
    std::vector<uint32_t> backbone;
    /// The first node of the heaviest path that leads down from here, and the last of the heaviest that
    /// arrives.
    std::vector<uint32_t> heavy_down;
    std::vector<uint32_t> heavy_up;
};

/// Finds the heaviest path through a part, and the heaviest from and to every box. Edges that are stubs are
/// no part of any path. Where several paths weigh the same, takes the one in the middle.
class BackboneFinder {
public:
    void run(const Part& part, const Layers& layers, Lines& lines);

private:
    void weigh(const Part& part, const Layers& layers);
    uint32_t best_arc(const Part& part, const Layers& layers, uint32_t box, bool down);

    std::vector<double> below_;  ///< Per box, the weight of the heaviest path down from it.
    std::vector<double> above_;
    std::vector<uint32_t> tied_;
};

}  // namespace netloupe::layout
