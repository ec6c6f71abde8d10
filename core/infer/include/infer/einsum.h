#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace netloupe::infer {

/// The equation of an Einsum: "bij,jk->bik".
struct EinsumEquation {
    explicit EinsumEquation(std::string_view text);

    std::vector<std::string> operands;  ///< Terms, without blanks.
    std::string result;                 ///< The implied one where the equation has no arrow.
};

/// What each dimension of an operand of that rank is called: its letter, or its place from behind (-1, -2
/// ...) among those of an ellipsis. Nothing when the rank does not fit.
std::optional<std::vector<int>> einsum_labels(std::string_view term, size_t rank);

}  // namespace netloupe::infer
