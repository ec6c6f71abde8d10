#include "query/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>

#include "base/utf8.h"
#include "query/describe.h"

namespace netloupe::query {

namespace {

/// Where an item's children stand: "g<graph>", "g<graph>:<first>-<end>:<scope>" or "n<graph>.<node>".
struct Place {
    GraphId graph;
    NodeId node;  ///< Children are the graphs that this node holds.
    size_t first = 0;
    size_t end = 0;  ///< 0: all children of the scope, else these of them.
    std::string scope;
};

std::string id_of(const Place& place) {
    if (place.node.valid()) return fmt::format("n{}.{}", place.graph.value, place.node.value);
    return fmt::format("g{}:{}-{}:{}", place.graph.value, place.first, place.end, place.scope);
}

/// Consumes a number and the separator behind it.
std::optional<size_t> take_number(std::string_view& text, char separator) {
    size_t value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<size_t>(rest - text.data()));
    if (separator == '\0') return text.empty() ? std::optional(value) : std::nullopt;
    if (!text.starts_with(separator)) return std::nullopt;
    text.remove_prefix(1);
    return value;
}

std::optional<Place> place_of(const Model& model, std::string_view id) {
    if (id.empty()) return std::nullopt;
    const char kind = id[0];
    id.remove_prefix(1);
    const auto graph = take_number(id, kind == 'n' ? '.' : ':');
    if (!graph || *graph >= model.graphs.size()) return std::nullopt;
    Place place;
    place.graph = GraphId(*graph);
    if (kind == 'n') {
        const auto node = take_number(id, '\0');
        if (!node || *node >= model.graphs[*graph].nodes.size()) return std::nullopt;
        place.node = NodeId(*node);
        return place;
    }
    const auto first = take_number(id, '-');
    const auto end = take_number(id, ':');
    if (kind != 'g' || !first || !end) return std::nullopt;
    place.first = *first;
    place.end = *end;
    place.scope = std::string(id);
    return place;
}

/// The path that a node's name makes: its own, or its first output's, where converters keep the scopes of
/// nodes that were merged behind a semicolon.
std::string path_of(const Model& model, const Graph& graph, const Node& node) {
    const std::string_view name = known_name(model, graph, node);
    return to_utf8(name.substr(0, name.find(';')));
}

TreeItem graph_item(const Model& model, GraphId id) {
    const Graph& graph = model.graph(id);
    TreeItem item;
    item.id = id_of({.graph = id, .node = {}, .scope = {}});
    const std::string name = to_utf8(model.text(graph.name));
    const std::string attribute = to_utf8(model.text(graph.owner_attribute));
    item.label = !attribute.empty() ? attribute : name.empty() ? fmt::format("Graph {}", id.value) : name;
    item.description = fmt::format("{} nodes", graph.nodes.size());
    item.kind = TreeItem::Kind::kGraph;
    item.has_children = true;
    item.graph = id;
    return item;
}

std::vector<GraphId> graphs_held_by(const Model& model, GraphId parent, NodeId node) {
    std::vector<GraphId> held;
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        if (model.graphs[g].parent == parent && model.graphs[g].owner == node) held.emplace_back(g);
    }
    return held;
}

bool holds_graphs(const Model& model, const Node& node) {
    return std::ranges::any_of(model.attributes_of(node), [](const Attribute& attribute) {
        return attribute.type == AttributeType::kGraph || attribute.type == AttributeType::kGraphs ||
               attribute.graph.valid();
    });
}

TreeItem node_item(const Model& model, GraphId graph_id, NodeId id, std::string_view scope) {
    const Graph& graph = model.graph(graph_id);
    const Node& node = graph.node(id);
    TreeItem item;
    item.id = id_of({.graph = graph_id, .node = id, .scope = {}});
    item.label = to_utf8(model.text(node.op));
    item.description = path_of(model, graph, node).substr(scope.empty() ? 0 : scope.size() + 1);
    item.kind = TreeItem::Kind::kNode;
    item.has_children = holds_graphs(model, node) && !graphs_held_by(model, graph_id, id).empty();
    item.graph = graph_id;
    item.node = id;
    return item;
}

TreeItem operand_item(const Model& model, const infer::KnownTypes& types, GraphId graph_id, TensorId id,
                      TreeItem::Kind kind, size_t index) {
    const Tensor& tensor = model.graph(graph_id).tensor(id);
    TreeItem item;
    item.id = fmt::format("{}{}.{}", kind == TreeItem::Kind::kInput ? "i" : "o", graph_id.value, index);
    item.label = to_utf8(model.text(tensor.name));
    item.description = types.type_text(graph_id, id);
    item.kind = kind;
    item.graph = graph_id;
    item.tensor = id;
    return item;
}

