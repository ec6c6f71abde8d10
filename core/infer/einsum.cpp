#include "infer/einsum.h"

#include <algorithm>
#include <map>

namespace netloupe::infer {

namespace {

constexpr std::string_view kEllipsis = "...";

/// The letters that occur once, in alphabetical order, behind the ellipsis.
std::string implied_result(std::string_view operands) {
    std::map<char, size_t> uses;
    for (const char letter : operands) {
        if (letter != '.' && letter != ',') ++uses[letter];
    }
    std::string result(operands.contains(kEllipsis) ? kEllipsis : std::string_view());
    for (const auto& [letter, count] : uses) {
        if (count == 1) result += letter;
    }
    return result;
}

}  // namespace

EinsumEquation::EinsumEquation(std::string_view text) {
    std::string whole(text);
    std::erase(whole, ' ');
    const size_t arrow = whole.find("->");
    const std::string left = whole.substr(0, arrow);
    result = arrow == std::string::npos ? implied_result(left) : whole.substr(arrow + 2);
    for (size_t begin = 0; begin <= left.size();) {
        const size_t end = std::min(left.find(',', begin), left.size());
        operands.push_back(left.substr(begin, end - begin));
        begin = end + 1;
    }
}

std::optional<std::vector<int>> einsum_labels(std::string_view term, size_t rank) {
    const size_t dots = term.find(kEllipsis);
    const bool open = dots != std::string_view::npos;
    const size_t letters = term.size() - (open ? kEllipsis.size() : 0);
    if (rank < letters || (!open && rank != letters)) return std::nullopt;
    std::vector<int> labels;
    for (size_t i = 0; i < term.size(); ++i) {
        if (i != dots) {
            labels.push_back(term[i]);
            continue;
        }
        for (size_t place = rank - letters; place > 0; --place) labels.push_back(-static_cast<int>(place));
        i += kEllipsis.size() - 1;
    }
    return labels;
}

}  // namespace netloupe::infer
