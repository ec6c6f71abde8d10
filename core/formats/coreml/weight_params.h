#pragma once

#include "coreml_reading.h"

namespace netloupe::coreml {

/// Weights of a layer and how they are scaled.
struct Weights {
    Constant constant;  ///< Its shape is one row.
    QuantizationId quantization;
    uint64_t count = 0;
};

/// Reads a WeightParams message: floats, halves, or integers of 1 to 8 bits with a scale or a palette.
/// `expected` is the number of weights that the layer's parameters announce, which only packed ones need.
Weights read_weights(CoremlReading& reading, Piece message, std::optional<uint64_t> expected);

}  // namespace netloupe::coreml
