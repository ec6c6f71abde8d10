#include "base/natural_order.h"

#include <algorithm>

namespace netloupe {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The digits at the front, without the zeros before them.
std::string_view number_at(std::string_view text) {
    const auto* const end = std::ranges::find_if_not(text, is_digit);
    std::string_view digits = text.substr(0, static_cast<size_t>(end - text.begin()));
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    return digits;
}

std::string_view after_number(std::string_view text) {
    const auto* const end = std::ranges::find_if_not(text, is_digit);
    return text.substr(static_cast<size_t>(end - text.begin()));
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
    const std::string_view whole_a = a;
    const std::string_view whole_b = b;
    while (!a.empty() && !b.empty()) {
        if (is_digit(a[0]) && is_digit(b[0])) {
            const std::string_view number_a = number_at(a);
            const std::string_view number_b = number_at(b);
            if (number_a.size() != number_b.size()) return number_a.size() < number_b.size();
            if (number_a != number_b) return number_a < number_b;
            a = after_number(a);
            b = after_number(b);
        } else {
            if (a[0] != b[0]) return a[0] < b[0];
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    if (a.empty() != b.empty()) return a.empty();
    return whole_a < whole_b;  // "01" and "1" are still two names.
}

}  // namespace netloupe
