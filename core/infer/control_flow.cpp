// Operators of ONNX that run graphs, and calls of functions.

#include "control_flow.h"

#include <array>

#include "operator_functions.h"
#include "shape_rules.h"

namespace netloupe::infer {

namespace {

/// Runs after which states that still change are given up.
constexpr size_t kRuns = 3;

bool same_shape(Context& c, const TensorShape& a, const TensorShape& b) {
    return a.ranked == b.ranked && a.dtype == b.dtype && a.kind == b.kind &&
           (!a.ranked || std::ranges::equal(c.dims_of(a).span(), c.dims_of(b).span()));
}

/// The state that both have in common; `grew` when that is less than `state`.
TensorShape common(Context& c, const TensorShape& state, const TensorShape& next, bool give_up, bool& grew) {
    TensorShape joined = state;
    if (give_up) {
        joined.ranked = false;
        joined.dims = {};
    } else {
        joined = c.join(state, next);
        if (state.dtype == DataType::kUnknown) joined.dtype = next.dtype;
    }
    joined.valued = false;
    grew = grew || !same_shape(c, state, joined);
    return joined;
}

}  // namespace

Repeated repeat(Context& c, GraphId body, std::span<const TensorShape> before,
                std::span<const TensorShape> initial, std::span<const TensorShape> behind, size_t first) {
    Repeated result{{initial.begin(), initial.end()}, {}};
    for (TensorShape& state : result.states) state.valued = false;
    const size_t conflicts = c.conflicts();
    for (size_t run = 0; run <= kRuns; ++run) {
        c.forget_conflicts(conflicts);
        std::vector<TensorShape> inputs(before.begin(), before.end());
        // Dimensions that differ are new ones in each run; they must not change again.
        inputs.insert(inputs.end(), result.states.begin(), result.states.end());
        inputs.insert(inputs.end(), behind.begin(), behind.end());
        result.outputs = c.run(body, inputs);
        if (result.outputs.size() < first + initial.size()) {
            result.outputs.clear();
            return result;
        }
        bool grew = false;
        for (size_t i = 0; i < result.states.size(); ++i) {
            TensorShape& state = result.states[i];
            state = common(c, state, result.outputs[first + i], run + 1 >= kRuns, grew);
        }
        if (!grew) break;
    }
    return result;
}

void call_node(Context& c, GraphId function) {
    const auto results = c.call(function);
    for (size_t i = 0; i < results.size(); ++i) c.set_fact(i, results[i]);
}

namespace {

void if_then_else(Context& c) {
    const auto yes = c.run(c.graph("then_branch"), {});
    const auto no = c.run(c.graph("else_branch"), {});
    const auto condition = c.scalar(0);
    for (size_t i = 0; i < c.outputs(); ++i) {
        const bool in_both = i < yes.size() && i < no.size();
        if (condition) {
            const auto& taken = *condition != 0 ? yes : no;
            if (i < taken.size()) c.set_fact(i, taken[i]);
        } else if (in_both) {
            c.set_fact(i, c.join(yes[i], no[i]));
        }
    }
}

/// One slice for each iteration.
void set_stacked(Context& c, size_t slot, const TensorShape& slice, size_t axis, DimId count) {
    if (!slice.ranked) return c.set_type(slot, slice.dtype);
    DimList shape = c.dims_of(slice);
    if (axis > shape.size()) return;
    for (DimId& d : shape) {
        // What is unknown in one iteration need not be the same in all.
        if (c.dims().anonymous(d)) d = {};
    }
    shape.insert(axis, count);
    c.set(slot, slice.dtype, shape);
}

/// The number of the iteration, or the condition, as a body takes it: a scalar, or, where older exporters
/// wrote it so and runtimes give it so, a list of one.
TensorShape single(Context& c, GraphId body, size_t input, DataType type) {
    return c.make(type, c.stated_rank(body, input) == 1 ? DimList{c.dims().constant(1)} : DimList{});
}

/// Iterations of a Loop, when nothing can end it sooner.
DimId trips_of(Context& c, const Repeated& runs) {
    const auto begins = c.has(1) ? c.scalar(1) : std::optional<int64_t>(1);
    if (!begins || runs.outputs.empty()) return {};
    if (*begins == 0) return c.dims().constant(0);
    const DimId once = c.dims().constant(1);
    const auto most = c.value(0);
    const DimId limit = most && most->size() == 1 ? c.dims().max((*most)[0], c.dims().constant(0)) : DimId();
    const auto goes_on = c.dims().value(c.element(runs.outputs[0]));
    if (!goes_on) return {};
    if (*goes_on == 0) return c.has(0) ? c.dims().min(limit, once) : once;
    return limit;
}

void loop(Context& c) {
    const GraphId body = c.graph("body");
    // The body only runs while the condition holds.
    TensorShape holds = c.make_scalar(DataType::kBool, 1);
    holds.dims = single(c, body, 1, DataType::kBool).dims;
    const std::vector<TensorShape> before{single(c, body, 0, DataType::kInt64), holds};
    std::vector<TensorShape> initial;
    for (size_t i = 2; i < c.inputs(); ++i) initial.push_back(c.input(i));
    const Repeated runs = repeat(c, body, before, initial, {}, 1);
    for (size_t i = 0; i < runs.states.size(); ++i) {
        if (!runs.outputs.empty()) c.set_fact(i, runs.states[i]);
    }
    const DimId count = trips_of(c, runs);
    c.set_trips(count);
    for (size_t i = 1 + initial.size(); i < runs.outputs.size(); ++i) {
        set_stacked(c, i - 1, runs.outputs[i], 0, count);
    }
}

/// The slice of a scanned input, whose first `skip` dimensions are dropped, and the axis.
TensorShape scanned_slice(Context& c, size_t slot, int64_t axis, size_t skip, DimId& length) {
    TensorShape slice = c.input(slot);
    slice.valued = false;
    auto shape = c.shape(slot);
    const auto at = shape ? checked_axis(c, axis, shape->size()) : std::nullopt;
    if (!at || shape->size() <= skip) return slice;
    length = c.same(length, (*shape)[*at], "Lengths of scanned inputs");
    shape->erase(*at);
    if (skip > 0) shape->erase(0);
    return c.make(slice.dtype, *shape);
}

int64_t axis_of(Context& c, std::string_view name, size_t i) {
    const auto axes = c.list(name);
    return axes && i < axes->size() ? (*axes)[i] : 0;
}

/// From version 9 on.
void scan_plain(Context& c) {
    const auto scanned = static_cast<size_t>(std::max<int64_t>(0, c.integer("num_scan_inputs", 0)));
    if (scanned > c.inputs()) return c.conflict("There are less inputs than scanned ones.");
    const size_t states = c.inputs() - scanned;
    std::vector<TensorShape> initial;
    std::vector<TensorShape> slices;
    DimId length;
    initial.reserve(states);
    slices.reserve(scanned);
    for (size_t i = 0; i < states; ++i) initial.push_back(c.input(i));
    for (size_t i = 0; i < scanned; ++i) {
        slices.push_back(scanned_slice(c, states + i, axis_of(c, "scan_input_axes", i), 0, length));
    }
    const Repeated runs = repeat(c, c.graph("body"), {}, initial, slices, 0);
    c.set_trips(length);
    if (runs.outputs.empty()) return;
    for (size_t i = 0; i < states; ++i) c.set_fact(i, runs.states[i]);
    for (size_t i = states; i < runs.outputs.size(); ++i) {
        const size_t rank = runs.outputs[i].dims.count + 1;
        const auto axis = normal_axis(axis_of(c, "scan_output_axes", i - states), rank);
        if (axis) set_stacked(c, i, runs.outputs[i], *axis, length);
    }
}

/// A tensor with a batch dimension in front, or without it.
TensorShape without_batch(Context& c, size_t slot, DimId& batch) {
    auto shape = c.shape(slot);
    if (!shape || shape->empty()) return c.input(slot);
    batch = c.same(batch, (*shape)[0], "Batches");
    shape->erase(0);
    return c.make(c.dtype(slot), *shape);
}

void set_batched(Context& c, size_t slot, const TensorShape& fact, DimId batch, bool stacked, DimId length) {
    if (!fact.ranked) return c.set_type(slot, fact.dtype);
    DimList shape = c.dims_of(fact);
    if (stacked) shape.insert(0, length);
    shape.insert(0, batch);
    c.set(slot, fact.dtype, shape);
}

/// Version 8 has lengths of the sequences first and a batch dimension everywhere.
void scan_batched(Context& c) {
    const auto scanned = static_cast<size_t>(std::max<int64_t>(0, c.integer("num_scan_inputs", 0)));
    if (scanned + 1 > c.inputs()) return;
    const size_t states = c.inputs() - scanned - 1;
    DimId batch;
    DimId length;
    std::vector<TensorShape> initial;
    std::vector<TensorShape> slices;
    initial.reserve(states);
    slices.reserve(scanned);
    for (size_t i = 0; i < states; ++i) initial.push_back(without_batch(c, 1 + i, batch));
    for (size_t i = 0; i < scanned; ++i) {
        const auto shape = c.shape(1 + states + i);
        if (shape && !shape->empty()) batch = c.same(batch, (*shape)[0], "Batches");
        slices.push_back(scanned_slice(c, 1 + states + i, 1, 1, length));
    }
    const Repeated runs = repeat(c, c.graph("body"), {}, initial, slices, 0);
    // Sequences may have lengths of their own.
    c.set_trips(c.has(0) ? DimId() : c.dims().mul(batch, length));
    for (size_t i = 0; i < runs.outputs.size(); ++i) {
        const bool stacked = i >= states;
        set_batched(c, i, stacked ? runs.outputs[i] : runs.states[i], batch, stacked, length);
    }
}

void scan(Context& c) {
    c.version() < 9 ? scan_batched(c) : scan_plain(c);
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"If", if_then_else},
    {"Loop", loop},
    {"Scan", scan},
});

}  // namespace

std::span<const OperatorFunction> control_flow_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
