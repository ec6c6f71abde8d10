#pragma once

#include <optional>
#include <span>

#include "tensor_values.h"

namespace netloupe::infer {

/// Picks slices of input 0 along the axis by the indices of input 1.
void gather_axis(Context& c, size_t axis, size_t batch_dims);
/// Picks slices of input 0 by the index tuples of input 1.
void gather_tuples(Context& c);
/// Joins the inputs along the axis, which may count from the end; their elements are left out.
void concat_axis(Context& c, int64_t axis, std::span<const size_t> slots, DataType type);
/// Elements start, start + step, ... before end, of `extent` elements; as Python counts.
DimId slice_extent(DimensionTable& table, DimId extent, DimId start, DimId end, int64_t step);

/// Elements start, start + step, ... before end, of `extent`; as Python counts. None for a step of 0.
std::optional<Cut> cut_between(int64_t start, int64_t end, int64_t step, int64_t extent);

}  // namespace netloupe::infer
