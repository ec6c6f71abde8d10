// Sequences and optionals of ONNX. What is known of one is known of the tensors in it.

#include <array>

#include "operator_functions.h"
#include "shape_rules.h"

namespace netloupe::infer {

namespace {

/// The tensor that a sequence or an optional holds.
TensorShape inside(const TensorShape& holder) {
    TensorShape element = holder;
    element.kind = holder.of_sequence ? ValueKind::kSequence : ValueKind::kTensor;
    element.of_sequence = false;
    element.valued = false;
    return element;
}

void construct(Context& c) {
    TensorShape element = c.input(0);
    for (size_t i = 1; i < c.inputs(); ++i) element = c.join(element, c.input(i));
    c.set_kind(0, ValueKind::kSequence, element);
}

void empty(Context& c) {
    TensorShape element;
    element.dtype = c.type("dtype", DataType::kFloat32);
    c.set_kind(0, ValueKind::kSequence, element);
}

void insert(Context& c) {
    TensorShape element = inside(c.input(0));
    TensorShape added = c.input(1);
    if (element.dtype == DataType::kUnknown) element.dtype = added.dtype;
    c.set_kind(0, ValueKind::kSequence, c.join(element, added));
}

void erase(Context& c) {
    c.pass(0, 0);
}

void at(Context& c) {
    c.set_fact(0, inside(c.input(0)));
}

void length(Context& c) {
    c.set(0, DataType::kInt64, {});
}

void concat(Context& c) {
    c.set_type(0, c.dtype(0));
    if (!c.input(0).ranked) return;
    DimList result = c.dims_of(c.input(0));
    const bool stacks = c.flag("new_axis");
    const auto axis = checked_axis(c, c.integer("axis", 0), result.size() + (stacks ? 1 : 0));
    if (!axis) return;
    if (stacks) {
        result.insert(*axis, {});
    } else {
        result[*axis] = {};
    }
    c.set_shape(0, result);
}

/// Extent of every part along the axis; unknown where they differ.
DimId part_extent(Context& c, DimId extent) {
    if (!c.has(1)) return c.dims().constant(1);
    const auto parts = c.value(1);
    if (!parts || parts->empty()) return {};
    if (c.rank(1) == 0) {
        const DimId part = (*parts)[0];
        return c.dims().is(c.dims().mod(extent, part), 0) ? part : DimId();
    }
    for (const DimId part : *parts) {
        if (part != (*parts)[0]) return {};
    }
    return (*parts)[0];
}

void split(Context& c) {
    TensorShape element = c.input(0);
    if (auto shape = c.shape(0)) {
        const auto axis = checked_axis(c, c.integer("axis", 0), shape->size());
        if (!axis) return;
        (*shape)[*axis] = part_extent(c, (*shape)[*axis]);
        if (!c.has(1) && c.integer("keepdims", 1) == 0) shape->erase(*axis);
        element = c.make(c.dtype(0), *shape);
    }
    c.set_kind(0, ValueKind::kSequence, element);
}

void map(Context& c) {
    std::vector<TensorShape> inputs;
    for (size_t i = 0; i < c.inputs(); ++i) {
        const TensorShape& input = c.input(i);
        inputs.push_back(input.kind == ValueKind::kSequence ? inside(input) : input);
    }
    const auto results = c.run(c.graph("body"), inputs);
    for (size_t i = 0; i < results.size(); ++i) c.set_kind(i, ValueKind::kSequence, results[i]);
}

void optional(Context& c) {
    if (c.has(0)) return c.set_kind(0, ValueKind::kOptional, c.input(0));
    c.set_kind(0, ValueKind::kOptional, c.written_type("type").value_or(TensorShape()));
}

void optional_get(Context& c) {
    if (c.input(0).kind == ValueKind::kOptional) return c.set_fact(0, inside(c.input(0)));
    c.pass(0, 0);
}

void optional_has(Context& c) {
    c.set(0, DataType::kBool, {});
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"ConcatFromSequence", concat},
    {"Optional", optional},
    {"OptionalGetElement", optional_get},
    {"OptionalHasElement", optional_has},
    {"SequenceAt", at},
    {"SequenceConstruct", construct},
    {"SequenceEmpty", empty},
    {"SequenceErase", erase},
    {"SequenceInsert", insert},
    {"SequenceLength", length},
    {"SequenceMap", map},
    {"SplitToSequence", split},
});

}  // namespace

std::span<const OperatorFunction> sequence_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
