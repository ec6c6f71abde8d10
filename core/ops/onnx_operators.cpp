#include "operator_tables.h"

namespace netloupe {

const std::string_view kOnnxText = R"(
Add +cpu-node-unit: Adds A and B with broadcasting.
  1 6: A B -> C | axis:i broadcast:i=0 consumed_inputs:is
  7 13 14: A B -> C
BatchNormalization +node-unit: Normalizes each channel with its mean and variance, then scales and shifts.
  1 6 7 9: X scale:w B:b mean:w var:w -> Y
  14 15: X scale:w B:b input_mean:w input_var:w -> Y running_mean? running_var? | epsilon:f=1e-05 momentum:f=0.9 training_mode:i=0
Conv +cpu-node-unit: Convolves X with the filters W and adds B.
  1 11 22: X W:w B:b? -> Y | auto_pad:s=NOTSET dilations:is group:i=1 kernel_shape:is pads:is strides:is
QuantizeLinear = Quantize: Turns real numbers into integers: divides by the scale, rounds, adds the zero point.
  10: x y_scale:s y_zero_point:z? -> y
DequantizeLinear = Dequantize: Turns integers into real numbers: subtracts the zero point, multiplies by the scale.
  10: x x_scale:s x_zero_point:z? -> y
)";

}  // namespace netloupe
