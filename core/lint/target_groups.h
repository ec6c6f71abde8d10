#pragma once

#include <string>
#include <vector>

#include "context.h"

namespace netloupe::lint {

/// Nodes of one operator in one graph about which a target says the same.
struct TargetGroup {
    const Facts::OnTarget* on = nullptr;
    GraphId graph;
    std::string op;
    targets::Reason reason;  ///< Of the first node.
    std::vector<NodeId> nodes;

    /// Its words, as those of the first node.
    [[nodiscard]] std::string text(const Model& model) const {
        return targets::reason_text(model, *on->target, graph, nodes[0], reason);
    }
};

/// What `wanted(graph, node, verdict, reason)` picks of the reasons that the chosen targets give.
using WantedReason = bool (*)(const GraphFacts&, NodeId, const targets::NodeVerdict&, const targets::Reason&);
std::vector<TargetGroup> target_groups(Context& context, WantedReason wanted);

/// "Conv \"c1\" and 3 more": a finding's nodes as its message names them.
std::string first_of(const GraphFacts& graph, const std::vector<NodeId>& nodes);

/// The reason is about how a quantized tensor is quantized: its scheme, its numbers, or the type of its
/// integers. That a tensor is not quantized is no such reason.
bool is_about_quantization(const GraphFacts& graph, const targets::Reason& reason);

/// Reports one finding about a group: `message` says what, with the node and the target's reason before it.
void report_group(Context& context, TargetGroup group, Severity severity, std::string_view message,
                  std::string_view fix);

/// Reports each group of what is wanted in that way.
void report_groups(Context& context, WantedReason wanted, Severity severity, std::string_view message,
                   std::string_view fix);

}  // namespace netloupe::lint
