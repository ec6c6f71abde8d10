#pragma once

#include "reading.h"

namespace netloupe::openvino {

/// The values of a Const layer. `dims` are those of its output port, for versions whose data has no shape.
ConstantId read_const_layer(Reading& reading, const pugi::xml_node& layer, StringId name, const Shape& port,
                            DataType port_type, GraphId graph);

/// Weights that layers of versions before 10 have in themselves: one constant for each of weights, biases and
/// others, with a shape made of the layer's data.
struct Blob {
    std::string_view name;
    ConstantId constant;
};
std::vector<Blob> read_blobs(Reading& reading, const pugi::xml_node& layer, StringId name, GraphId graph);

/// Dimensions that a text lists: "1,3,?,1..8" (a symbol for the range). Unknown rank for "...".
Shape read_shape(Reading& reading, std::string_view text);

}  // namespace netloupe::openvino
