#pragma once

#include "context.h"

namespace netloupe::infer {

/// Convolution of ONNX's layout: input slots of data and filters, and the type of the result.
void convolve(Context& c, size_t data, size_t filters, DataType type);
void convolve_transposed(Context& c, size_t data, size_t filters, DataType type);
/// Pooling of ONNX's layout; the second output, if any, are indices.
void pool(Context& c, size_t data, DataType type);
/// Samples input 0 at the places that input 1 lists.
void grid_sample(Context& c);

}  // namespace netloupe::infer
