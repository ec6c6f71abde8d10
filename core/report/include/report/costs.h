#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cost/costs.h"
#include "model/model.h"
#include "report/style.h"

namespace netloupe::report {

/// What the main graph costs, its memory plan, and the nodes that cost most.
std::string costs_text(const Model& model, const cost::Costs& costs, const Style& style);

/// Costs of a node or graph: NodeCosts of schemas/protocol.schema.json.
nlohmann::ordered_json cost_json(const cost::Costs& costs, const cost::Cost& cost);
/// Costs of every graph: totals, plan with the place of every tensor, and every node.
nlohmann::ordered_json costs_json(const Model& model, const cost::Costs& costs);

}  // namespace netloupe::report
