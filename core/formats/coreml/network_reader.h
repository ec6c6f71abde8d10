#pragma once

#include "coreml_reading.h"

namespace netloupe::coreml {

/// Reads a NeuralNetwork message, or one of its kinds with the same fields: a node each layer.
void read_network(CoremlReading& reading, Piece network, NamedValues& values);

/// Adds the parameters of a message as attributes, and its weights as operands of the node.
void add_parameters(CoremlReading& reading, Piece parameters, const Descriptor& type, std::string_view layer,
                    std::string_view name, NamedValues& values, NodeDraft& draft);

}  // namespace netloupe::coreml
