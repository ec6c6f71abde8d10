#include "type_class.h"

#include <algorithm>
#include <span>

namespace netloupe::view {

namespace {

DtypeClass class_for(DataType type) {
    switch (class_of(type)) {
        case DataTypeClass::kFloat:
            return DtypeClass::Float;
        case DataTypeClass::kHalf:
            return DtypeClass::Half;
        case DataTypeClass::kInteger:
            return DtypeClass::Integer;
        default:
            return DtypeClass::Other;
    }
}

bool counts(OpKind kind) {
    return kind == OpKind::kShape || kind == OpKind::kSize || kind == OpKind::kNonZero ||
           kind == OpKind::kArgMax || kind == OpKind::kArgMin;
}

/// How many of a node's inputs have the type of its result.
size_t alike_inputs(OpKind kind) {
    const OpTraits traits = traits_of(kind);
    if (kind == OpKind::kCast || kind == OpKind::kIsNan || kind == OpKind::kIsInf) return 0;
    if (has(traits, OpTraits::kComparison)) return 0;
    if (kind == OpKind::kConcat) return SIZE_MAX;
    if (has(traits, OpTraits::kElementwise) || has(traits, OpTraits::kCompute)) return 2;
    switch (category_of(kind)) {
        case OpCategory::kActivation:
        case OpCategory::kNormalization:
        case OpCategory::kPooling:
        case OpCategory::kReduction:
            return 1;
        default:
            return has(traits, OpTraits::kPassThrough) ? 1 : 0;
    }
}

DtypeClass result_class(OpKind kind, std::span<const TensorId> inputs,
                        const std::vector<DtypeClass>& classes) {
    if (has(traits_of(kind), OpTraits::kQuantize) || counts(kind)) return DtypeClass::Integer;
    if (has(traits_of(kind), OpTraits::kDequantize)) return DtypeClass::Float;
    for (const TensorId input : inputs.first(std::min(inputs.size(), alike_inputs(kind)))) {
        if (input.valid() && classes[input.index()] != DtypeClass::Other) return classes[input.index()];
    }
    return DtypeClass::Other;
}

}  // namespace

std::vector<DtypeClass> type_classes(const Model& model, GraphId id, const Meaning& meaning,
                                     const infer::KnownTypes& known) {
    const Graph& graph = model.graph(id);
    std::vector<DtypeClass> classes;
    classes.reserve(graph.tensors.size());
    for (size_t t = 0; t < graph.tensors.size(); ++t)
        classes.push_back(class_for(known.dtype(id, TensorId(t))));
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        const auto outputs = model.outputs(graph.nodes[n]);
        // Further results may be of another kind: indices, masks.
        if (outputs.empty() || !outputs[0].valid()) continue;
        if (known.dtype(id, outputs[0]) != DataType::kUnknown) continue;
        DtypeClass& result = classes[outputs[0].index()];
        result = result_class(meaning.kind(id, NodeId(n)), model.inputs(graph.nodes[n]), classes);
    }
    return classes;
}

}  // namespace netloupe::view
