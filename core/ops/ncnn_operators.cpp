#include "operator_tables.h"

namespace netloupe {

// Layers, by their types.
const std::string_view kNcnnText = R"(
Convolution = Conv: Convolves the input with the filters, and activates.
  1: input weight:w bias:b? weight_scales:s? bottom_scales:s? top_scales:s? -> output
Convolution1D = Conv: Convolves the input with the filters, and activates.
  1: input weight:w bias:b? weight_scales:s? bottom_scales:s? top_scales:s? -> output
Convolution3D = Conv: Convolves the input with the filters, and activates.
  1: input weight:w bias:b? weight_scales:s? bottom_scales:s? top_scales:s? -> output
ConvolutionDepthWise = DepthwiseConv: Convolves each group of channels with filters of its own, and activates.
  1: input weight:w bias:b? weight_scales:s? bottom_scales:s? top_scales:s? -> output
ConvolutionDepthWise1D = DepthwiseConv: Convolves each group of channels with filters of its own, and activates.
  1: input weight:w bias:b? weight_scales:s? bottom_scales:s? top_scales:s? -> output
ConvolutionDepthWise3D = DepthwiseConv: Convolves each group of channels with filters of its own, and activates.
  1: input weight:w bias:b? weight_scales:s? bottom_scales:s? top_scales:s? -> output
Deconvolution = ConvTranspose: Transposed convolution.
  1: input weight:w bias:b? -> output
Deconvolution1D = ConvTranspose: Transposed convolution.
  1: input weight:w bias:b? -> output
Deconvolution3D = ConvTranspose: Transposed convolution.
  1: input weight:w bias:b? -> output
DeconvolutionDepthWise = ConvTranspose: Transposed convolution.
  1: input weight:w bias:b? -> output
DeconvolutionDepthWise1D = ConvTranspose: Transposed convolution.
  1: input weight:w bias:b? -> output
DeconvolutionDepthWise3D = ConvTranspose: Transposed convolution.
  1: input weight:w bias:b? -> output
DeformableConv2D = DeformConv: Convolution whose window is moved by offsets.
  1: input offset:p mask:p? weight:w bias:b? -> output
InnerProduct = FullyConnected: Multiplies by the weights, and activates.
  1: input weight:w bias:b? weight_scales:s? bottom_scales:s? top_scales:s? -> output
Gemm: Matrix product with addition.
  1: A B:w C:b? A_scales:s? B_scales:s? B_input_scales:s? -> output
MatMul: Matrix product.
  1: A B:w -> output
Einsum: Sums of products by Einstein's convention.
  1: inputs... -> output
MultiHeadAttention = Attention: Attention of several heads, with its projections.
  1: query key? value? attn_mask:p? cache_k:t? cache_v:t? weights:w...? -> outputs...
SDPA = Attention: Softmax of query times key, times value.
  1: query key value attn_mask:p? cache_k:t? cache_v:t? -> output cache_k? cache_v?
RotaryEmbed = RotaryEmbedding: Turns pairs by their position.
  1: input cos:p sin:p -> output
LSTM = Lstm: Recurrent layer over a sequence.
  1: input hidden:t? cell:t? weight_xc:w bias_c:b weight_hc:w weight_hr:w? weight_xc_scales:s? weight_hc_scales:s? ->
      output hidden? cell?
GRU = Gru: Recurrent layer over a sequence.
  1: input hidden:t? cell:t? weight_xc:w bias_c:b weight_hc:w weight_hr:w? weight_xc_scales:s? weight_hc_scales:s? ->
      output hidden? cell?
RNN = Rnn: Recurrent layer over a sequence.
  1: input hidden:t? cell:t? weight_xc:w bias_c:b weight_hc:w weight_hr:w? weight_xc_scales:s? weight_hc_scales:s? ->
      output hidden? cell?
ReLU = Relu: max(0, x), or a slope for negative values.
  1: input -> output
ELU = Elu: Exponential linear unit.
  1: input -> output
CELU = Celu: Continuous exponential linear unit.
  1: input -> output
SELU = Selu: Scaled exponential linear unit.
  1: input -> output
Sigmoid: 1 / (1 + exp(-x)).
  1: input -> output
HardSigmoid: Sigmoid made of straight lines.
  1: input -> output
HardSwish: x times a sigmoid made of straight lines.
  1: input -> output
TanH = Tanh: Hyperbolic tangent.
  1: input -> output
Clip: Limits to a range.
  1: input -> output
Swish: x * sigmoid(x).
  1: input -> output
GELU = Gelu: Gaussian error linear unit.
  1: input -> output
Mish: x * tanh(softplus(x)).
  1: input -> output
Softplus: log(1 + exp(x)).
  1: input -> output
Softmax: Exponentials that add up to 1.
  1: input -> output
BNLL = Softplus: log(1 + exp(x)).
  1: input -> output
Shrink: Moves values towards 0.
  1: input -> output
GLU @activation: One half of the channels gates the other.
  1: input -> output
Dropout = Identity: Scales its input.
  1: input -> output
PReLU = PRelu: ReLU with a learned slope for negative values.
  1: input slope:w -> output
BatchNorm = BatchNormalization: Normalizes each channel, scales and shifts.
  1: input slope:w mean:w variance:w bias:b -> output
InstanceNorm = InstanceNormalization: Normalizes, scales and shifts.
  1: input gamma:w? beta:b? -> output
GroupNorm = GroupNormalization: Normalizes, scales and shifts.
  1: input gamma:w? beta:b? -> output
LayerNorm = LayerNormalization: Normalizes, scales and shifts.
  1: input gamma:w? beta:b? -> output
RMSNorm = RmsNormalization: Divides by the root of the mean square, and scales.
  1: input gamma:w? -> output
Normalize = L2Normalization: Divides by the L2 norm, and scales.
  1: input scale:w? -> output
LRN = LocalResponseNormalization: Divides by the values around.
  1: input -> output
MVN = MeanVarianceNormalization: Normalizes by mean and variance.
  1: input -> output
Pooling @pooling: Pools windows as a parameter says.
  1: input -> output indices?
Pooling1D @pooling: Pools windows as a parameter says.
  1: input -> output indices?
Pooling3D @pooling: Pools windows as a parameter says.
  1: input -> output indices?
SPP @pooling: Pools a pyramid of windows.
  1: input -> output
StatisticsPooling @pooling: Means and deviations.
  1: input -> output
ROIPooling = RoiPool: Pools regions to one size.
  1: input rois:p -> output
PSROIPooling = RoiPool: Pools regions of position-sensitive maps.
  1: input rois:p -> output
ROIAlign = RoiAlign: Samples regions to one size.
  1: input rois:p -> output
Flatten: One dimension.
  1: input -> output
Reshape: Same elements in another shape.
  1: input references:p...? -> output
Permute = Transpose: Reorders dimensions.
  1: input -> output
Squeeze: Drops dimensions of 1.
  1: input -> output
ExpandDims = Unsqueeze: Adds dimensions of 1.
  1: input -> output
Tile: Repeats.
  1: input -> output
Concat: Joins blobs along an axis.
  1: inputs... -> output
Slice = Split: Cuts into parts.
  1: input -> outputs...
Split = Identity: The same for several layers.
  1: input -> outputs...
Crop: Part of a blob.
  1: input reference:p? -> output
Padding = Pad: Adds elements around.
  1: input per_channel_pad:p? -> output
Interp = Resize: Resizes.
  1: input reference:p? -> output
Reorg = SpaceToDepth: Places become channels.
  1: input -> output
PixelShuffle = DepthToSpace: Channels become places.
  1: input -> output
ShuffleChannel @layout: Reorders channels by groups.
  1: input -> output
Packing = ReorderLayout: Another packing of elements.
  1: input -> output
Cast: Another element type.
  1: input -> output
Noop = Identity: Nothing.
  1: inputs...? -> outputs...?
DeepCopy = Identity: A copy.
  1: input -> output
Embed = EmbeddingLookup: Rows of a table.
  1: input weight:w bias:b? weight_scale:s? -> output
Fold = Col2Im: Adds up blocks to an image.
  1: input -> output
Unfold @layout: Blocks of an image.
  1: input -> output
GridSample: Samples at the places of a grid.
  1: input grid:p -> output
CopyTo = ScatterNd: Replaces a part.
  1: input source -> output
Diag = MatrixDiag: A diagonal.
  1: input -> output
Flip = Reverse: Reverses axes.
  1: input -> output
BinaryOp @math: Elementwise operation that a parameter names.
  1: A B? -> output
UnaryOp @math: Elementwise operation that a parameter names.
  1: input -> output
Eltwise @math: Product, sum or maximum, as a parameter says.
  1: inputs... -> output
Scale: Multiplies by channel, and adds.
  1: input scale:w bias:b? -> output
Bias = Add: Adds by channel.
  1: input bias:b -> output
AbsVal = Abs: Absolute value.
  1: input -> output
Exp: Exponential.
  1: input -> output
Log: Logarithm.
  1: input -> output
Power = Pow: (shift + scale * x) to a power.
  1: input -> output
Erf: Error function.
  1: input -> output
Threshold @math: Whether above a threshold.
  1: input -> output
CumulativeSum = CumSum: Running sums.
  1: input -> output
ArgMax: Index of the largest element.
  1: input -> output
Reduction @reduction: Folds axes as a parameter says.
  1: input -> output
Spectrogram = Stft: Fourier transforms of frames.
  1: input -> output
InverseSpectrogram = Stft: A signal of its Fourier transforms.
  1: input -> output
PriorBox = DetectionPostProcess: Boxes to start from.
  1: inputs... -> outputs...
DetectionOutput = DetectionPostProcess: Boxes and classes of a detector.
  1: inputs... -> outputs...
YoloDetectionOutput = DetectionPostProcess: Boxes and classes of a detector.
  1: inputs... -> outputs...
Yolov3DetectionOutput = DetectionPostProcess: Boxes and classes of a detector.
  1: inputs... -> outputs...
Proposal = DetectionPostProcess: Regions worth a look.
  1: inputs... -> outputs...
Quantize: Real to integer.
  1: input scale:s -> output
Dequantize: Integer to real.
  1: input scale:s bias:b? -> output
Requantize @quantization: Integer to integer of another scale.
  1: input scale_in:s scale_out:s bias:b? -> output
)";

}  // namespace netloupe
