#pragma once

#include "coreml_reading.h"

namespace netloupe::coreml {

/// Reads a MIL Program message: a graph each function, the one called "main" first, blocks inside operations
/// as subgraphs. `main` is the graph that is there for it.
void read_mil_program(CoremlReading& reading, Piece program, GraphId main);

}  // namespace netloupe::coreml
