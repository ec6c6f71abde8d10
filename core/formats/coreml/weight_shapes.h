#pragma once

#include "coreml_reading.h"

namespace netloupe::coreml {

/// The shape that a layer's parameters give to its weights ("convolution", "weights"). Empty when the weights
/// are a vector of any length.
std::vector<uint64_t> weight_shape(std::string_view layer, std::string_view weights, Piece parameters);

}  // namespace netloupe::coreml
