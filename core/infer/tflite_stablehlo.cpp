// Operators of StableHLO that TensorFlow Lite has as builtins, as far as they have dimension numbers.

#include <algorithm>
#include <array>

#include "operator_functions.h"
#include "selection.h"
#include "shape_rules.h"
#include "tflite_windows.h"

namespace netloupe::infer {

namespace {

using Numbers = std::span<const int64_t>;

Numbers numbers(Context& c, std::string_view name) {
    return c.list(name).value_or(Numbers());
}

bool contains(Numbers list, size_t number) {
    return std::ranges::find(list, static_cast<int64_t>(number)) != list.end();
}

/// The dimension of that number; unknown when there is none.
DimId dimension(const DimList& shape, int64_t number) {
    return number >= 0 && number < static_cast<int64_t>(shape.size()) ? shape[static_cast<size_t>(number)]
                                                                      : DimId();
}

void put(DimList& shape, int64_t number, DimId extent) {
    if (number >= 0 && number < static_cast<int64_t>(shape.size()))
        shape[static_cast<size_t>(number)] = extent;
}

int64_t at(Numbers list, size_t i, int64_t fallback) {
    return i < list.size() ? list[i] : fallback;
}

void convolution(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto data = c.shape(0);
    const auto kernel = c.shape(1);
    const Numbers from = numbers(c, "input_spatial_dimensions");
    const Numbers of = numbers(c, "kernel_spatial_dimensions");
    const Numbers to = numbers(c, "output_spatial_dimensions");
    if (!data || !kernel || from.size() != of.size() || from.size() != to.size()) return;
    DimensionTable& table = c.dims();
    DimList result = unknown_dims(data->size());
    const DimId batch = dimension(*data, c.integer("input_batch_dimension", 0));
    const DimId groups = table.constant(std::max<int64_t>(1, c.integer("batch_group_count", 1)));
    put(result, c.integer("output_batch_dimension", 0), table.floor_div(batch, groups));
    put(result, c.integer("output_feature_dimension", 0),
        dimension(*kernel, c.integer("kernel_output_feature_dimension", 0)));
    const Numbers pads = numbers(c, "padding");
    for (size_t i = 0; i < from.size(); ++i) {
        put(result, to[i],
            window_places(c, dimension(*data, from[i]),
                          {.extent = dimension(*kernel, of[i]),
                           .stride = at(numbers(c, "window_strides"), i, 1),
                           .data_dilation = at(numbers(c, "lhs_dilation"), i, 1),
                           .dilation = at(numbers(c, "rhs_dilation"), i, 1),
                           .before = at(pads, 2 * i, 0),
                           .behind = at(pads, 2 * i + 1, 0)}));
    }
    c.set_shape(0, result);
}

/// Batches, then what is left of the left and of the right operand.
void dot_general(Context& c) {
    c.set_type(0, c.declared_type(0) == DataType::kUnknown ? c.dtype(0) : c.declared_type(0));
    const auto left = c.shape(0);
    const auto right = c.shape(1);
    if (!left || !right) return;
    const Numbers left_batch = numbers(c, "lhs_batching_dimensions");
    const Numbers right_batch = numbers(c, "rhs_batching_dimensions");
    const Numbers left_folded = numbers(c, "lhs_contracting_dimensions");
    const Numbers right_folded = numbers(c, "rhs_contracting_dimensions");
    if (left_batch.size() != right_batch.size() || left_folded.size() != right_folded.size()) return;
    DimList result;
    for (size_t i = 0; i < left_batch.size(); ++i) {
        result.push(c.same(dimension(*left, left_batch[i]), dimension(*right, right_batch[i]), "Batches"));
    }
    for (size_t i = 0; i < left_folded.size(); ++i) {
        c.same(dimension(*left, left_folded[i]), dimension(*right, right_folded[i]),
               "Inner dimensions of a product");
    }
    for (size_t i = 0; i < left->size(); ++i) {
        if (!contains(left_batch, i) && !contains(left_folded, i)) result.push((*left)[i]);
    }
    for (size_t i = 0; i < right->size(); ++i) {
        if (!contains(right_batch, i) && !contains(right_folded, i)) result.push((*right)[i]);
    }
    c.set_shape(0, result);
}

/// Slices stand at the offset dimensions, the places of the indices at the others.
void gather(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto indices = c.shape(1);
    const auto sizes = c.list("slice_sizes");
    if (!indices || !sizes) return;
    const Numbers offsets = numbers(c, "offset_dims");
    const Numbers collapsed = numbers(c, "collapsed_slice_dims");
    const int64_t vector = c.integer("index_vector_dim", 0);
    DimList places;
    for (size_t i = 0; i < indices->size(); ++i) {
        if (static_cast<int64_t>(i) != vector) places.push((*indices)[i]);
    }
    DimList slice;
    for (size_t i = 0; i < sizes->size(); ++i) {
        if (!contains(collapsed, i)) slice.push(c.dims().constant((*sizes)[i]));
    }
    if (slice.size() != offsets.size())
        return c.conflict("There is not one offset for each slice dimension.");
    DimList result;
    size_t next_place = 0;
    size_t next_slice = 0;
    for (size_t i = 0; i < places.size() + slice.size(); ++i) {
        const bool offset = contains(offsets, i);
        if (offset ? next_slice == slice.size() : next_place == places.size()) return;
        result.push(offset ? slice[next_slice++] : places[next_place++]);
    }
    c.set_shape(0, result);
}

void pad(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    const Numbers low = numbers(c, "edge_padding_low");
    const Numbers high = numbers(c, "edge_padding_high");
    const Numbers between = numbers(c, "interior_padding");
    if (!shape || low.size() != shape->size() || high.size() != shape->size()) return;
    DimensionTable& table = c.dims();
    for (size_t i = 0; i < shape->size(); ++i) {
        const int64_t gap = at(between, i, 0);
        if (gap < 0 || gap == INT64_MAX) return;
        const DimId spread = dilated(table, (*shape)[i], gap + 1);
        (*shape)[i] = table.add(table.add(spread, table.constant(low[i])), table.constant(high[i]));
    }
    c.set_shape(0, *shape);
}

/// The first half of the inputs is data, the other where to begin.
void reduce(Context& c) {
    const auto folded = c.list("dimensions");
    for (size_t slot = 0; slot < c.outputs(); ++slot) {
        c.set_type(slot, c.dtype(slot));
        const auto shape = c.shape(slot);
        if (!shape || !folded) continue;
        DimList result;
        for (size_t i = 0; i < shape->size(); ++i) {
            if (!contains(*folded, i)) result.push((*shape)[i]);
        }
        c.set_shape(slot, result);
    }
}

void reduce_window(Context& c) {
    const auto window = c.list("window_dimensions");
    const Numbers pads = numbers(c, "padding");
    for (size_t slot = 0; slot < c.outputs(); ++slot) {
        c.set_type(slot, c.dtype(slot));
        auto shape = c.shape(slot);
        if (!shape || !window || window->size() != shape->size()) continue;
        for (size_t i = 0; i < shape->size(); ++i) {
            (*shape)[i] = window_places(c, (*shape)[i],
                                        {.extent = c.dims().constant((*window)[i]),
                                         .stride = at(numbers(c, "window_strides"), i, 1),
                                         .data_dilation = at(numbers(c, "base_dilations"), i, 1),
                                         .dilation = at(numbers(c, "window_dilations"), i, 1),
                                         .before = at(pads, 2 * i, 0),
                                         .behind = at(pads, 2 * i + 1, 0)});
        }
        c.set_shape(slot, *shape);
    }
}

void slice(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto shape = c.shape(0);
    const auto starts = c.list("start_indices");
    const auto limits = c.list("limit_indices");
    const Numbers strides = numbers(c, "strides");
    if (!shape || !starts || !limits || starts->size() != shape->size() || limits->size() != shape->size())
        return;
    DimList result;
    for (size_t i = 0; i < shape->size(); ++i) {
        result.push(slice_extent(c.dims(), (*shape)[i], c.dims().constant((*starts)[i]),
                                 c.dims().constant((*limits)[i]), at(strides, i, 1)));
    }
    c.set_shape(0, result);
}

void dynamic_slice(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto sizes = c.list("slice_sizes");
    if (!sizes) return;
    DimList result;
    for (const int64_t size : *sizes) result.push(c.dims().constant(size));
    c.set_shape(0, result);
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"STABLEHLO_CONVOLUTION", convolution},
    {"STABLEHLO_DOT_GENERAL", dot_general},
    {"STABLEHLO_DYNAMIC_SLICE", dynamic_slice},
    {"STABLEHLO_DYNAMIC_UPDATE_SLICE", like<0>},
    {"STABLEHLO_GATHER", gather},
    {"STABLEHLO_PAD", pad},
    {"STABLEHLO_REDUCE", reduce},
    {"STABLEHLO_REDUCE_WINDOW", reduce_window},
    {"STABLEHLO_RNG_BIT_GENERATOR", like<0>},
    {"STABLEHLO_SCATTER", like_each},
    {"STABLEHLO_SLICE", slice},
    {"STABLEHLO_SORT", like_each},
});

}  // namespace

std::span<const OperatorFunction> tflite_stablehlo_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
