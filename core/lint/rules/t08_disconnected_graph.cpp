#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "context.h"
#include "node_list.h"

namespace netloupe::lint {

namespace {

/// Parts of a graph that share no activation, as a union-find forest of its nodes.
class Parts {
public:
    explicit Parts(const GraphFacts& graph)
        : graph_(graph), parents_(graph.graph().nodes.size()), last_(graph.graph().tensors.size()) {
        std::iota(parents_.begin(), parents_.end(), 0U);
        for (size_t n = 0; n < parents_.size(); ++n) join(NodeId(n));
    }

    /// The first node that multiplies weights of each part that has one, and that is not computed of
    /// constants alone.
    [[nodiscard]] std::vector<NodeId> networks() {
        std::map<uint32_t, NodeId> first;
        for (size_t n = 0; n < parents_.size(); ++n) {
            if (graph_.has(NodeId(n), OpTraits::kCompute) && graph_.is_backbone(NodeId(n)))
                first.try_emplace(root(static_cast<uint32_t>(n)), n);
        }
        std::vector<NodeId> nodes;
        for (const auto& [part, node] : first) nodes.push_back(node);
        std::ranges::sort(nodes, {}, &NodeId::value);
        return nodes;
    }

private:
    /// Weights that two networks share make no network of them.
    void join(NodeId node) {
        const auto meet = [&](TensorId id) {
            if (!id.valid() || graph_.is_constant(id)) return;
            NodeId& last = last_[id.index()];
            if (last.valid()) parents_[root(node.value)] = root(last.value);
            last = node;
        };
        for (const TensorId input : graph_.inputs(node)) meet(input);
        for (const TensorId output : graph_.outputs(node)) meet(output);
    }

    uint32_t root(uint32_t node) {
        while (parents_[node] != node) {
            parents_[node] = parents_[parents_[node]];
            node = parents_[node];
        }
        return node;
    }

    const GraphFacts& graph_;
    std::vector<uint32_t> parents_;
    std::vector<NodeId> last_;  ///< By tensor: a node at it.
};

/// A value that a branch or loop body reads joins the node that holds the body with what makes it.
bool holds_graphs(const GraphFacts& graph) {
    return std::ranges::any_of(graph.graph().nodes, [&](const Node& node) {
        const auto attributes = graph.model().attributes_of(node);
        return std::ranges::any_of(attributes, [](const Attribute& attribute) {
            return attribute.type == AttributeType::kGraph || attribute.type == AttributeType::kGraphs;
        });
    });
}

void check(Context& context) {
    if (context.model().signatures.size() > 1) return;
    const GraphFacts& graph = context.facts().graph(GraphId(0U));
    if (holds_graphs(graph)) return;
    const std::vector<NodeId> networks = Parts(graph).networks();
    if (networks.size() < 2) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format("The graph consists of {} networks that have nothing to do with each other, "
                               "beginning with {}: who needs one runs them all.",
                               networks.size(), list_of(graph, networks)),
        .fix = "Save each as a model of its own, or look for the connection that was lost.",
        .graph = graph.id(),
        .node = networks.front(),
        .nodes = networks,
    });
}

}  // namespace

extern const Rule t08_disconnected_graph;
const Rule t08_disconnected_graph{
    .id = "T08",
    .name = "disconnected-graph",
    .summary = "The graph consists of several networks without a connection.",
    .severity = Severity::kWarning,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "Counts the parts of the main graph that share no activation and have at least one "
                    "layer on the way from an input to an output.",
            .why = "A runtime computes all of them for every call. Often a connection was lost, when a graph "
                   "was cut or put together by a script.",
            .not_a_problem = "Bundles with several signatures, whose graphs are run apart. Parts that share "
                             "an input are connected. Graphs with control flow are not judged.",
            .fix = "Save the networks as models of their own, or restore the connection.",
            .example = "```\nConv(a, w) -> x\nConv(b, v) -> y\noutput x, y\n```",
            .source = "https://github.com/onnx/onnx/blob/main/docs/IR.md, "
                      "https://github.com/NVIDIA/TensorRT/tree/main/tools/Polygraphy",
        },
    .check = check,
};

}  // namespace netloupe::lint
