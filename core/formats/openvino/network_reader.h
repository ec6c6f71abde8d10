#pragma once

#include "reading.h"

namespace netloupe::openvino {

/// Where a network stands: the file itself, or the body of a layer.
struct NetworkPlace {
    GraphId parent;
    NodeId owner;
    std::string_view attribute;  ///< "body", "then_body".
    pugi::xml_node port_map;     ///< That joins the body's ports to its layer's.
    uint32_t depth = 0;
};

/// Reads <layers> and <edges> of the element into a graph of its own, and the bodies of its layers into
/// further graphs; none when they are nested too deeply.
GraphId read_network(Reading& reading, const pugi::xml_node& network, const NetworkPlace& place);

}  // namespace netloupe::openvino
