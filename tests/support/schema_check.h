#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace netloupe::testing {

/// Checks values against a JSON Schema; knows the words that the schemas of this project use, of `anyOf`
/// which of its schemas fits.
class SchemaCheck {
public:
    explicit SchemaCheck(const std::string& path);

    /// What is wrong with the value, a line each with its place; empty when it is a `definition`.
    [[nodiscard]] std::vector<std::string> problems(const nlohmann::ordered_json& value,
                                                    const std::string& definition) const;
    /// The same for the schema as a whole.
    [[nodiscard]] std::vector<std::string> problems(const nlohmann::ordered_json& value) const;
    /// Names of the requests that the schema describes.
    [[nodiscard]] std::vector<std::string> methods() const;

private:
    using Json = nlohmann::ordered_json;
    void check(const Json& value, const Json& schema, const std::string& place,
               std::vector<std::string>& problems) const;
    void check_object(const Json& value, const Json& schema, const std::string& place,
                      std::vector<std::string>& problems) const;

    Json schema_;
};

}  // namespace netloupe::testing
