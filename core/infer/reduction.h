#pragma once

#include "context.h"
#include "shape_rules.h"
#include "value_rules.h"

namespace netloupe::infer {

/// Folds the axes of input 0, all of them when none are given; output `slot`.
void reduce(Context& c, size_t slot, const Axes& axes, std::optional<size_t> axis_count, bool keep);
/// Folds the elements of input 0, when it has one dimension, into one.
/// Does nothing for a null rule.
void fold_all(Context& c, ValueRule rule);

}  // namespace netloupe::infer
