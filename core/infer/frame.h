#pragma once

#include <vector>

#include "infer/shapes.h"

namespace netloupe::infer {

/// One evaluation of a graph: a function's body has one for each call.
struct Frame {
    GraphId graph;
    Frame* outer = nullptr;      ///< Evaluation of the graph around a subgraph.
    Frame* caller = nullptr;     ///< Of a function: where it is called ...
    const Node* call = nullptr;  ///< ... and by which node.
    uint32_t depth = 0;
    /// Whether what operators demand holds unconditionally: not in branches and bodies that may never run.
    bool learns = true;
    std::vector<TensorShape> facts;   ///< Of the graph's tensors.
    std::vector<TensorShape> staged;  ///< Of the outputs of the node at hand.
};

}  // namespace netloupe::infer
