#pragma once

#include <string>

#include "cost/costs.h"
#include "infer/shapes.h"
#include "model/model.h"
#include "report/style.h"

namespace netloupe::report {

/// What is in a model, for people: signature with quantization, operators counted, costs,
/// size by tensor, metadata.
std::string summary_text(const Model& model, const infer::Shapes& shapes, const cost::Costs& costs,
                         const Style& style);

/// Every fact of a model as JSON: see docs of `netloupe show --json`. Reads the first four values of each
/// constant.
std::string summary_json(const Model& model, const infer::Shapes& shapes, const cost::Costs& costs);

}  // namespace netloupe::report
