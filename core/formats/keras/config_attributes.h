#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "containers/json_access.h"
#include "model/model.h"

namespace netloupe::keras {

/// Adds what a config says under that name to the model's attributes.
void add_config_attribute(Model& model, std::string_view name, const Json& value);

/// An element type as a config writes it: its name, or a policy that has one; nothing when it is none.
std::optional<DataType> data_type(const Json& value);

/// [null, 224, 224, 3]; nothing when it is no shape.
std::optional<Shape> read_shape(Model& model, const Json& value);

/// The text of a value: itself, or as JSON.
std::string text_of(const Json& value);

}  // namespace netloupe::keras
