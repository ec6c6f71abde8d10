#include "config_attributes.h"

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "model/attribute_list.h"

namespace netloupe::keras {

namespace {

using json::member;

/// Values that Keras 3 writes as objects and other generations by their names: functions and policies of
/// types.
const Json& plain(const Json& value) {
    const std::string_view kind = json::text(member(value, "class_name"));
    const Json& config = member(value, "config");
    if ((kind == "function" || kind == "builtin_function_or_method") && config.is_string()) return config;
    if (kind == "DTypePolicy" && member(config, "name").is_string()) return member(config, "name");
    return value;
}

bool add_list(AttributeList& attributes, StringId name, const Json& value) {
    const auto all = [&](auto is) { return std::ranges::all_of(value, is); };
    Model& model = attributes.model();
    if (value.empty() || value.size() > limits::kInlineList) return false;
    if (all([](const Json& one) { return one.is_number_integer(); })) {
        std::vector<int64_t> numbers;
        for (const Json& one : value) numbers.push_back(one.get<int64_t>());
        attributes.add_ints(name, numbers);
    } else if (all([](const Json& one) { return one.is_number(); })) {
        std::vector<double> numbers;
        for (const Json& one : value) numbers.push_back(one.get<double>());
        attributes.add_reals(name, numbers);
    } else if (all([](const Json& one) { return one.is_string(); })) {
        std::vector<StringId> texts;
        for (const Json& one : value) texts.push_back(model.strings.intern(json::text(one)));
        attributes.add_texts(name, texts);
    } else {
        return false;
    }
    return true;
}

std::string dumped(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

void add_config_attribute(Model& model, std::string_view name, const Json& value) {
    AttributeList attributes(model);
    const StringId id = model.strings.intern(name);
    const Json& shown = plain(value);
    if (shown.is_boolean()) return attributes.add_bool(id, shown.get<bool>());
    if (shown.is_number_integer()) return attributes.add_int(id, shown.get<int64_t>());
    if (shown.is_number()) return attributes.add_real(id, shown.get<double>());
    // Text is never put aside into the file as a span: it has been taken out of JSON.
    if (shown.is_string()) {
        Attribute& attribute = model.attributes.emplace_back();
        attribute.name = id;
        attribute.type = AttributeType::kString;
        attribute.text = model.strings.intern(json::text(shown));
        return;
    }
    if (shown.is_array() && add_list(attributes, id, shown)) return;
    attributes.add_json(id, dumped(shown));
}

std::optional<DataType> data_type(const Json& value) {
    struct Entry {
        std::string_view name;
        DataType dtype;
    };
    // A policy of mixed precision says what is computed with, not what is stored.
    static constexpr auto kTypes = std::to_array<Entry>({
        {"float32", DataType::kFloat32},
        {"float64", DataType::kFloat64},
        {"float16", DataType::kFloat16},
        {"bfloat16", DataType::kBFloat16},
        {"mixed_float16", DataType::kFloat16},
        {"mixed_bfloat16", DataType::kBFloat16},
        {"int8", DataType::kInt8},
        {"int16", DataType::kInt16},
        {"int32", DataType::kInt32},
        {"int64", DataType::kInt64},
        {"uint8", DataType::kUint8},
        {"uint16", DataType::kUint16},
        {"uint32", DataType::kUint32},
        {"uint64", DataType::kUint64},
        {"bool", DataType::kBool},
        {"string", DataType::kString},
        {"complex64", DataType::kComplex64},
        {"complex128", DataType::kComplex128},
    });
    const auto* found = std::ranges::find(kTypes, json::text(plain(value)), &Entry::name);
    return found == kTypes.end() ? std::nullopt : std::optional(found->dtype);
}

std::optional<Shape> read_shape(Model& model, const Json& value) {
    // Keras 3 writes some shapes as {"class_name": "__tuple__", "items": [...]}.
    const Json& items = value.is_object() ? member(value, "items") : value;
    if (!items.is_array() || items.size() > limits::kRank) return std::nullopt;
    std::vector<Dimension> dims;
    for (const Json& extent : items) {
        if (!extent.is_null() && !extent.is_number_integer()) return std::nullopt;
        const int64_t number = json::integer(extent, Dimension::kDynamic);
        dims.push_back({number < 0 ? Dimension::kDynamic : number, {}});
    }
    return Shape{append(model.dims, std::span<const Dimension>(dims)), true};
}

std::string text_of(const Json& value) {
    const Json& shown = plain(value);
    return shown.is_string() ? std::string(json::text(shown)) : dumped(shown);
}

}  // namespace netloupe::keras
