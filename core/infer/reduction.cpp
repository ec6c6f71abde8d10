// Reductions, losses and the like of ONNX.

#include "reduction.h"

#include <array>

#include "operator_functions.h"

namespace netloupe::infer {

void reduce(Context& c, size_t slot, const Axes& axes, std::optional<size_t> axis_count, bool keep) {
    const auto shape = c.shape(0);
    if (!shape) {
        if (!axes.given && !keep) c.set_shape(slot, {});
        return;
    }
    if (axes.given && !axes.values) {
        if (keep) return c.set_shape(slot, unknown_dims(shape->size()));
        if (axis_count && *axis_count <= shape->size())
            c.set_shape(slot, unknown_dims(shape->size() - *axis_count));
        return;
    }
    std::array<bool, limits::kRank> folded{};
    if (!axes.given) folded.fill(true);
    for (size_t i = 0; axes.values && i < axes.values->size(); ++i) {
        const auto axis = checked_axis(c, (*axes.values)[i], shape->size());
        if (!axis) return;
        folded[*axis] = true;
    }
    DimList result;
    for (size_t i = 0; i < shape->size(); ++i) {
        if (!folded[i]) result.push((*shape)[i]);
        if (folded[i] && keep) result.push(c.dims().constant(1));
    }
    c.set_shape(slot, result);
}

void fold_all(Context& c, ValueRule rule) {
    if (rule == nullptr) return;
    const auto elements = c.value(0);
    if (!elements || c.rank(0) != 1) return;
    if (elements->empty()) {
        // Nothing has no greatest.
        if (rule == sum || rule == product) c.set_value(0, {c.dims().constant(rule == sum ? 0 : 1)});
        return;
    }
    DimId result = (*elements)[0];
    for (const DimId element : elements->from(1)) result = rule(c.dims(), result, element);
    c.set_value(0, {result});
}

namespace {

template <ValueRule kRule = nullptr>
void reduce_axes(Context& c) {
    c.set_type(0, c.dtype(0));
    Axes axes = axes_of(c, "axes", 1);
    const bool empty = axes.values && axes.values->empty();
    if ((empty || !axes.given) && c.flag("noop_with_empty_axes")) return c.pass(0, 0);
    if (empty) axes = {};
    const bool keep = c.integer("keepdims", 1) != 0;
    reduce(c, 0, axes, listed_rank(c, 1), keep);
    fold_all(c, kRule);
}

void arg_extreme(Context& c) {
    c.set_type(0, DataType::kInt64);
    IntList axes;
    axes.push(c.integer("axis", 0));
    reduce(c, 0, {true, axes}, 1, c.integer("keepdims", 1) != 0);
}

/// One loss for each target, or one for all.
void loss(Context& c) {
    c.set_type(0, c.dtype(0));
    if (c.text("reduction", "mean") != "none") {
        c.set_shape(0, {});
    } else if (const auto target = c.shape(1)) {
        c.set_shape(0, *target);
    }
    like_input(c, 1, 0);
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"ArgMax", arg_extreme},
    {"ArgMin", arg_extreme},
    {"NegativeLogLikelihoodLoss", loss},
    {"ReduceL1", reduce_axes<>},
    {"ReduceL2", reduce_axes<>},
    {"ReduceLogSum", reduce_axes<>},
    {"ReduceLogSumExp", reduce_axes<>},
    {"ReduceMax", reduce_axes<larger>},
    {"ReduceMean", reduce_axes<>},
    {"ReduceMin", reduce_axes<smaller>},
    {"ReduceProd", reduce_axes<product>},
    {"ReduceSum", reduce_axes<sum>},
    {"ReduceSumSquare", reduce_axes<>},
    {"SoftmaxCrossEntropyLoss", loss},
});

}  // namespace

std::span<const OperatorFunction> reduction_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
