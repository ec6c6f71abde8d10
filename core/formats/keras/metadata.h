#pragma once

#include <string_view>

#include "containers/json_access.h"
#include "model/model.h"

namespace netloupe::keras {

/// Collects what a file says of its model beside the layers.
class Metadata {
public:
    explicit Metadata(Model& model) : model_(model) {}

    void add(std::string_view key, const std::string& value);
    /// How the model was compiled: losses, metrics, and the optimizer with what it was set to.
    void add_training(const Json& training);
    /// Writes it to the model.
    void finish();

private:
    void add_object(std::string_view key, const Json& object);

    Model& model_;
    std::vector<KeyValue> entries_;
};

}  // namespace netloupe::keras
