#include "mask.h"

#include <algorithm>

namespace netloupe::lint {

namespace {

/// What may stand between a mask and the Softmax.
bool carries_mask(const GraphFacts& graph, NodeId node) {
    switch (graph.kind(node)) {
        case OpKind::kAdd:
        case OpKind::kSub:
        case OpKind::kMul:
        case OpKind::kWhere:
        case OpKind::kCast:
        case OpKind::kExpand:
        case OpKind::kTriangular:
        case OpKind::kScatterNd:
        case OpKind::kQuantize:
        case OpKind::kDequantize:
            return true;
        default:
            return graph.has(node, OpTraits::kPassThrough);
    }
}

bool fills(OpKind kind) {
    switch (kind) {
        case OpKind::kClip:
        case OpKind::kPad:
        case OpKind::kWhere:
        case OpKind::kTopK:
        case OpKind::kMax:
        case OpKind::kMin:
        case OpKind::kMaxPool:
        case OpKind::kFill:
        case OpKind::kConstantOfShape:
        case OpKind::kReduceMax:
        case OpKind::kReduceMin:
        case OpKind::kTriangular:
            return true;
        default:
            return false;
    }
}

constexpr int kSteps = 6;

bool leads_to_softmax(const GraphFacts& graph, TensorId id, int steps) {
    if (!id.valid() || steps == 0) return false;
    // The first consumers tell; a mask that all layers share has many of the same kind.
    const auto uses = graph.graph().consumers(graph.tensor(id));
    const auto looked_at = uses.first(std::min<size_t>(uses.size(), 4));
    return std::ranges::any_of(looked_at, [&](const Use& use) {
        const OpKind kind = graph.kind(use.node);
        if (kind == OpKind::kSoftmax || kind == OpKind::kLogSoftmax || kind == OpKind::kAttention)
            return true;
        return carries_mask(graph, use.node) && leads_to_softmax(graph, graph.output(use.node), steps - 1);
    });
}

}  // namespace

bool feeds_softmax(const GraphFacts& graph, TensorId constant) {
    return leads_to_softmax(graph, constant, kSteps);
}

bool is_mask(const GraphFacts& graph, TensorId constant) {
    const auto uses = graph.graph().consumers(graph.tensor(constant));
    const bool only_fills = !uses.empty() && std::ranges::all_of(uses, [&](const Use& use) {
        return fills(graph.kind(use.node));
    });
    return only_fills || feeds_softmax(graph, constant);
}

}  // namespace netloupe::lint
