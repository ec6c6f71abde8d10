#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "context.h"

/// What several families of operators share.
namespace netloupe::infer {

/// The axis counted from the front; none when the rank has no such axis.
std::optional<size_t> normal_axis(int64_t axis, size_t rank);
/// The same for an axis that the node names: notes a conflict when there is none.
std::optional<size_t> checked_axis(Context& c, int64_t axis, size_t rank);

/// What shapes broadcast to by the rules of NumPy; notes a conflict when they do not.
DimList broadcast(Context& c, const DimList& a, const DimList& b);
/// The same for two extents.
DimId broadcast(Context& c, DimId a, DimId b);
/// What inputs [first, first + count) broadcast to; none when a rank is unknown.
std::optional<DimList> broadcast_inputs(Context& c, size_t first, size_t count);

/// Axes by attribute (older versions) or by input; none when they are given but unknown. `given` tells
/// whether there are any.
struct Axes {
    bool given = false;
    std::optional<IntList> values;
};
Axes axes_of(Context& c, std::string_view attribute, size_t slot);

/// Product of matrices, batched over leading dimensions, as numpy.matmul; none when a rank is unknown.
std::optional<DimList> matmul_shape(Context& c, const DimList& a, const DimList& b);

/// Elements `part` of a dimension list, in an unknown dimension list of the given rank.
inline DimList unknown_dims(size_t rank) {
    return DimList(rank, DimId());
}

/// The rank that a tensor of `slot`, which lists extents, gives: its only dimension.
std::optional<size_t> listed_rank(Context& c, size_t slot);
/// The extents that a tensor lists: its elements where they are known, else unknown ones of known number.
std::optional<DimList> listed_dims(Context& c, size_t slot);

/// floor(extent * factor), where that can be said exactly.
DimId scaled(DimensionTable& table, DimId extent, double factor);

/// First output: type and shape of input `slot`.
void like_input(Context& c, size_t output, size_t slot);

/// Each output: type and shape of the input of its place.
void like_each(Context& c);

template <size_t kSlot>
void like(Context& c) {
    like_input(c, 0, kSlot);
}

}  // namespace netloupe::infer
