#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "infer/dimension.h"
#include "model/model.h"

namespace netloupe::cli {

/// Extents for named dimensions of the model, each written "batch=1". Errors say what is wrong, and which
/// names the model has.
Result<std::vector<infer::Binding>> read_bindings(const Model& model, std::span<const std::string> texts);

}  // namespace netloupe::cli
