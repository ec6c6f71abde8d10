#include "metadata.h"

#include "config_attributes.h"

namespace netloupe::keras {

using json::member;

void Metadata::add(std::string_view key, const std::string& value) {
    if (!value.empty()) entries_.push_back({model_.strings.intern(key), model_.strings.intern(value)});
}

/// {"class_name": "Adam", "config": {"learning_rate": 0.001}} is "optimizer" and "optimizer.learning_rate".
void Metadata::add_object(std::string_view key, const Json& object) {
    add(key, std::string(json::text(member(object, "class_name"))));
    const Json& config = member(object, "config");
    if (!config.is_object()) return;
    for (const auto& [name, value] : config.items()) {
        if (!value.is_null()) add(std::string(key) + "." + name, text_of(value));
    }
}

void Metadata::add_training(const Json& training) {
    if (!training.is_object()) return;
    for (const auto& [key, value] : training.items()) {
        if (value.is_null()) continue;
        const bool optimizer = key == "optimizer" || key == "optimizer_config";
        if (optimizer && value.is_object()) {
            add_object("optimizer", value);
        } else {
            add(optimizer ? "optimizer" : key, text_of(value));
        }
    }
}

void Metadata::finish() {
    model_.model_metadata = append(model_.metadata, std::span<const KeyValue>(entries_));
}

}  // namespace netloupe::keras
