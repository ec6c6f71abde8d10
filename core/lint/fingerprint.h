#pragma once

#include <vector>

#include "lint/finding.h"

namespace netloupe::lint {

/// Fills Finding::fingerprint: a hash of the rule, the graph's path and the names of node and tensor.
/// Findings that agree in all of these are told apart by their order.
void set_fingerprints(const Model& model, std::vector<Finding>& findings);

}  // namespace netloupe::lint
