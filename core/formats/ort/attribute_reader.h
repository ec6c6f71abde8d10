#pragma once

#include "ort_reading.h"

namespace netloupe::ort {

/// Reads an Attribute table of the node that `place` names; its graphs become children of that node's graph.
/// `path` names the attribute ("graph.nodes[3].attributes[0]"), `depth` is how deep the node's graph is
/// nested.
Attribute read_attribute(OrtReading& reading, const FlatTable& table, const std::string& path, Place place,
                         uint32_t depth);

}  // namespace netloupe::ort
