#include "known_shape.h"

#include "infer/shapes.h"

namespace netloupe::lint {

std::optional<std::vector<int64_t>> extents_of(const Context& context, const GraphFacts& graph, TensorId id) {
    return extents_of(context.facts().shapes(), graph, id);
}

std::optional<std::vector<int64_t>> extents_of(const infer::Shapes* shapes, const GraphFacts& graph,
                                               TensorId id) {
    if (!id.valid()) return std::nullopt;
    std::vector<int64_t> extents;
    if (shapes != nullptr) {
        const infer::TensorShape& shape = shapes->tensor(graph.id(), id);
        if (shape.ranked) {
            for (const infer::DimId dim : shapes->dims(shape))
                extents.push_back(shapes->table().value(dim).value_or(Dimension::kDynamic));
            return extents;
        }
    }
    if (!graph.tensor(id).shape.known) return std::nullopt;
    for (const Dimension& dim : graph.model().dims_of(graph.tensor(id).shape)) extents.push_back(dim.value);
    return extents;
}

std::optional<int64_t> elements_of(const Context& context, const GraphFacts& graph, TensorId id) {
    const auto extents = extents_of(context, graph, id);
    if (!extents) return std::nullopt;
    int64_t count = 1;
    for (const int64_t extent : *extents) {
        if (extent < 0 || __builtin_mul_overflow(count, extent, &count)) return std::nullopt;
    }
    return count;
}

DataType type_of(const Context& context, const GraphFacts& graph, TensorId id) {
    if (!id.valid()) return DataType::kUnknown;
    if (const infer::Shapes* shapes = context.facts().shapes(); shapes != nullptr) {
        const DataType inferred = shapes->tensor(graph.id(), id).dtype;
        if (inferred != DataType::kUnknown) return inferred;
    }
    return graph.tensor(id).dtype;
}

}  // namespace netloupe::lint
