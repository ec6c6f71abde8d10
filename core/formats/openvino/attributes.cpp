#include "attributes.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace netloupe::openvino {

namespace {

bool same_ignoring_case(std::string_view text, std::string_view lower) {
    return std::ranges::equal(text, lower, [](unsigned char a, char b) { return std::tolower(a) == b; });
}

/// Fills the list when all parts are numbers; otherwise leaves the pool as it was.
template <typename T>
std::optional<Range> read_list(std::vector<T>& pool, std::string_view value) {
    const size_t begin = pool.size();
    const bool all = for_each_part(value, ',', [&](std::string_view part) {
        const auto number = parse_number<T>(part);
        if (number) pool.push_back(*number);
        return number.has_value();
    });
    if (!all) {
        pool.resize(begin);
        return std::nullopt;
    }
    return Range{static_cast<uint32_t>(begin), static_cast<uint32_t>(pool.size() - begin)};
}

bool looks_like_number(std::string_view value) {
    constexpr std::string_view kLetters = "0123456789+-.";
    return !value.empty() && kLetters.find(value[0]) != std::string_view::npos;
}

void read_number(Attribute& attribute, std::string_view value) {
    if (const auto integer = parse_number<int64_t>(value)) {
        attribute.type = AttributeType::kInt;
        attribute.integer = *integer;
    } else if (const auto real = parse_number<double>(value)) {
        attribute.type = AttributeType::kFloat;
        attribute.real = *real;
    }
}

}  // namespace

Attribute read_attribute(Reading& reading, std::string_view name, std::string_view value) {
    Attribute attribute;
    attribute.name = reading.intern(name);
    attribute.type = AttributeType::kString;
    value = trimmed(value);
    if (same_ignoring_case(value, "true") || same_ignoring_case(value, "false")) {
        attribute.type = AttributeType::kBool;
        attribute.integer = same_ignoring_case(value, "true") ? 1 : 0;
    } else if (looks_like_number(value) && value.find(',') == std::string_view::npos) {
        read_number(attribute, value);
    } else if (looks_like_number(value)) {
        if (const auto integers = read_list(reading.model.ints, value)) {
            attribute.type = AttributeType::kInts;
            attribute.list = *integers;
        } else if (const auto reals = read_list(reading.model.floats, value)) {
            attribute.type = AttributeType::kFloats;
            attribute.list = *reals;
        }
    }
    if (attribute.type == AttributeType::kString) attribute.text = reading.intern(value);
    return attribute;
}

}  // namespace netloupe::openvino
