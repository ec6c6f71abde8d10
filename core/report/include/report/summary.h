#pragma once

#include <string>

#include "infer/shapes.h"
#include "model/model.h"
#include "report/style.h"

namespace netloupe::report {

/// What is in a model, for people: signature with quantization, operators counted, size by tensor, metadata.
std::string summary_text(const Model& model, const infer::Shapes& shapes, const Style& style);

/// Every fact of a model as JSON: see docs of `netloupe show --json`. Reads the first four values of each
/// constant.
std::string summary_json(const Model& model, const infer::Shapes& shapes);

}  // namespace netloupe::report
