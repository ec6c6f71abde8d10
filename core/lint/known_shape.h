#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "context.h"

/// Shapes and types as the operators give them where they were inferred, else as the file declares them.
namespace netloupe::lint {

/// The extents of a tensor, Dimension::kDynamic where they are not fixed; nothing when not even the rank is
/// known.
std::optional<std::vector<int64_t>> extents_of(const Context& context, const GraphFacts& graph, TensorId id);

/// The same of shapes that were inferred in another way; null: as the file declares them.
std::optional<std::vector<int64_t>> extents_of(const infer::Shapes* shapes, const GraphFacts& graph,
                                               TensorId id);

/// Elements of the tensor; nothing when a dimension is not fixed.
std::optional<int64_t> elements_of(const Context& context, const GraphFacts& graph, TensorId id);

DataType type_of(const Context& context, const GraphFacts& graph, TensorId id);

}  // namespace netloupe::lint
