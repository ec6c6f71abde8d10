#pragma once

#include <optional>
#include <string>
#include <vector>

#include "targets/verdict.h"

namespace netloupe::targets {

/// Nodes of one operator that have their verdict for one reason.
struct OperatorGroup {
    std::string op;  ///< As targets name it: "Conv", "com.microsoft:Gelu", "CUSTOM:name".
    Verdict verdict = Verdict::kSupported;
    std::optional<Reason> reason;  ///< The one that decides, of the first node.
    std::vector<NodeId> nodes;
};

/// The nodes of a graph that run, worst verdict first, then by operator.
std::vector<OperatorGroup> group_operators(const Model& model, GraphId graph, const Assessment& assessment);

/// Nodes of one operator.
struct OperatorNodes {
    std::string op;
    std::vector<NodeId> nodes;
};

/// These nodes by their operators, the most frequent first.
std::vector<OperatorNodes> by_operator(const Model& model, GraphId graph, std::span<const NodeId> nodes);

/// "CONV_2D ×3, SOFTMAX": the operators of these nodes, most frequent first.
std::string operators_text(const Model& model, GraphId graph, std::span<const NodeId> nodes);

}  // namespace netloupe::targets
