#pragma once

#include "containers/pickle.h"
#include "model/model.h"

namespace netloupe::python {

/// Notes in Model::python_imports what loading the pickle would import and call. `part` names the pickle
/// where the file has several.
void add_imports(Model& model, const pickle::Pickle& pickle, std::string_view part = {});

}  // namespace netloupe::python
