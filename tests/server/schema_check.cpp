#include "server/schema_check.h"

#include <algorithm>
#include <fstream>

namespace netloupe::testing {

namespace {

using Json = nlohmann::ordered_json;

bool has_type(const Json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    if (type == "integer") return value.is_number_integer();
    return value.is_number();
}

bool has_type_of(const Json& value, const Json& types) {
    if (types.is_string()) return has_type(value, types.get<std::string>());
    return std::ranges::any_of(types,
                               [&](const Json& type) { return has_type(value, type.get<std::string>()); });
}

}  // namespace

SchemaCheck::SchemaCheck() : schema_(Json::parse(std::ifstream(NETLOUPE_PROTOCOL_SCHEMA))) {}

std::vector<std::string> SchemaCheck::problems(const Json& value, const std::string& definition) const {
    std::vector<std::string> problems;
    check(value, schema_["definitions"].at(definition), definition, problems);
    return problems;
}

std::vector<std::string> SchemaCheck::methods() const {
    std::vector<std::string> methods;
    for (const auto& [name, definition] : schema_["properties"].items()) methods.push_back(name);
    return methods;
}

void SchemaCheck::check(const Json& value, const Json& schema, const std::string& place,
                        std::vector<std::string>& problems) const {
    if (schema.contains("$ref")) {
        const auto name = schema["$ref"].get<std::string>();
        return check(value, schema_["definitions"].at(name.substr(name.rfind('/') + 1)), place, problems);
    }
    if (schema.contains("type") && !has_type_of(value, schema["type"])) {
        problems.push_back(place + " is a " + value.type_name());
        return;
    }
    if (schema.contains("enum") && std::ranges::find(schema["enum"], value) == schema["enum"].end())
        problems.push_back(place + " is " + value.dump());
    if (schema.contains("minimum") && value < schema["minimum"]) problems.push_back(place + " is too small");
    if (value.is_object()) check_object(value, schema, place, problems);
    if (!value.is_array() || !schema.contains("items")) return;
    for (size_t i = 0; i < value.size(); ++i) {
        check(value[i], schema["items"], place + "[" + std::to_string(i) + "]", problems);
    }
}

void SchemaCheck::check_object(const Json& value, const Json& schema, const std::string& place,
                               std::vector<std::string>& problems) const {
    for (const Json& name : schema.value("required", Json::array())) {
        if (!value.contains(name.get<std::string>())) problems.push_back(place + " lacks " + name.dump());
    }
    const Json properties = schema.value("properties", Json::object());
    for (const auto& [name, member] : value.items()) {
        if (properties.contains(name)) {
            check(member, properties[name], place + "." + name, problems);
        } else if (!schema.value("additionalProperties", true)) {
            problems.push_back(place + " has " + name);
        }
    }
}

}  // namespace netloupe::testing
