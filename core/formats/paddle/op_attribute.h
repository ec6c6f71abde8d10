#pragma once

#include "paddle_reading.h"

namespace netloupe::paddle {

struct NodePlace {
    GraphId graph;
    NodeId node;
};

/// Reads an OpDesc.Attr message and appends it to Model::attributes.
void read_op_attribute(PaddleReading& reading, Bytes bytes, uint64_t offset, NodePlace place);

}  // namespace netloupe::paddle
