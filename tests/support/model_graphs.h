#pragma once

#include <cstdint>
#include <string_view>

#include "layout/layout.h"

/// Graphs with the structure of well-known kinds of models, for tests and benchmarks.
namespace netloupe::layout::graphs {

/// One box after the other.
Graph chain(uint32_t boxes);
/// Decoder layers as exported from PyTorch: decomposed normalisation, three heads of which each has a chain
/// that computes its shape, residual additions. With `mask`, one more input feeds every layer.
Graph transformer(uint32_t boxes, bool mask);
/// Convolutions down and up again; each level of the way down also feeds its counterpart on the way up.
Graph unet(uint32_t boxes);
/// A pooling and convolutions, then modules of four branches of different length that are concatenated.
Graph inception(uint32_t boxes);
/// Residual blocks of three convolutions, every fourth with a convolution on the short way.
Graph resnet(uint32_t boxes);
/// Inverted residual blocks: expand, depthwise, project, and an addition in two of three blocks.
Graph mobilenet(uint32_t boxes);
/// Blocks in which each layer reads the outputs of all layers of the block before it.
Graph densenet(uint32_t boxes);
/// A backbone whose four scales are merged top-down, each with a head of two branches, all concatenated.
Graph detector(uint32_t boxes);
/// Each box reads one to three of those up to `reach` before it.
Graph random_dag(uint32_t boxes, uint32_t reach, uint32_t seed);
/// One box that feeds all others; `chained`, these also feed each other in a row.
Graph fan_out(uint32_t boxes, bool chained);
/// `left` boxes, each of which feeds all of `right` others.
Graph bipartite(uint32_t left, uint32_t right);
Graph isolated(uint32_t boxes);
/// A tree in which every box feeds two others: it can be drawn without crossings.
Graph binary_tree(uint32_t boxes);

/// The graph of a kind that is named like a function above ("transformer" with mask, "local" without); empty
/// for an unknown name.
Graph by_name(std::string_view kind, uint32_t boxes);

}  // namespace netloupe::layout::graphs
