#include "operator_tables.h"

namespace netloupe {

// What ONNX Runtime's optimizers write into optimized models: blocked channels for x64 and ARM.
const std::string_view kMicrosoftNchwcText = R"(
AveragePool: Mean of each window, in blocked channels.
  1: X -> Y | auto_pad:s=NOTSET ceil_mode:i=0 count_include_pad:i=0 dilations:is kernel_shape:is! pads:is
      strides:is
Conv: Convolution in blocked channels, then a residual and an activation.
  1: X W:w B:b? Sum? -> Y | activation:s activation_params:fs auto_pad:s=NOTSET dilations:is group:i=1
      kernel_shape:is pads:is strides:is
GlobalAveragePool: Mean of each channel, in blocked channels.
  1: X -> Y
GlobalMaxPool: Largest element of each channel, in blocked channels.
  1: X -> Y
MaxPool: Largest element of each window, in blocked channels.
  1: X -> Y | auto_pad:s=NOTSET ceil_mode:i=0 dilations:is kernel_shape:is! pads:is storage_order:i=0 strides:is
ReorderInput = ReorderLayout: Rearranges an ordinary layout into blocked channels.
  1: X -> Y | channels_last:i=0
ReorderOutput = ReorderLayout: Rearranges blocked channels into an ordinary layout.
  1: X -> Y | channels:i=0 channels_last:i=0
Upsample = Resize: Enlarges in blocked channels.
  1: X -> Y | coordinate_transformation_mode:s=asymmetric mode:s=nearest scales:is
)";

// The same for execution providers that want channels last: ONNX operators whose data is NHWC, with a fused
// activation.
const std::string_view kMicrosoftNhwcText = R"(
AveragePool: Mean of each window, channels last.
  11: X -> Y | activation:s activation_params:fs auto_pad:s=NOTSET ceil_mode:i=0 count_include_pad:i=0
      kernel_shape:is! pads:is strides:is
  19 22: X -> Y | activation:s activation_params:fs auto_pad:s=NOTSET ceil_mode:i=0 count_include_pad:i=0
      dilations:is kernel_shape:is! pads:is strides:is
BatchNormalization: Normalizes each channel, channels last.
  9: X scale:w B:b mean:w var:w -> Y mean? var? saved_mean? saved_var? | activation:s activation_params:fs
      epsilon:f=1e-05 momentum:f=0.9
  14 15: X scale:w B:b input_mean:w input_var:w -> Y running_mean? running_var? | activation:s
      activation_params:fs epsilon:f=1e-05 momentum:f=0.9 training_mode:i=0
Conv: Convolution, channels last, with a fused activation.
  11 22: X W:w B:b? -> Y | activation:s activation_params:fs auto_pad:s=NOTSET dilations:is group:i=1
      kernel_shape:is pads:is strides:is
ConvTranspose: Transposed convolution, channels last, with a fused activation.
  1 11 22: X W:w B:b? -> Y | activation:s activation_params:fs auto_pad:s=NOTSET dilations:is group:i=1
      kernel_shape:is output_padding:is output_shape:is pads:is strides:is
DepthToSpace: Moves channels into blocks of height and width, channels last.
  11 13: input -> output | blocksize:i! mode:s=DCR
GlobalAveragePool: Mean of each channel, channels last.
  1 22: X -> Y
GlobalLpPool: Lp norm of each channel, channels last.
  2 22: X -> Y | p:i=2
GlobalMaxPool: Largest element of each channel, channels last.
  1 22: X -> Y
GridSample: Samples X at the positions of a grid, channels last.
  16: X grid:p -> Y | align_corners:i=0 mode:s=bilinear padding_mode:s=zeros
  20 22: X grid:p -> Y | align_corners:i=0 mode:s=linear padding_mode:s=zeros
InstanceNormalization: Normalizes each channel of each sample, channels last.
  6 22: input scale:w B:b -> output | activation:s activation_params:fs epsilon:f=1e-05
LRN = LocalResponseNormalization: Divides by the energy of neighbouring channels, channels last.
  1 13: X -> Y | alpha:f=0.0001 beta:f=0.75 bias:f=1.0 size:i!
