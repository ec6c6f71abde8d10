#pragma once

#include "element_walk.h"

namespace netloupe::signature {

/// What the first operators behind an input compute of it: factor * x + offset, one number for all elements
/// or one for each channel.
struct LeadingArithmetic {
    std::vector<double> factor;
    std::vector<double> offset;
    /// Dimension that the numbers run along, counted from the last, which is 0. Of no meaning for one number.
    size_t axis_from_last = 0;
    bool batch_normalization = false;  ///< Part of it is one.
    NodeId node;                       ///< The first.

    [[nodiscard]] double factor_of(size_t i) const { return factor[i < factor.size() ? i : 0]; }
    [[nodiscard]] double offset_of(size_t i) const { return offset[i < offset.size() ? i : 0]; }
    [[nodiscard]] size_t channels() const { return std::max(factor.size(), offset.size()); }
};

/// Follows additions, subtractions, multiplications, divisions and batch normalizations by stored numbers, as
/// long as nothing else reads what they make. Nothing when there are none, or a factor is not positive.
std::optional<LeadingArithmetic> leading_arithmetic(const View& view, TensorId input);

}  // namespace netloupe::signature