/// Scopes and nodes directly inside a scope, in the order in which they first appear.
std::vector<TreeItem> items_in_scope(const Model& model, GraphId graph_id, const std::string& scope) {
    const Graph& graph = model.graph(graph_id);
    const std::string prefix = scope.empty() ? "" : scope + "/";
    std::vector<TreeItem> items;
    std::unordered_map<std::string, size_t> scopes;
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        const std::string path = path_of(model, graph, graph.nodes[n]);
        if (!path.starts_with(prefix)) continue;
        // A leading slash is no scope of its own.
        const size_t slash = path.find('/', prefix.empty() && path.starts_with('/') ? 1 : prefix.size());
        if (slash == std::string::npos) {
            items.push_back(node_item(model, graph_id, NodeId(n), scope));
            continue;
        }
        const std::string inner = path.substr(0, slash);
        const auto [known, added] = scopes.try_emplace(inner, items.size());
        if (added) {
            TreeItem item;
            item.id = id_of({.graph = graph_id, .node = {}, .scope = inner});
            item.label = inner.substr(prefix.size());
            item.kind = TreeItem::Kind::kScope;
            item.has_children = true;
            item.graph = graph_id;
            items.push_back(std::move(item));
        }
        items[known->second].nodes.emplace_back(n);
    }
    for (TreeItem& item : items) {
        if (item.kind == TreeItem::Kind::kScope)
            item.description = fmt::format("{} node{}", item.nodes.size(), item.nodes.size() == 1 ? "" : "s");
    }
    return items;
}

std::vector<TreeItem> in_ranges(std::vector<TreeItem> items, const Place& place) {
    if (items.size() <= kTreeSiblings) return items;
    std::vector<TreeItem> ranges;
    for (size_t first = 0; first < items.size(); first += kTreeRange) {
        const size_t end = std::min(first + kTreeRange, items.size());
        TreeItem range;
        range.id =
            id_of({.graph = place.graph, .node = {}, .first = first, .end = end, .scope = place.scope});
        range.label = fmt::format("{} … {}", first + 1, end);
        range.kind = TreeItem::Kind::kRange;
        range.has_children = true;
        range.graph = place.graph;
        for (size_t i = first; i < end; ++i) {
            if (items[i].node.valid()) range.nodes.push_back(items[i].node);
            range.nodes.insert(range.nodes.end(), items[i].nodes.begin(), items[i].nodes.end());
        }
        range.description = fmt::format("{} nodes", range.nodes.size());
        ranges.push_back(std::move(range));
    }
    return ranges;
}

std::vector<TreeItem> children_of_place(const Model& model, const infer::KnownTypes& types,
                                        const Place& place) {
    auto items = items_in_scope(model, place.graph, place.scope);
    if (place.end != 0) {
        const auto begin = items.begin() + static_cast<ptrdiff_t>(std::min(place.first, items.size()));
        const auto end = items.begin() + static_cast<ptrdiff_t>(std::min(place.end, items.size()));
        return {std::make_move_iterator(begin), std::make_move_iterator(std::max(begin, end))};
    }
    items = in_ranges(std::move(items), place);
    if (!place.scope.empty()) return items;
    const Graph& graph = model.graph(place.graph);
    std::vector<TreeItem> all;
    all.reserve(graph.inputs.size() + items.size() + graph.outputs.size());
    for (size_t i = 0; i < graph.inputs.size(); ++i) {
        all.push_back(operand_item(model, types, place.graph, graph.inputs[i], TreeItem::Kind::kInput, i));
    }
    std::ranges::move(items, std::back_inserter(all));
    for (size_t i = 0; i < graph.outputs.size(); ++i) {
        all.push_back(operand_item(model, types, place.graph, graph.outputs[i], TreeItem::Kind::kOutput, i));
    }
    return all;
}

}  // namespace

Result<std::vector<TreeItem>> tree_children(const Model& model, const infer::KnownTypes& types,
                                            std::string_view id) {
    std::vector<TreeItem> items;
    if (id.empty()) {
        const auto top = [](const Graph& graph) { return !graph.parent.valid(); };
        if (std::ranges::count_if(model.graphs, top) == 1)
            return children_of_place(model, types, {.graph = GraphId(0U), .node = {}, .scope = {}});
        for (size_t g = 0; g < model.graphs.size(); ++g) {
            if (top(model.graphs[g])) items.push_back(graph_item(model, GraphId(g)));
        }
        return items;
    }
    const auto place = place_of(model, id);
    if (!place) return fail(ErrorCode::kInvalid, fmt::format("No item of the tree has the id {}.", id));
    if (!place->node.valid()) return children_of_place(model, types, *place);
    for (const GraphId graph : graphs_held_by(model, place->graph, place->node)) {
        items.push_back(graph_item(model, graph));
    }
    return items;
}

}  // namespace netloupe::query
