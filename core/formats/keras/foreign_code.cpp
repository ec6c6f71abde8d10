#include "foreign_code.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "containers/json_access.h"

namespace netloupe::keras {

namespace {

using json::member;

class Collector {
public:
    explicit Collector(Model& model) : model_(model) {}

    // NOLINTNEXTLINE(misc-no-recursion): JSON nests no deeper than limits::kNesting.
    void visit(const Json& value) {
        if (value.is_object() && member(value, "class_name").is_string()) visit_object(value);
        if (!value.is_structured()) return;
        for (const Json& one : value) visit(one);
    }

private:
    void visit_object(const Json& value) {
        const std::string_view module = json::text(member(value, "module"));
        const std::string_view registered = json::text(member(value, "registered_name"));
        const std::string_view kind = json::text(member(value, "class_name"));
        const Json& config = member(value, "config");
        const bool function = kind == "function" && config.is_string();
        const std::string_view name = function ? json::text(config) : kind;
        if (!is_of_keras(module)) {
            add(module, name);
        } else if (module == "builtins" && !function) {
            add(module, name);
        } else if (registered.contains('>')) {
            add({}, registered);
        } else if (kind.contains('>')) {
            add({}, kind);
        }
    }

    void add(std::string_view module, std::string_view name) {
        const std::pair key(model_.strings.intern(module), model_.strings.intern(name));
        if (seen_.insert(key).second) model_.python_imports.push_back({key.first, key.second, {}, {}, {}});
    }

    Model& model_;
    std::set<std::pair<StringId, StringId>> seen_;
};

}  // namespace

bool is_of_keras(std::string_view module) {
    static constexpr auto kOwn =
        std::to_array<std::string_view>({"keras", "keras_core", "tf_keras", "tensorflow", "builtins"});
    return module.empty() || std::ranges::find(kOwn, module.substr(0, module.find('.'))) != kOwn.end();
}

void add_foreign_code(Model& model, const Json& config) {
    Collector(model).visit(config);
}

}  // namespace netloupe::keras
