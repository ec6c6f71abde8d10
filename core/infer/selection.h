#pragma once

#include <span>

#include "context.h"

namespace netloupe::infer {

/// Picks slices of input 0 along the axis by the indices of input 1.
void gather_axis(Context& c, size_t axis, size_t batch_dims);
/// Joins inputs [0, count) along the axis, which may count from the end.
void concat_axis(Context& c, int64_t axis, std::span<const size_t> slots, DataType type);
/// Elements start, start + step, ... before end, of `extent` elements; as Python counts.
DimId slice_extent(DimensionTable& table, DimId extent, DimId start, DimId end, int64_t step);

/// One output of a split: where it begins and how long it is.
struct Part {
    int64_t begin;
    int64_t count;
};
/// Gives output `slot` the elements of a part of input `input`, which has one dimension.
void keep_part(Context& c, size_t slot, size_t input, Part part);

}  // namespace netloupe::infer
