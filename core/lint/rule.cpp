#include "lint/rule.h"

#include <algorithm>
#include <cctype>

namespace netloupe::lint {

namespace {

bool equal_in_any_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

bool begins_in_any_case(std::string_view text, std::string_view beginning) {
    return !beginning.empty() && text.size() >= beginning.size() &&
           equal_in_any_case(text.substr(0, beginning.size()), beginning);
}

}  // namespace

const Rule* find_rule(std::string_view id_or_name) {
    const auto all = rules();
    const auto found = std::ranges::find_if(all, [&](const Rule* rule) {
        return equal_in_any_case(rule->id, id_or_name) || equal_in_any_case(rule->name, id_or_name);
    });
    return found == all.end() ? nullptr : *found;
}

bool selects(std::string_view text, const Rule& rule) {
    return begins_in_any_case(rule.id, text) || equal_in_any_case(rule.name, text);
}

}  // namespace netloupe::lint
