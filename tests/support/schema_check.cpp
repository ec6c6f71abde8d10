#include "support/schema_check.h"

#include <algorithm>
#include <fstream>
#include <regex>

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

SchemaCheck::SchemaCheck(const std::string& path) : schema_(Json::parse(std::ifstream(path))) {}

std::vector<std::string> SchemaCheck::problems(const Json& value, const std::string& definition) const {
    std::vector<std::string> problems;
    check(value, schema_["definitions"].at(definition), definition, problems);
    return problems;
}

std::vector<std::string> SchemaCheck::problems(const Json& value) const {
    std::vector<std::string> problems;
    check(value, schema_, "", problems);
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
    const auto fits = [&](const Json& choice) {
        std::vector<std::string> ignored;
        check(value, choice, place, ignored);
        return ignored.empty();
    };
    if (schema.contains("anyOf") && std::ranges::none_of(schema["anyOf"], fits))
        problems.push_back(place + " is none of the choices: " + value.dump());
    if (schema.contains("pattern") &&
        !std::regex_search(value.get<std::string>(), std::regex(schema["pattern"].get<std::string>())))
        problems.push_back(place + " is " + value.dump());
    const char* least = value.is_array() ? "minItems" : "minLength";
    const size_t size = value.is_string() ? value.get_ref<const std::string&>().size() : value.size();
    if (schema.contains(least) && size < schema[least]) problems.push_back(place + " is too short");
    if (schema.contains("maxItems") && size > schema["maxItems"]) problems.push_back(place + " is too long");
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
        } else if (const Json& others =
                       schema.contains("additionalProperties") ? schema["additionalProperties"] : Json(true);
                   others.is_object()) {
            check(member, others, place + "." + name, problems);
        } else if (others == false) {
            problems.push_back(place + " has " + name);
        }
    }
}

}  // namespace netloupe::testing
