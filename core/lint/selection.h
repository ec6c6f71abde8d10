#pragma once

#include "lint/lint.h"
#include "lint/rule.h"
#include "model/model.h"

namespace netloupe::lint {

/// The rule is made for the model's format, and the options ask for it.
bool applies(const Rule& rule, const Model& model, const Options& options);

}  // namespace netloupe::lint
