#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "infer/shapes.h"
#include "model/model.h"

namespace netloupe::cli {

/// Reads what --bind was given, each "name=extent". Errors: kInvalid, saying how to write it, or that a name
/// is bound to two extents.
Result<std::vector<infer::Binding>> parse_bindings(std::span<const std::string> texts);

/// Errors: kInvalid for a name that no dimension of the model has, with those that there are.
Result<void> expect_names(const Model& model, std::span<const infer::Binding> bindings);

}  // namespace netloupe::cli
