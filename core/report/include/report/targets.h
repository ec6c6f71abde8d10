#pragma once

#include <span>
#include <string>

#include "model/model.h"
#include "report/style.h"
#include "targets/placement.h"

namespace netloupe::report {

/// What a target makes of the main graph of a model. Without placement it does not take the model's format.
struct TargetResult {
    targets::Target target;
    targets::Assessment assessment;
    std::optional<targets::Placement> placement;
};

/// A line for each target: how many nodes have which verdict, shares of nodes and MACs, partitions.
std::string targets_table(const Model& model, std::span<const TargetResult> results, const Style& style);
/// Which operators and why, partitions, bytes across borders, what to replace.
std::string target_text(const Model& model, const TargetResult& result, const Style& style);
/// `details` adds operators, partitions and what to replace.
std::string targets_json(const std::string& path, const Model& model, std::span<const TargetResult> results,
                         bool details);

}  // namespace netloupe::report
