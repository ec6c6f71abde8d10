#pragma once

#include "layer_table.h"

namespace netloupe::openvino {

/// The node of a layer, without attributes. Adds tensors to the graph for weights that the layer has in
/// itself.
Node read_node(Reading& reading, const LayerTable& table, const Layer& layer, Graph& graph, NodeId id,
               GraphId graph_id);

/// The attributes of the layer's data.
std::vector<Attribute> read_attributes(Reading& reading, const pugi::xml_node& layer);

/// A port map or the back edges of a layer with a body, as JSON.
Attribute describe_ports(Reading& reading, const pugi::xml_node& ports);

}  // namespace netloupe::openvino
