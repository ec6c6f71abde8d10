#include "operator_tables.h"

namespace netloupe {

const std::string_view kOnnxTextAToF = R"(
Abs +node-unit: Absolute value.
  1: X -> Y | consumed_inputs:is
  6 13: X -> Y
Acos: Arc cosine.
  7 22: input -> output
Acosh: Inverse hyperbolic cosine.
  9 22: input -> output
Add +cpu-node-unit: Adds with broadcasting.
  1: A B -> C | axis:i broadcast:i=0 consumed_inputs:is
  6: A B -> C | axis:i broadcast:i=0
  7 13 14: A B -> C
AffineGrid: Makes the sampling grid of an affine transformation, for GridSample.
  20: theta size:p -> grid | align_corners:i=0
And: Logical and, with broadcasting.
  1: A B -> C | axis:i broadcast:i=0
  7: A B -> C
ArgMax: Index of the largest element along an axis.
  1 11: data -> reduced | axis:i=0 keepdims:i=1
  12 13: data -> reduced | axis:i=0 keepdims:i=1 select_last_index:i=0
ArgMin: Index of the smallest element along an axis.
  1 11: data -> reduced | axis:i=0 keepdims:i=1
  12 13: data -> reduced | axis:i=0 keepdims:i=1 select_last_index:i=0
Asin +node-unit: Arc sine.
  7 22: input -> output
Asinh: Inverse hyperbolic sine.
  9 22: input -> output
Atan +node-unit: Arc tangent.
  7 22: input -> output
Atanh: Inverse hyperbolic tangent.
  9 22: input -> output
Attention: Scaled dot-product attention of queries over keys and values.
  23: Q K V attn_mask:p? past_key:t? past_value:t? -> Y present_key? present_value? qk_matmul_output? |
      is_causal:i=0 kv_num_heads:i q_num_heads:i qk_matmul_output_mode:i=0 scale:f softcap:f=0.0
      softmax_precision:i
  24: Q K V attn_mask:p? past_key:t? past_value:t? nonpad_kv_seqlen:p? -> Y present_key? present_value?
      qk_matmul_output? | is_causal:i=0 kv_num_heads:i q_num_heads:i qk_matmul_output_mode:i=0 scale:f
      softcap:f=0.0 softmax_precision:i
  25: Q K V attn_mask:p? past_key:t? past_value:t? nonpad_kv_seqlen:p? -> Y present_key? present_value?
      qk_matmul_output? | is_causal:i=0 kv_num_heads:i left_window_size:i=-1 q_num_heads:i
      qk_matmul_output_mode:i=0 right_window_size:i=-1 scale:f softcap:f=0.0 softmax_precision:i
AveragePool +cpu-node-unit: Mean of each window.
  1: X -> Y | auto_pad:s=NOTSET kernel_shape:is! pads:is strides:is
  7: X -> Y | auto_pad:s=NOTSET count_include_pad:i=0 kernel_shape:is! pads:is strides:is
  10 11: X -> Y | auto_pad:s=NOTSET ceil_mode:i=0 count_include_pad:i=0 kernel_shape:is! pads:is strides:is
  19 22: X -> Y | auto_pad:s=NOTSET ceil_mode:i=0 count_include_pad:i=0 dilations:is kernel_shape:is! pads:is
      strides:is
BatchNormalization +node-unit: Normalizes each channel by its mean and variance, then scales and shifts.
  1: X scale:w B:b mean:w var:w -> Y mean? var? saved_mean? saved_var? | consumed_inputs:is! epsilon:f=1e-05
      is_test:i=0 momentum:f=0.9 spatial:i=1
  6: X scale:w B:b mean:w var:w -> Y mean? var? saved_mean? saved_var? | epsilon:f=1e-05 is_test:i=0
      momentum:f=0.9 spatial:i=1
  7: X scale:w B:b mean:w var:w -> Y mean? var? saved_mean? saved_var? | epsilon:f=1e-05 momentum:f=0.9
      spatial:i=1
  9: X scale:w B:b mean:w var:w -> Y mean? var? saved_mean? saved_var? | epsilon:f=1e-05 momentum:f=0.9
  14 15: X scale:w B:b input_mean:w input_var:w -> Y running_mean? running_var? | epsilon:f=1e-05
      momentum:f=0.9 training_mode:i=0
Bernoulli = Random: Draws 0 or 1 with the probability that each input element gives.
  15 22: input -> output | dtype:i seed:f
BitCast = Bitcast: Reads the same bits as another type.
  26: input -> output | to:i!
BitShift: Shifts the bits of X left or right by Y.
  11: X Y -> Z | direction:s!
BitwiseAnd: And of the bits.
  18: A B -> C
BitwiseNot: Inverts the bits.
  18: X -> Y
BitwiseOr: Or of the bits.
  18: A B -> C
BitwiseXor: Exclusive or of the bits.
  18: A B -> C
BlackmanWindow = Window: Makes a Blackman window.
  17: size:p -> output | output_datatype:i=1 periodic:i=1
Cast: Converts to another element type.
  1: input -> output | to:s!
  6 9 13: input -> output | to:i!
  19 21 23: input -> output | saturate:i=1 to:i!
  24 25: input -> output | round_mode:s=up saturate:i=1 to:i!
CastLike = Cast: Converts to the element type of the second input.
  15: input target_type:p -> output
  19 21 23: input target_type:p -> output | saturate:i=1
  24 25: input target_type:p -> output | round_mode:s=up saturate:i=1
CausalConvWithState = Conv: Causal depthwise convolution over a sequence that carries its last inputs as state.
  27: input weight:w bias:b? past_state:t? -> output present_state | activation:s=none
Ceil +node-unit: Rounds up.
  1: X -> Y | consumed_inputs:is
  6 13: X -> Y
Celu: Continuously differentiable ELU.
  12 28: X -> Y | alpha:f=1.0
CenterCropPad @layout: Crops or pads around the centre to the wanted shape.
  18: input_data shape:p -> output_data | axes:is
Clip +node-unit: Limits values to [min, max].
  1: input -> output | consumed_inputs:is max:f min:f
  6: input -> output | max:f=3.4028235e+38 min:f=-3.4028235e+38
  11 12 13: input min:p? max:p? -> output
Col2Im: Puts columns of patches back into an image, adding where they overlap.
  18: input image_shape:p block_shape:p -> output | dilations:is pads:is strides:is
Compress: Keeps the slices whose condition is true.
  9 11: input condition:p -> output | axis:i
Concat +cpu-node-unit: Joins tensors along an axis.
  1: inputs... -> concat_result | axis:i
  4 11 13: inputs... -> concat_result | axis:i!
ConcatFromSequence = Sequence: Joins or stacks the tensors of a sequence.
  11: input_sequence -> concat_result | axis:i! new_axis:i=0
Constant: A value stored in the node.
  1 9: -> output | value:t!
  11: -> output | sparse_value:sp value:t
  12 13 19 21 23 24 25: -> output | sparse_value:sp value:t value_float:f value_floats:fs value_int:i
      value_ints:is value_string:s value_strings:ss
ConstantOfShape: Fills a tensor of the given shape with one value.
  9 20 21 23 24 25: input:p -> output | value:t
Conv +cpu-node-unit: Convolves X with the filters W and adds the bias B.
  1 11 22: X W:w B:b? -> Y | auto_pad:s=NOTSET dilations:is group:i=1 kernel_shape:is pads:is strides:is
ConvInteger = Conv +integer: Convolves 8-bit integers into 32-bit sums.
  10: x w:w x_zero_point:z? w_zero_point:z? -> y | auto_pad:s=NOTSET dilations:is group:i=1 kernel_shape:is
      pads:is strides:is
ConvTranspose +node-unit: Transposed convolution: spreads each element over an upsampled output.
  1 11 22: X W:w B:b? -> Y | auto_pad:s=NOTSET dilations:is group:i=1 kernel_shape:is output_padding:is
      output_shape:is pads:is strides:is
Cos +node-unit: Cosine.
  7 22: input -> output
Cosh: Hyperbolic cosine.
  9 22: input -> output
CumProd: Running product along an axis.
  26: x axis:p -> y | exclusive:i=0 reverse:i=0
CumSum +node-unit: Running sum along an axis.
  11 14: x axis:p -> y | exclusive:i=0 reverse:i=0
DFT = Dft: Discrete Fourier transform.
  17: input dft_length:p? -> output | axis:i=1 inverse:i=0 onesided:i=0
  20: input dft_length:p? axis:p? -> output | inverse:i=0 onesided:i=0
DeformConv: Convolution whose sampling points move by learned offsets.
  19 22: X W:w offset:p B:b? mask:p? -> Y | dilations:is group:i=1 kernel_shape:is offset_group:i=1 pads:is
      strides:is
DepthToSpace +node-unit: Moves channels into blocks of height and width.
  1: input -> output | blocksize:i!
  11 13: input -> output | blocksize:i! mode:s=DCR
DequantizeLinear = Dequantize: Integers to real numbers: (x - zero point) * scale.
  10: x x_scale:s x_zero_point:z? -> y
  13 19: x x_scale:s x_zero_point:z? -> y | axis:i=1
  21: x x_scale:s x_zero_point:z? -> y | axis:i=1 block_size:i=0
  23 24 25: x x_scale:s x_zero_point:z? -> y | axis:i=1 block_size:i=0 output_dtype:i=0
Det: Determinant of the innermost matrices.
  11 22: X -> Y
Div +node-unit: Divides with broadcasting.
  1: A B -> C | axis:i broadcast:i=0 consumed_inputs:is
  6: A B -> C | axis:i broadcast:i=0
  7 13 14: A B -> C
Dropout: Zeroes random elements while training; otherwise passes its input on.
  1: data -> output mask? | consumed_inputs:is is_test:i=0 ratio:f=0.5
  6: data -> output mask? | is_test:i=0 ratio:f=0.5
  7 10: data -> output mask? | ratio:f=0.5
  12 13 22: data ratio:p? training_mode:p? -> output mask? | seed:i
DynamicQuantizeLinear = DynamicQuantize: Quantizes to uint8 with parameters computed from the input.
  11: x -> y y_scale y_zero_point
Einsum +node-unit: Sums products as an Einstein equation says.
  12: Inputs... -> Output | equation:s!
Elu +node-unit: Exponential linear unit.
  1: X -> Y | alpha:f=1.0 consumed_inputs:is
  6 22: X -> Y | alpha:f=1.0
Equal +node-unit: Whether elements are equal.
  1: A B -> C | axis:i broadcast:i=0
  7 11 13 19: A B -> C
Erf: Gauss error function.
  9 13: input -> output
Exp +node-unit: Exponential.
  1: input -> output | consumed_inputs:is
  6 13: input -> output
Expand +cpu-node-unit +same-scale: Broadcasts to the given shape.
  8 13: input shape:p -> output
EyeLike: Identity matrix of the input's shape.
  9 22: input -> output | dtype:i k:i=0
Flatten +cpu-node-unit +same-scale: Reshapes to two dimensions at an axis.
  1 9 11 13 21 23 24 25: input -> output | axis:i=1
Floor +node-unit: Rounds down.
  1: X -> Y | consumed_inputs:is
  6 13: X -> Y
)";

}  // namespace netloupe
