#include "network_reader.h"

#include <algorithm>
#include <utility>

#include "base/limits.h"
#include "base/text.h"
#include "layer_table.h"
#include "node_reader.h"

namespace netloupe::openvino {

namespace {

class NetworkReader {
public:
    NetworkReader(Reading& reading, const pugi::xml_node& network, const NetworkPlace& place)
        : reading_(reading), network_(network), place_(place) {
        id_ = GraphId(reading.model.graphs.size());
        reading.model.graphs.emplace_back();  // The bodies in it come behind it.
        graph_.name = reading.intern(Reading::text(network, "name"));
        graph_.kind = place.parent.valid() ? GraphKind::kSubgraph : GraphKind::kMain;
        graph_.parent = place.parent;
        graph_.owner = place.owner;
        graph_.owner_attribute = reading.intern(place.attribute);
        graph_.origin = reading.origin(network);
    }

    GraphId read() {
        LayerTable table(reading_, graph_, id_);
        table.read_layers(network_.child("layers"));
        table.read_edges(network_.child("edges"));
        if (place_.port_map) table.open_body_ports();
        table.settle_scalars();
        find_outputs(table);
        for (const Layer& layer : table.layers()) {
            if (reading_.stopped()) break;
            if (layer.kind == Layer::Kind::kNode) add_node(table, layer);
        }
        reading_.model.graphs[id_.index()] = std::move(graph_);
        return id_;
    }

private:
    /// What Result layers take; without them what the port map names, else what nobody takes.
    void find_outputs(LayerTable& table) {
        bool has_results = false;
        for (const Layer& layer : table.layers()) {
            if (layer.kind != Layer::Kind::kResult) continue;
            has_results = true;
            for (const TensorId source : table.sources(layer)) graph_.outputs.push_back(source);
        }
        if (has_results || reading_.version >= kFirstOpsetVersion) return;
        if (place_.port_map) {
            for (const pugi::xml_node output : place_.port_map.children("output")) {
                const TensorId tensor = table.output(Reading::text(output, "internal_layer_id"),
                                                     Reading::text(output, "internal_port_id"));
                if (tensor.valid()) graph_.outputs.push_back(tensor);
            }
            return;
        }
        const auto taken = table.taken();
        for (const Layer& layer : table.layers()) {
            if (layer.kind != Layer::Kind::kNode) continue;
            for (const TensorId tensor : table.outputs(layer)) {
                if (!taken[tensor.index()]) graph_.outputs.push_back(tensor);
            }
        }
    }

    void add_node(const LayerTable& table, const Layer& layer) {
        const NodeId id(graph_.nodes.size());
        Node node = read_node(reading_, table, layer, graph_, id, id_);
        std::vector<Attribute> attributes = read_attributes(reading_, layer.xml);
        for (const pugi::xml_node child : layer.xml.children()) {
            const std::string_view name = child.name();
            if (name.find("body") != std::string_view::npos && child.child("layers")) {
                attributes.push_back(read_body(child, name, layer, id));
            } else if (name.find("port_map") != std::string_view::npos || name == "back_edges") {
                attributes.push_back(describe_ports(reading_, child));
            }
        }
        node.attributes = append(reading_.model.attributes, std::span<const Attribute>(attributes));
        graph_.nodes.push_back(node);
    }

    /// "then_body" has the port map "then_port_map", "body2" has "port_map2".
    Attribute read_body(const pugi::xml_node& body, std::string_view name, const Layer& layer, NodeId owner) {
        std::string map(name);
        map.replace(map.find("body"), 4, "port_map");
        NetworkPlace place{id_, owner, name, layer.xml.child(map.c_str()), place_.depth + 1};
        if (!place.port_map) place.port_map = body;  // A body is one even when nothing joins it.
        Attribute attribute;
        attribute.name = reading_.intern(name);
        attribute.type = AttributeType::kGraph;
        attribute.graph = read_network(reading_, body, place);
        return attribute;
    }

    Reading& reading_;
    const pugi::xml_node network_;
    const NetworkPlace& place_;
    GraphId id_;
    Graph graph_;
};

}  // namespace

GraphId read_network(Reading& reading, const pugi::xml_node& network, const NetworkPlace& place) {
    if (place.depth > limits::kNesting || reading.model.graphs.size() >= limits::kGraphs) {
        reading.damage(network, "The bodies of layers are nested too deeply.", place.parent, place.owner,
                       ErrorCode::kLimit);
        return {};
    }
    return NetworkReader(reading, network, place).read();
}

}  // namespace netloupe::openvino
