#include "operator_tables.h"

namespace netloupe {

// Experimental operators that opset 10 removed, and two that ONNX Runtime puts into the default domain
// itself.
const std::string_view kOnnxRemovedText = R"(
Affine = Scale: alpha * X + beta.
  1 !10: X -> Y | alpha:f=1.0 beta:f=0.0
ATen = Custom: Calls a PyTorch operator by name.
  1 !10: input... -> output... | operator:s
ConstantFill = Fill: Fills a tensor with one value.
  1 !10: input? -> output | dtype:i=1 extra_shape:is input_as_shape:i shape:is value:f=0.0
Crop: Cuts the borders off an image.
  1 !10: input -> output | border:is scale:is
DynamicSlice = Slice: Cuts ranges given by tensors out of some dimensions.
  1 !10: data starts:p ends:p axes:p? -> output
GRUUnit = Gru: One step of a gated recurrent unit.
  1 !10: hidden_prev:t gates seq_lengths:p t:p -> hidden | drop_states:i
GivenTensorFill = Constant: A value stored in the node.
  1 !10: shape:p? -> X | extra_shape:is input_as_shape:i shape:is values:fs
ImageScaler = Scale: Scales an image and shifts its channels.
  1 !10: input -> output | bias:fs scale:f=1.0
ParametricSoftplus = Softplus: alpha * log(1 + exp(beta * x)).
  1 !10: X -> Y | alpha:f beta:f
Scale: Multiplies by a number.
  1 !10: input -> output | scale:f=1.0
ScaledTanh = Tanh: alpha * tanh(beta * x).
  1 !10: input -> output | alpha:f beta:f
SimplifiedLayerNormalization = RmsNormalization: Divides by the root mean square, then scales (ONNX Runtime).
  1: X scale:w -> Y inv_std_var? | axis:i=-1 epsilon:f=1e-05 stash_type:i=1
)";

}  // namespace netloupe
