#pragma once

#include "containers/json_document.h"
#include "model/model.h"

namespace netloupe::keras {

/// Whether the module is part of Keras or of what it is built on; an empty one is.
bool is_of_keras(std::string_view module);

/// Adds to Model::python_imports what Keras takes from other modules, or must have been given, to make the
/// objects that a config describes.
void add_foreign_code(Model& model, const Json& config);

}  // namespace netloupe::keras
