#pragma once

#include "mnn_reading.h"
#include "parameter_reader.h"

namespace netloupe::mnn {

/// Reads the main network (Net) as graphs[0] and its subgraphs (SubGraphProto) behind it.
void read_network(MnnReading& reading, const FlatTable& net);

}  // namespace netloupe::mnn
