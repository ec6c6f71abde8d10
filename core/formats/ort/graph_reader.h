#pragma once

#include "ort_reading.h"

namespace netloupe::ort {

/// Where a graph stands.
struct GraphPlace {
    std::string path;  ///< "graph", "graph.nodes[3].attributes[0].g".
    GraphId parent;
    NodeId owner;
    StringId owner_attribute;
    uint32_t depth = 0;
};

/// Reads a Graph table with all graphs inside it; an invalid id when it is nested too deep.
GraphId read_graph(OrtReading& reading, const FlatTable& table, const GraphPlace& place);

}  // namespace netloupe::ort
