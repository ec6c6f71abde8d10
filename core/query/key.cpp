#include "query/key.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/utf8.h"

namespace netloupe::query {

namespace {

/// Fields of a key are separated by this; names hardly ever hold it, and one that does is not found again.
constexpr char kSeparator = '\n';

std::string_view first_output(const Model& model, const Graph& graph, const Node& node) {
    for (const TensorId output : model.outputs(node)) {
        if (output.valid()) return model.text(graph.tensor(output).name);
    }
    return {};
}

std::vector<std::string_view> fields_of(std::string_view key) {
    std::vector<std::string_view> fields;
    while (true) {
        const size_t end = key.find(kSeparator);
        fields.push_back(key.substr(0, end));
        if (end == std::string_view::npos) return fields;
        key.remove_prefix(end + 1);
    }
}

std::optional<uint32_t> number(std::string_view text) {
    uint32_t value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || rest != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The graph of that name nearest to that index; the one at the index when no name fits.
GraphId find_graph(const Model& model, std::string_view name, uint32_t index) {
    if (index < model.graphs.size() && to_utf8(model.text(model.graphs[index].name)) == name)
        return GraphId(index);
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        if (to_utf8(model.text(model.graphs[g].name)) == name) return GraphId(g);
    }
    return index < model.graphs.size() ? GraphId(index) : GraphId();
}

uint64_t distance(size_t a, size_t b) {
    return a > b ? a - b : b - a;
}

struct NodeKey {
    std::string_view op;
    std::string_view name;
    std::string_view output;
    uint32_t index;
};

/// A name or an output's name must be the same; a node that never had any is known by operator and index.
NodeId find_node(const Model& model, const Graph& graph, const NodeKey& key) {
    NodeId best;
    int best_score = 0;
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        const Node& node = graph.nodes[n];
        const bool same_op = to_utf8(model.text(node.op)) == key.op;
        int score = same_op ? 1 : 0;
        if (!key.name.empty() && to_utf8(model.text(node.name)) == key.name) score += 4;
        if (!key.output.empty() && to_utf8(first_output(model, graph, node)) == key.output) score += 2;
        if (key.name.empty() && key.output.empty() && same_op && n == key.index) score += 2;
        if (score < 2) continue;
        const bool nearer = score == best_score && distance(n, key.index) < distance(best.index(), key.index);
        if (score > best_score || nearer) {
            best = NodeId(n);
            best_score = score;
        }
    }
    return best;
}

TensorId find_tensor(const Model& model, const Graph& graph, std::string_view name, uint32_t index) {
    TensorId best;
    for (size_t t = 0; t < graph.tensors.size(); ++t) {
        if (name.empty() && t != index) continue;
        if (to_utf8(model.text(graph.tensors[t].name)) != name) continue;
        if (!best.valid() || distance(t, index) < distance(best.index(), index)) best = TensorId(t);
    }
    return best;
}

}  // namespace

std::string key_of(const Model& model, GraphId graph_id, NodeId id) {
    const Graph& graph = model.graph(graph_id);
    const Node& node = graph.node(id);
    return fmt::format("node\n{}\n{}\n{}\n{}\n{}\n{}", to_utf8(model.text(graph.name)), graph_id.value,
                       to_utf8(model.text(node.op)), to_utf8(model.text(node.name)),
                       to_utf8(first_output(model, graph, node)), id.value);
}

std::string key_of(const Model& model, GraphId graph_id, TensorId id) {
    const Graph& graph = model.graph(graph_id);
    return fmt::format("tensor\n{}\n{}\n{}\n{}", to_utf8(model.text(graph.name)), graph_id.value,
                       to_utf8(model.text(graph.tensor(id).name)), id.value);
}

Element resolve(const Model& model, std::string_view key) {
    const auto fields = fields_of(key);
    const bool is_node = fields[0] == "node" && fields.size() == 7;
    const bool is_tensor = fields[0] == "tensor" && fields.size() == 5;
    if (!is_node && !is_tensor) return {};
    const auto graph_index = number(fields[2]);
    const auto index = number(fields.back());
    if (!graph_index || !index) return {};
    const GraphId graph = find_graph(model, fields[1], *graph_index);
    if (!graph.valid()) return {};
    Element element{graph, {}, {}};
    if (is_node)
        element.node = find_node(model, model.graph(graph), {fields[3], fields[4], fields[5], *index});
    if (is_tensor) element.tensor = find_tensor(model, model.graph(graph), fields[3], *index);
    if (!element.node.valid() && !element.tensor.valid()) return {};
    return element;
}

}  // namespace netloupe::query
