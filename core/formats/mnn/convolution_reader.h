#pragma once

#include "mnn_reading.h"

namespace netloupe::mnn {

/// Weights and bias of a Convolution2D, Convolution3D or InnerProduct table (`type` is its full name),
/// however they are kept.
void read_layer_weights(MnnReading& reading, Layer& layer, const FlatTable& table, std::string_view type);

}  // namespace netloupe::mnn
