#include "operator_tables.h"

namespace netloupe {

const std::string_view kOnnxTextGToQ = R"(
GRU = Gru: Gated recurrent unit over a sequence.
  1: X W:w R:w B:b? sequence_lens:p? initial_h:t? -> Y? Y_h | activation_alpha:fs activation_beta:fs
      activations:ss clip:f direction:s=foward hidden_size:i output_sequence:i=0
  3: X W:w R:w B:b? sequence_lens:p? initial_h:t? -> Y? Y_h? | activation_alpha:fs activation_beta:fs
      activations:ss clip:f direction:s=forward hidden_size:i linear_before_reset:i=0 output_sequence:i=0
  7: X W:w R:w B:b? sequence_lens:p? initial_h:t? -> Y? Y_h? | activation_alpha:fs activation_beta:fs
      activations:ss clip:f direction:s=forward hidden_size:i linear_before_reset:i=0
  14 22: X W:w R:w B:b? sequence_lens:p? initial_h:t? -> Y? Y_h? | activation_alpha:fs activation_beta:fs
      activations:ss clip:f direction:s=forward hidden_size:i layout:i=0 linear_before_reset:i=0
Gather +cpu-node-unit +same-scale: Picks slices along an axis by index.
  1 11 13: data indices:p -> output | axis:i=0
GatherElements +cpu-node-unit +same-scale: Picks single elements along an axis by index.
  11 13: data indices:p -> output | axis:i=0
GatherND = GatherNd: Picks slices by index tuples.
  11: data indices:p -> output
  12 13: data indices:p -> output | batch_dims:i=0
Gelu +node-unit: Gaussian error linear unit.
  20: X -> Y | approximate:s=none
Gemm +cpu-node-unit: Matrix product alpha*A*B plus beta*C.
  1 6: A B:w C:b -> Y | alpha:f=1.0 beta:f=1.0 broadcast:i=0 transA:i=0 transB:i=0
  7 9: A B:w C:b -> Y | alpha:f=1.0 beta:f=1.0 transA:i=0 transB:i=0
  11 13: A B:w C:b? -> Y | alpha:f=1.0 beta:f=1.0 transA:i=0 transB:i=0
GlobalAveragePool +cpu-node-unit: Mean of each channel.
  1 22: X -> Y
GlobalLpPool: Lp norm of each channel.
  1: X -> Y | p:f=2.0
  2 22: X -> Y | p:i=2
GlobalMaxPool +node-unit: Largest element of each channel.
  1 22: X -> Y
Greater +node-unit: Whether A is greater than B.
  1: A B -> C | axis:i broadcast:i=0
  7 9 13: A B -> C
GreaterOrEqual +node-unit: Whether A is at least B.
  12 16: A B -> C
GridSample +node-unit: Samples X at the positions of a grid.
  16: X grid:p -> Y | align_corners:i=0 mode:s=bilinear padding_mode:s=zeros
  20 22: X grid:p -> Y | align_corners:i=0 mode:s=linear padding_mode:s=zeros
GroupNormalization: Normalizes groups of channels, then scales and shifts.
  18: X scale:w bias:b -> Y | epsilon:f=1e-05 num_groups:i!
  21: X scale:w bias:b -> Y | epsilon:f=1e-05 num_groups:i! stash_type:i=1
HammingWindow = Window: Makes a Hamming window.
  17: size:p -> output | output_datatype:i=1 periodic:i=1
HannWindow = Window: Makes a Hann window.
  17: size:p -> output | output_datatype:i=1 periodic:i=1
HardSigmoid +node-unit: Piecewise linear sigmoid.
  1: X -> Y | alpha:f=0.2 beta:f=0.5 consumed_inputs:is
  6 22: X -> Y | alpha:f=0.2 beta:f=0.5
HardSwish +node-unit: x times hard sigmoid of x.
  14 22: X -> Y
Hardmax: 1 at the first largest element along an axis, 0 elsewhere.
  1 11: input -> output | axis:i=1
  13: input -> output | axis:i=-1
Identity: Passes its input on.
  1 13 14 16 19 21 23 24 25: input -> output
If: Runs one of two subgraphs.
  1 11 13 16 19 21 23 24 25: cond:p -> outputs... | else_branch:g! then_branch:g!
ImageDecoder = Image: Decodes a compressed image.
  20: encoded_stream -> image | pixel_format:s=RGB
InstanceNormalization +node-unit: Normalizes each channel of each sample, then scales and shifts.
  1: input scale:w B:b -> output | consumed_inputs:is epsilon:f=1e-05
  6 22: input scale:w B:b -> output | epsilon:f=1e-05
IsInf: Whether elements are infinite.
  10 20: X -> Y | detect_negative:i=1 detect_positive:i=1
IsNaN = IsNan: Whether elements are not a number.
  9 13 20: X -> Y
LRN = LocalResponseNormalization +node-unit: Divides by the energy of neighbouring channels.
  1 13: X -> Y | alpha:f=0.0001 beta:f=0.75 bias:f=1.0 size:i!
LSTM = Lstm: Long short-term memory over a sequence.
  1: X W:w R:w B:b? sequence_lens:p? initial_h:t? initial_c:t? P:w? -> Y? Y_h? Y_c? | activation_alpha:fs
      activation_beta:fs activations:ss clip:f direction:s=forward hidden_size:i input_forget:i=0
      output_sequence:i=0
  7: X W:w R:w B:b? sequence_lens:p? initial_h:t? initial_c:t? P:w? -> Y? Y_h? Y_c? | activation_alpha:fs
      activation_beta:fs activations:ss clip:f direction:s=forward hidden_size:i input_forget:i=0
  14 22: X W:w R:w B:b? sequence_lens:p? initial_h:t? initial_c:t? P:w? -> Y? Y_h? Y_c? | activation_alpha:fs
      activation_beta:fs activations:ss clip:f direction:s=forward hidden_size:i input_forget:i=0 layout:i=0
LayerNormalization +node-unit: Normalizes the last dimensions, then scales and shifts.
  1 17: X Scale:w B:b? -> Y Mean? InvStdDev? | axis:i=-1 epsilon:f=1e-05 stash_type:i=1
LeakyRelu +cpu-node-unit: ReLU with a slope for negative values.
  1: X -> Y | alpha:f=0.01 consumed_inputs:is
  6 16: X -> Y | alpha:f=0.01
Less +node-unit: Whether A is less than B.
  1: A B -> C | axis:i broadcast:i=0
  7 9 13: A B -> C
LessOrEqual +node-unit: Whether A is at most B.
  12 16: A B -> C
LinearAttention = LinearRecurrence: Attention of linear cost that carries a state matrix along the sequence.
  27: query key value past_state:t? decay:p? beta:p? -> output present_state | chunk_size:i=64 kv_num_heads:i!
      q_num_heads:i! scale:f=0.0 update_rule:s=gated_delta
Log +node-unit: Natural logarithm.
  1: input -> output | consumed_inputs:is
  6 13: input -> output
LogSoftmax +node-unit: Logarithm of softmax.
  1 11: input -> output | axis:i=1
  13: input -> output | axis:i=-1
Loop: Repeats a subgraph, up to M times or while its condition holds.
  1: M:p? cond:p? v_initial... -> v_final_and_scan_outputs... | body:g!
  11 13 16 19 21 23 24 25: M:p? cond:p? v_initial...? -> v_final_and_scan_outputs... | body:g!
LpNormalization +node-unit: Divides by the Lp norm along an axis.
  1 22: input -> output | axis:i=-1 p:i=2
LpPool: Lp norm of each window.
  1: X -> Y | auto_pad:s=NOTSET kernel_shape:is p:f=2.0 pads:is strides:is
  2 11: X -> Y | auto_pad:s=NOTSET kernel_shape:is! p:i=2 pads:is strides:is
  18 22: X -> Y | auto_pad:s=NOTSET ceil_mode:i=0 dilations:is kernel_shape:is! p:i=2 pads:is strides:is
MatMul +cpu-node-unit: Matrix product, batched over the leading dimensions.
  1 9 13: A B:w -> Y
MatMulInteger = MatMul +integer: Matrix product of 8-bit integers into 32-bit sums.
  10: A B:w a_zero_point:z? b_zero_point:z? -> Y
Max +node-unit: Elementwise largest.
  1: data_0... -> max | consumed_inputs:is
  6 8 12 13: data_0... -> max
MaxPool +cpu-node-unit +same-scale: Largest element of each window.
  1: X -> Y | auto_pad:s=NOTSET kernel_shape:is! pads:is strides:is
  8: X -> Y Indices? | auto_pad:s=NOTSET kernel_shape:is! pads:is storage_order:i=0 strides:is
  10 11 12 22: X -> Y Indices? | auto_pad:s=NOTSET ceil_mode:i=0 dilations:is kernel_shape:is! pads:is
      storage_order:i=0 strides:is
MaxRoiPool = RoiPool: Largest element of each cell of each region of interest.
  1 22: X rois:p -> Y | pooled_shape:is! spatial_scale:f=1.0
MaxUnpool: Puts pooled values back where MaxPool found them.
  9 11 22: X I:p output_shape:p? -> output | kernel_shape:is! pads:is strides:is
Mean: Elementwise mean of all inputs.
  1: data_0... -> mean | consumed_inputs:is
  6 8 13: data_0... -> mean
MeanVarianceNormalization: Subtracts the mean and divides by the standard deviation over the given axes.
  9 13: X -> Y | axes:is=[0,2,3]
MelWeightMatrix: Makes the matrix that turns a spectrum into mel bands.
  17: num_mel_bins:p dft_length:p sample_rate:p lower_edge_hertz:p upper_edge_hertz:p -> output |
      output_datatype:i=1
Min +node-unit: Elementwise smallest.
  1: data_0... -> min | consumed_inputs:is
  6 8 12 13: data_0... -> min
Mish: x * tanh(softplus(x)).
  18 22: X -> Y
Mod: Remainder of the division.
  10 13: A B -> C | fmod:i=0
Mul +cpu-node-unit: Multiplies with broadcasting.
  1: A B -> C | axis:i broadcast:i=0 consumed_inputs:is
  6: A B -> C | axis:i broadcast:i=0
  7 13 14: A B -> C
Multinomial = Random: Draws classes from unnormalized log probabilities.
  7 22: input -> output | dtype:i=6 sample_size:i=1 seed:f
Neg +node-unit: Changes the sign.
  1: X -> Y | consumed_inputs:is
  6 13: X -> Y
NegativeLogLikelihoodLoss = Loss: Loss of log probabilities against class indices.
  12 13 22: input target:p weight:p? -> loss | ignore_index:i reduction:s=mean
NonMaxSuppression: Picks the boxes that no better box overlaps.
  10 11: boxes scores max_output_boxes_per_class:p? iou_threshold:p? score_threshold:p? -> selected_indices |
      center_point_box:i=0
NonZero: Indices of the nonzero elements.
  9 13: X -> Y
Not: Logical not.
  1: X -> Y
OneHot: Turns indices into one-hot vectors.
  9 11: indices:p depth:p values:p -> output | axis:i=-1
Optional: Wraps a value as an optional, or makes an empty one.
  15: input? -> output | type:tp
OptionalGetElement = Optional: The value inside an optional.
  15 18: input -> output
OptionalHasElement = Optional: Whether an optional holds a value.
  15: input -> output
  18: input? -> output
Or: Logical or, with broadcasting.
  1: A B -> C | axis:i broadcast:i=0
  7: A B -> C
PRelu +node-unit: ReLU with a learned slope for negative values.
  1: X slope:w -> Y | consumed_inputs:is
  6 7 9 16: X slope:w -> Y
Pad +node-unit: Adds (or with negative counts removes) elements at the borders.
  1: data -> output | mode:s=constant paddings:is! value:f=0.0
  2: data -> output | mode:s=constant pads:is! value:f=0.0
  11 13: data pads:p constant_value:p? -> output | mode:s=constant
  18 19 21 23 24 25: data pads:p constant_value:p? axes:p? -> output | mode:s=constant
Pow +node-unit: Raises X to the power Y.
  1: X Y:p -> Z | axis:i broadcast:i=0
  7 12 13 15: X Y:p -> Z
QLinearConv = Conv +integer: Convolution of quantized tensors into a quantized tensor.
  10: x x_scale:s x_zero_point:z w:w w_scale:s w_zero_point:z y_scale:s y_zero_point:z B:b? -> y |
      auto_pad:s=NOTSET dilations:is group:i=1 kernel_shape:is pads:is strides:is
QLinearMatMul = MatMul +integer: Matrix product of quantized tensors into a quantized tensor.
  10 21: a a_scale:s a_zero_point:z b:w b_scale:s b_zero_point:z y_scale:s y_zero_point:z -> y
QuantizeLinear = Quantize: Real numbers to integers: round(x / scale) + zero point, saturated.
  10: x y_scale:s y_zero_point:z? -> y
  13: x y_scale:s y_zero_point:z? -> y | axis:i=1
  19: x y_scale:s y_zero_point:z? -> y | axis:i=1 saturate:i=1
  21: x y_scale:s y_zero_point:z? -> y | axis:i=1 block_size:i=0 output_dtype:i=0 saturate:i=1
  23 24 25: x y_scale:s y_zero_point:z? -> y | axis:i=1 block_size:i=0 output_dtype:i=0 precision:i=0
      saturate:i=1
)";

}  // namespace netloupe