LpPool: Lp norm of each window, channels last.
  11: X -> Y | auto_pad:s=NOTSET kernel_shape:is! p:i=2 pads:is strides:is
  18 22: X -> Y | auto_pad:s=NOTSET ceil_mode:i=0 dilations:is kernel_shape:is! p:i=2 pads:is strides:is
MaxPool: Largest element of each window, channels last.
  11 12 22: X -> Y Indices? | activation:s activation_params:fs auto_pad:s=NOTSET ceil_mode:i=0 dilations:is
      kernel_shape:is! pads:is storage_order:i=0 strides:is
MaxUnpool: Puts pooled values back where MaxPool found them, channels last.
  9 11 22: X I:p output_shape:p? -> output | activation:s activation_params:fs kernel_shape:is! pads:is
      strides:is
QLinearAveragePool = AveragePool +integer: Mean of each window of a quantized tensor, channels last.
  1: X x_scale:s x_zero_point:z? y_scale:s y_zero_point:z? -> Y | auto_pad:s=NOTSET ceil_mode:i=0
      channels_last:i=0 count_include_pad:i=0 kernel_shape:is! pads:is strides:is
QLinearConv = Conv +integer: Convolution of quantized tensors, channels last.
  10: x x_scale:s x_zero_point:z w:w w_scale:s w_zero_point:z y_scale:s y_zero_point:z B:b? -> y
      | auto_pad:s=NOTSET dilations:is group:i=1 kernel_shape:is pads:is strides:is
QLinearConvTranspose = ConvTranspose +integer: Transposed convolution of quantized tensors, channels last.
  1: x x_scale:s x_zero_point:z w:w w_scale:s w_zero_point:z y_scale:s y_zero_point:z B:b? -> y
      | auto_pad:s=NOTSET dilations:is group:i=1 kernel_shape:is output_padding:is output_shape:is pads:is
      strides:is
Resize: Resizes by interpolation, channels last.
  11 13: X roi:p? scales:p? sizes:p? -> Y | coordinate_transformation_mode:s=half_pixel cubic_coeff_a:f=-0.75
      exclude_outside:i=0 extrapolation_value:f=0.0 mode:s=nearest nearest_mode:s=round_prefer_floor
  18 19: X roi:p? scales:p? sizes:p? -> Y | antialias:i=0 axes:is coordinate_transformation_mode:s=half_pixel
      cubic_coeff_a:f=-0.75 exclude_outside:i=0 extrapolation_value:f=0.0 keep_aspect_ratio_policy:s=stretch
      mode:s=nearest nearest_mode:s=round_prefer_floor
SpaceToDepth: Moves blocks of height and width into channels, channels last.
  1 13: input -> output | blocksize:i!
)";

// Training artefacts; part of com.microsoft.
const std::string_view kMicrosoftTrainingText = R"(
AdamWOptimizer = Optimizer: One step of AdamW over all parameters.
  1: lr:p step:p params:t gradients momentums_1:t momentums_2:t update_signal:p? -> updated_flag updated_params?
      updated_momentums_1? updated_momentums_2? | adam_mode:i=0 alpha:f=0.9 beta:f=0.999 correct_bias:i=1
      epsilon:f=1e-08 weight_decay:f=0.01
InPlaceAccumulatorV2 @math +training +stateful: Adds a gradient into its buffer.
  1: accumulation_buffer:t value overwrite_flag:p? -> updated_flag accumulation_buffer_out?
ReluGrad = Gradient: Derivative of Relu.
  1: dY X -> dX
SoftmaxCrossEntropyLossGrad = Gradient: Derivative of SoftmaxCrossEntropyLoss.
  1: dY log_prob label:p weight:p? ignore_index:p? -> d_logits | ignore_index:i reduction:s=mean
)";

// Domain org.pytorch.aten: PyTorch operators that ONNX Runtime calls back into PyTorch for.
const std::string_view kPytorchText = R"(
ATen = Custom: Calls a PyTorch operator by name.
  1: inputs...? -> outputs... | operator:s! overload_name:s=
)";

}  // namespace netloupe
