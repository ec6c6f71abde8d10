#pragma once

#include "context.h"

/// Arithmetic on the elements of small tensors.
namespace netloupe::infer {

/// One element of the result from one of each input; unknown when it cannot be told.
using ValueRule = DimId (*)(DimensionTable&, DimId, DimId);
using ElementRule = DimId (*)(DimensionTable&, DimId);

DimId sum(DimensionTable& table, DimId a, DimId b);
DimId difference(DimensionTable& table, DimId a, DimId b);
DimId product(DimensionTable& table, DimId a, DimId b);
/// Only where rounding down and towards zero are the same.
DimId quotient(DimensionTable& table, DimId a, DimId b);
DimId floor_quotient(DimensionTable& table, DimId a, DimId b);
DimId remainder(DimensionTable& table, DimId a, DimId b);
/// For exponents that are numbers.
DimId power(DimensionTable& table, DimId a, DimId b);
DimId larger(DimensionTable& table, DimId a, DimId b);
DimId smaller(DimensionTable& table, DimId a, DimId b);
DimId equal(DimensionTable& table, DimId a, DimId b);
DimId not_equal(DimensionTable& table, DimId a, DimId b);
DimId less(DimensionTable& table, DimId a, DimId b);
DimId less_or_equal(DimensionTable& table, DimId a, DimId b);
DimId greater(DimensionTable& table, DimId a, DimId b);
DimId greater_or_equal(DimensionTable& table, DimId a, DimId b);
DimId both(DimensionTable& table, DimId a, DimId b);
DimId either(DimensionTable& table, DimId a, DimId b);

DimId negative(DimensionTable& table, DimId a);
DimId absolute(DimensionTable& table, DimId a);
DimId opposite(DimensionTable& table, DimId a);
DimId sign(DimensionTable& table, DimId a);
DimId not_below_zero(DimensionTable& table, DimId a);
/// What rounding makes of a whole number.
DimId whole(DimensionTable& table, DimId a);

/// Sets the elements of the first output from those of the inputs, where they are known.
void fold_unary(Context& c, ElementRule rule);
/// The same from all inputs, one after the other, broadcast to the shape that the output was given. Does
/// nothing for a null rule.
void fold_inputs(Context& c, ValueRule rule);
void fold_where(Context& c);

}  // namespace netloupe::infer
