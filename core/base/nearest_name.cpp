#include "base/nearest_name.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>
#include <vector>

namespace netloupe {

namespace {

bool same_letter(char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// Letters to change, insert or delete to make one of the other.
size_t distance(std::string_view a, std::string_view b) {
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 0; i < a.size(); ++i) {
        size_t diagonal = std::exchange(row[0], i + 1);
        for (size_t j = 0; j < b.size(); ++j) {
            const size_t changed = diagonal + (same_letter(a[i], b[j]) ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::optional<std::string_view> nearest_name(std::string_view name, std::span<const std::string_view> known) {
    std::optional<std::string_view> nearest;
    size_t least = std::max<size_t>(1, name.size() / 3) + 1;
    for (const std::string_view candidate : known) {
        const size_t letters = distance(name, candidate);
        if (letters >= least) continue;
        least = letters;
        nearest = candidate;
    }
    return nearest;
}

}  // namespace netloupe
