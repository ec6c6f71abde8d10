#include "lint/rule.h"

#include <algorithm>
#include <cctype>

namespace netloupe::lint {

namespace {

bool equal_in_any_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

const Rule* find_rule(std::string_view id_or_name) {
    const auto all = rules();
    const auto found = std::ranges::find_if(all, [&](const Rule* rule) {
        return equal_in_any_case(rule->id, id_or_name) || equal_in_any_case(rule->name, id_or_name);
    });
    return found == all.end() ? nullptr : *found;
}

}  // namespace netloupe::lint
