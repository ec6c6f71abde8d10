#pragma once

#include "context.h"

namespace netloupe::infer {

/// Reshapes input 0 to `target`, whose elements may be -1 (the rest) and, where `zero_copies`, 0 (as before).
void reshape_to(Context& c, const DimList& target, bool zero_copies);
/// Gives the first output the elements of the first input, which has the same number of them.
void keep_value(Context& c);
/// Permutes the dimensions of input 0.
void transpose_by(Context& c, const std::optional<IntList>& permutation);
/// Drops dimensions of extent 1 of input 0: those given, else all.
void squeeze_axes(Context& c, bool given, const std::optional<IntList>& axes);
/// Repeats input 0 as often as the elements of input `slot` say.
void tile_by(Context& c, size_t slot);
/// First output: the dimensions [begin, end) of input 0 as elements of the type.
void give_dims(Context& c, DataType type, int64_t begin, int64_t end);
/// Numbers from input 0 to input 1 in steps of input 2.
void give_range(Context& c);
/// A tensor of extents that input `slot` lists; `fill` is the value of its elements.
void fill_dims(Context& c, DataType type, size_t slot, DimId fill);

}  // namespace netloupe::infer
