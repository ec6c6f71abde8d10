#include <fmt/core.h>

#include <algorithm>
#include <span>

#include "context.h"
#include "node_list.h"
#include "ops/hidden_reads.h"

namespace netloupe::lint {

namespace {

/// Who reads what in a graph, bodies of control flow included: they need what they read of the graph around
/// before their node runs.
class Order {
public:
    Order(const GraphFacts& graph, std::span<const HiddenRead> hidden) : graph_(graph), hidden_(hidden) {}

    /// Nodes that read what this or a later node gives.
    [[nodiscard]] std::vector<NodeId> early() const {
        std::vector<bool> early(count());
        for (size_t n = 0; n < count(); ++n) {
            early[n] = std::ranges::any_of(graph_.inputs(NodeId(n)),
                                           [&](TensorId input) { return comes_later(input, NodeId(n)); });
        }
        for (const HiddenRead& read : hidden_) {
            if (comes_later(read.tensor, read.node)) early[read.node.index()] = true;
        }
        return those(early);
    }

    /// Nodes that wait for each other, or for such nodes.
    [[nodiscard]] std::vector<NodeId> stuck() const {
        std::vector<uint32_t> waiting(count());
        for (size_t n = 0; n < count(); ++n) {
            each_reader(NodeId(n), [&](NodeId reader) { ++waiting[reader.index()]; });
        }
        std::vector<NodeId> ready;
        for (size_t n = 0; n < count(); ++n) {
            if (waiting[n] == 0) ready.emplace_back(n);
        }
        std::vector<bool> stuck(count(), true);
        while (!ready.empty()) {
            const NodeId node = ready.back();
            ready.pop_back();
            stuck[node.index()] = false;
            each_reader(node, [&](NodeId reader) {
                if (--waiting[reader.index()] == 0) ready.push_back(reader);
            });
        }
        return those(stuck);
    }

private:
    [[nodiscard]] size_t count() const { return graph_.graph().nodes.size(); }

    [[nodiscard]] bool comes_later(TensorId tensor, NodeId reader) const {
        const NodeId producer = tensor.valid() ? graph_.tensor(tensor).producer : NodeId();
        return producer.valid() && producer >= reader;
    }

    /// Once for each operand that reads a result of the node.
    template <typename Visit>
    void each_reader(NodeId node, Visit visit) const {
        for (const TensorId output : graph_.outputs(node)) {
            if (!output.valid() || graph_.tensor(output).producer != node) continue;
            for (const Use& use : graph_.graph().consumers(graph_.tensor(output))) visit(use.node);
            for (const HiddenRead& read : std::ranges::equal_range(hidden_, output, {}, &HiddenRead::tensor))
                visit(read.node);
        }
    }

    static std::vector<NodeId> those(const std::vector<bool>& chosen) {
        std::vector<NodeId> nodes;
        for (size_t n = 0; n < chosen.size(); ++n) {
            if (chosen[n]) nodes.emplace_back(n);
        }
        return nodes;
    }

    const GraphFacts& graph_;
    std::span<const HiddenRead> hidden_;
};

void check_graph(Context& context, const GraphFacts& graph, std::span<const HiddenRead> hidden) {
    const Order order(graph, hidden);
    std::vector<NodeId> nodes = order.early();
    if (nodes.empty()) return;
    std::vector<NodeId> stuck = order.stuck();
    const bool cycle = !stuck.empty();
    // ONNX Runtime's own format sorts the nodes when it is loaded.
    if (!cycle && context.model().format == Format::kOrt) return;
    if (cycle) nodes = std::move(stuck);
    context.report({
        .severity = context.severity(),
        .message =
            cycle ? fmt::format("The graph has a cycle: {} node{} for {} own results ({}), and nothing can "
                                "run them.",
                                nodes.size(), nodes.size() == 1 ? " waits" : "s wait",
                                nodes.size() == 1 ? "its" : "their", list_of(graph, nodes))
                  : fmt::format("{} before a node whose result it reads ({}): ONNX asks for producers first, "
                                "and checkers and some runtimes refuse the model.",
                                nodes.size() == 1 ? std::string("1 node stands")
                                                  : fmt::format("Each of {} nodes stands", nodes.size()),
                                list_of(graph, nodes)),
        .fix = cycle ? "Cut the cycle; a state that comes back belongs into a Loop or Scan."
                     : "Sort the nodes topologically.",
        .graph = graph.id(),
        .node = nodes.front(),
        .nodes = nodes.size() == 1 ? std::vector<NodeId>() : nodes,
    });
}

void check(Context& context) {
    const auto hidden = hidden_reads(context.model());
    context.each_graph(
        [&](const GraphFacts& graph) { check_graph(context, graph, hidden[graph.id().index()]); });
}

}  // namespace

extern const Rule t04_not_topological;
const Rule t04_not_topological{
    .id = "T04",
    .name = "not-topological",
    .summary = "A node stands before the node whose result it reads, or the graph has a cycle.",
    .severity = Severity::kError,
    .formats = kOnnx,
    .documentation =
        {
            .what =
                "Compares the place of every node in its graph with those of the producers of its "
                "inputs, and of what the graphs inside it read from around. Where some stand later, it also "
                "looks for cycles.",
            .why = "ONNX requires that nodes are sorted topologically. Checkers refuse other files, and "
                   "runtimes that "
                   "run the nodes in their order fail. A cycle cannot be run at all.",
            .not_a_problem =
                "ONNX Runtime sorts the nodes itself, so that an unsorted model without a cycle may run "
                "there; its own format (.ort) does not ask for an order.",
            .fix = "Sort the nodes topologically when the graph was edited by hand.",
            .example = "```\nRelu(a) -> y\nConv(x, w) -> a\n```",
            .source = "https://github.com/onnx/onnx/blob/main/docs/IR.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
