#pragma once

#include <optional>
#include <span>

#include "context.h"

/// Moves the elements of small tensors of any rank, in row-major order.
namespace netloupe::infer {

/// The extents as numbers, when that many elements are few enough to be followed.
std::optional<IntList> small_extents(Context& c, const DimList& shape);
/// Of an input whose elements are known, too.
std::optional<IntList> known_extents(Context& c, size_t slot);

/// Elements of a tensor, seen in another order: how many there are along each dimension, how far they are
/// apart, and where the first one is.
struct ElementView {
    IntList extents;
    IntList strides;
    int64_t first = 0;
};
ElementView whole_view(const IntList& extents);
/// Stretched to the result's extents by the rules of NumPy; none when they do not fit.
std::optional<ElementView> broadcast_view(const IntList& extents, const IntList& result);
/// Those that the view shows; none when it leaves the tensor.
std::optional<DimList> elements_of(const DimList& elements, const ElementView& view);

/// The elements of an input, stretched to a shape; none where some are unknown to exist.
std::optional<DimList> broadcast_value(Context& c, size_t slot, const DimList& result);

/// Sets the elements of the first output ...
void transpose_value(Context& c, std::span<const int64_t> permutation);
void tile_value(Context& c, std::span<const int64_t> repeats);
void gather_value(Context& c, size_t axis);
void concat_value(Context& c, int64_t axis, std::span<const size_t> slots);

/// Part of one dimension: `count` elements from `begin` on, `step` apart.
struct Cut {
    int64_t begin = 0;
    int64_t count = 0;
    int64_t step = 1;
};
/// The elements of an input between cuts, one for each dimension, go to an output.
void cut_value(Context& c, size_t output, size_t input, std::span<const Cut> cuts);
/// Each output has a part of the input along the axis.
void split_value(Context& c, size_t input, size_t axis, const DimList& parts);

}  // namespace netloupe::infer
