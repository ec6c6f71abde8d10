#pragma once

#include "model/model.h"

namespace netloupe::openvino {

/// Says of tensors how they are quantized: the results of FakeQuantize between constant bounds, and constants
/// of integers that Convert, Subtract and Multiply turn into real numbers. Needs connected graphs; reads the
/// bounds, which are few numbers.
void attach_quantization(Model& model);

}  // namespace netloupe::openvino
