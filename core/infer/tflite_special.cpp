// Builtin operators of TensorFlow Lite that few files use: handles of variables and tables, embeddings,
// hashes.

#include <array>

#include "operator_functions.h"
#include "shape_rules.h"
#include "tflite_windows.h"

namespace netloupe::infer {

DimId dilated(DimensionTable& table, DimId extent, int64_t factor) {
    if (factor == 1) return extent;
    const DimId one = table.constant(1);
    const DimId spread = table.add(table.mul(table.sub(extent, one), table.constant(factor)), one);
    return table.max(spread, table.constant(0));
}

DimId window_places(Context& c, DimId extent, const SlidingWindow& window) {
    if (window.stride < 1 || window.data_dilation < 1 || window.dilation < 1) {
        c.conflict("Strides and dilations must be at least 1.");
        return {};
    }
    DimensionTable& table = c.dims();
    DimId padded = dilated(table, extent, window.data_dilation);
    padded = table.add(table.add(padded, table.constant(window.before)), table.constant(window.behind));
    const DimId covered = dilated(table, window.extent, window.dilation);
    const DimId places = table.add(table.floor_div(table.sub(padded, covered), table.constant(window.stride)),
                                   table.constant(1));
    const auto number = table.value(places);
    return number && *number < 0 ? table.constant(0) : places;
}

namespace {

DimId extent_of(Context& c, size_t slot, size_t axis) {
    const auto shape = c.shape(slot);
    return shape && axis < shape->size() ? (*shape)[axis] : DimId();
}

/// Nothing but effects.
void no_output(Context&) {}

/// A handle; what its shape is says nothing.
void handle(Context& c) {
    c.set_type(0, DataType::kResource);
}

void call_once(Context& c) {
    c.run(c.graph("init_subgraph_index"), {});
}

/// The same bits: elements of another width add or take the last dimension.
void bitcast(Context& c) {
    auto shape = c.shape(0);
    const uint32_t from = bits(c.dtype(0));
    const uint32_t to = bits(c.declared_type(0));
    if (!shape || from == 0 || to == 0) return;
    if (from > to) {
        shape->push(c.dims().constant(from / to));
    } else if (from < to) {
        if (shape->empty()) return c.conflict("A scalar has too few bits for the result's type.");
        c.demand((*shape)[shape->size() - 1], to / from, "The last dimension and the ratio of the types");
        shape->resize(shape->size() - 1);
    }
    c.set_shape(0, *shape);
}

void dilate(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape) return;
    const auto factors = c.ints(1);
    for (size_t i = 0; i < shape->size(); ++i) {
        const bool known = factors && i < factors->size() && (*factors)[i] >= 1;
        (*shape)[i] = known ? dilated(c.dims(), (*shape)[i], (*factors)[i]) : DimId();
    }
    c.set_shape(0, *shape);
}

/// Window, strides and dilations are inputs.
void reduce_window(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape) return;
    const std::array lists{c.ints(2), c.ints(3), c.ints(4), c.ints(5)};
    for (size_t i = 0; i < shape->size(); ++i) {
        bool known = true;
        for (const auto& list : lists) known = known && list && i < list->size();
        (*shape)[i] = known ? window_places(c, (*shape)[i],
                                            {.extent = c.dims().constant((*lists[0])[i]),
                                             .stride = (*lists[1])[i],
                                             .data_dilation = (*lists[2])[i],
                                             .dilation = (*lists[3])[i]})
                            : DimId();
    }
    c.set_shape(0, *shape);
}

/// Rows for each place of the sparse indices but the last dimension, over which they are combined.
void embedding_lookup_sparse(Context& c) {
    c.set_type(0, c.dtype(4));
    const auto places = listed_dims(c, 2);
    const auto table = c.shape(4);
    if (!places || places->empty() || !table || table->empty()) return;
    DimList result(places->first(places->size() - 1));
    result.append(table->from(1));
    c.set_shape(0, result);
}

void table_find(Context& c) {
    c.set_type(0, c.dtype(2));
    if (const auto keys = c.shape(1)) c.set_shape(0, *keys);
}

void table_size(Context& c) {
    c.set(0, DataType::kInt64, {c.dims().constant(1)});
}

/// One number of a hash function's bits, or each of its bits.
void lsh_projection(Context& c) {
    const DimId functions = extent_of(c, 0, 0);
    const bool dense = c.text("type", "") == "DENSE";
    c.set(0, DataType::kInt32, {dense ? c.dims().mul(functions, extent_of(c, 0, 1)) : functions});
}

/// One step. Old files have scratch and state among the outputs.
void lstm(Context& c) {
    const DimId batch = extent_of(c, 0, 0);
    const bool old = c.outputs() == 4;
    if (c.text("kernel_type", "FULL") != "BASIC")
        return c.set(old ? 3 : 0, c.dtype(0), {batch, extent_of(c, 8, 1)});
    const DimId units = extent_of(c, 1, 1);
    c.set(0, c.dtype(0), {batch, units});
    c.set(1, c.dtype(4), {batch, units});
    c.set(2, c.dtype(0), {batch, extent_of(c, 2, 1)});
    c.set_shape(3, {batch, extent_of(c, 2, 0)});
}

void skip_gram(Context& c) {
    c.set(0, DataType::kString, {DimId()});
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"ASSIGN_VARIABLE", no_output},
    {"BITCAST", bitcast},
    {"CALL_ONCE", call_once},
    {"DILATE", dilate},
    {"EMBEDDING_LOOKUP_SPARSE", embedding_lookup_sparse},
    {"HASHTABLE", handle},
    {"HASHTABLE_FIND", table_find},
    {"HASHTABLE_IMPORT", no_output},
    {"HASHTABLE_SIZE", table_size},
    {"LSH_PROJECTION", lsh_projection},
    {"LSTM", lstm},
    {"REDUCE_WINDOW", reduce_window},
    {"SKIP_GRAM", skip_gram},
    {"VAR_HANDLE", handle},
});

}  // namespace

std::span<const OperatorFunction> tflite_special_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
