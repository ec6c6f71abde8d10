#include "operator_tables.h"

namespace netloupe {

// Layers of all versions of the IR, by their types there; the older versions' own ones among them.
const std::string_view kOpenvinoText = R"(
Convolution = Conv: Convolves the input with the filters.
  1: input filter:w bias:b? -> output
GroupConvolution = Conv: Convolves each group of channels with filters of its own.
  1: input filter:w -> output
BinaryConvolution = Conv: Convolution of values of one bit.
  1: input filter:w -> output
ConvolutionBackpropData = ConvTranspose: Transposed convolution.
  1: input filter:w output_shape:p? -> output
GroupConvolutionBackpropData = ConvTranspose: Transposed convolution by groups of channels.
  1: input filter:w output_shape:p? -> output
Deconvolution = ConvTranspose: Transposed convolution, in the older versions.
  1: input filter:w bias:b? -> output
DeformableConvolution = DeformConv: Convolution whose window is moved by offsets.
  1: input offsets:p filter:w mask:p? -> output
DeformablePSROIPooling = RoiPool: Pools regions of position-sensitive maps, moved by offsets.
  1: input rois:p offsets:p? -> output
MatMul: Matrix product, batched over the leading dimensions.
  1: A B:w -> C
Gemm: Matrix product with addition, in the older versions.
  1: A B:w C:b? -> D
FullyConnected: Multiplies each row by the weights, in the older versions.
  1: input weights:w bias:b? -> output
Einsum: Sums of products by Einstein's convention.
  1: inputs... -> output
ScaledDotProductAttention = Attention: Softmax of query times key, times value.
  1: query key value attention_mask:p? scale:p? sink:p? -> output
PagedAttentionExtension = Attention: Attention over a cache in pages.
  1: inputs... -> outputs...
LSTMCell = Lstm: One step of long short-term memory.
  1: X hidden:t cell:t W:w R:w B:b? P:w? -> hidden cell
LSTMSequence = Lstm: Long short-term memory over a sequence.
  1: X hidden:t cell:t lengths:p W:w R:w B:b P:w? -> Y hidden cell
GRUCell = Gru: One step of a gated recurrent unit.
  1: X hidden:t W:w R:w B:b? -> hidden
GRUSequence = Gru: Gated recurrent unit over a sequence.
  1: X hidden:t lengths:p W:w R:w B:b -> Y hidden
RNNCell = Rnn: One step of a plain recurrent layer.
  1: X hidden:t W:w R:w B:b? -> hidden
RNNSequence = Rnn: Plain recurrent layer over a sequence.
  1: X hidden:t lengths:p W:w R:w B:b -> Y hidden
AUGRUCell = Gru: One step of a gated recurrent unit with attention.
  1: X hidden:t W:w R:w B:b A -> hidden
AUGRUSequence = Gru: Gated recurrent unit with attention over a sequence.
  1: X hidden:t lengths:p W:w R:w B:b A -> Y hidden
ReLU = Relu: max(0, x).
  1: input -> output
PReLU = PRelu: ReLU with a learned slope for negative values.
  1: input slope:w -> output
Clamp = Clip: Limits to a range.
  1: input -> output
Sigmoid: 1 / (1 + exp(-x)).
  1: input -> output
Tanh: Hyperbolic tangent.
  1: input -> output
TanH = Tanh: Hyperbolic tangent, in the older versions.
  1: input -> output
Elu: Exponential linear unit.
  1: input -> output
ELU = Elu: Exponential linear unit, in the older versions.
  1: input -> output
Selu: Scaled exponential linear unit.
  1: input alpha:p lambda:p -> output
HardSigmoid: Sigmoid made of straight lines.
  1: input alpha:p beta:p -> output
HSigmoid = HardSigmoid: min(max(x + 3, 0), 6) / 6.
  1: input -> output
HSwish = HardSwish: x * min(max(x + 3, 0), 6) / 6.
  1: input -> output
Swish: x * sigmoid(x).
  1: input beta:p? -> output
Gelu: Gaussian error linear unit.
  1: input -> output
Mish: x * tanh(softplus(x)).
  1: input -> output
SoftPlus = Softplus: log(1 + exp(x)).
  1: input -> output
SoftSign = Softsign: x / (1 + |x|).
  1: input -> output
SoftMax = Softmax: Exponentials that add up to 1.
  1: input -> output
LogSoftmax: Logarithm of Softmax.
  1: input -> output
Activation @activation: An activation that an attribute names, in the older versions.
  1: input -> output
GLU @activation: One half of the channels gates the other.
  1: input -> output
BatchNormInference = BatchNormalization: Normalizes each channel by stored mean and variance.
  1: input gamma:w beta:b mean:w variance:w -> output
BatchNormalization: Normalizes each channel, in the older versions.
  1: input weights:w biases:b -> output
MVN = MeanVarianceNormalization: Normalizes by mean and variance.
  1: input axes:p? -> output
NormalizeL2 = L2Normalization: Divides by the L2 norm.
  1: input axes:p -> output
Normalize = L2Normalization: Divides by the L2 norm, in the older versions.
  1: input weights:w? -> output
LRN = LocalResponseNormalization: Divides by the values around.
  1: input axes:p? -> output
Norm = LocalResponseNormalization: Divides by the values around, in the older versions.
  1: input -> output
GroupNormalization: Normalizes groups of channels.
  1: input scale:w bias:b -> output
RMS = RmsNormalization: Divides by the root of the mean square.
  1: input scale:w? -> output
GRN = L2Normalization: Divides by the L2 norm over channels.
  1: input -> output
MaxPool: Largest value of each window.
  1: input -> output indices?
AvgPool = AveragePool: Mean of each window.
  1: input -> output
Pooling @pooling: Pools windows as an attribute says, in the older versions.
  1: input -> output
AdaptiveAvgPool = AveragePool: Mean of windows that give the output its shape.
  1: input output_shape:p -> output
AdaptiveMaxPool = MaxPool: Largest value of windows that give the output its shape.
  1: input output_shape:p -> output indices?
ROIPooling = RoiPool: Pools regions to one size.
  1: input rois:p -> output
PSROIPooling = RoiPool: Pools regions of position-sensitive maps.
  1: input rois:p -> output
ROIAlign = RoiAlign: Samples regions to one size.
  1: input rois:p batch_indices:p -> output
ROIAlignRotated = RoiAlign: Samples turned regions to one size.
  1: input rois:p batch_indices:p -> output
Reshape: Same elements in another shape.
  1: input shape:p? -> output
Squeeze: Drops dimensions of 1.
  1: input axes:p? -> output
Unsqueeze: Adds dimensions of 1.
  1: input axes:p -> output
Flatten: Joins dimensions.
  1: input -> output
Transpose: Reorders dimensions.
  1: input order:p -> output
Permute = Transpose: Reorders dimensions, in the older versions.
  1: input -> output
Concat: Joins tensors along an axis.
  1: inputs... -> output
Split: Cuts into equal parts.
  1: input axis:p? -> outputs...
VariadicSplit = Split: Cuts into parts of given lengths.
  1: input axis:p lengths:p -> outputs...
Slice: Part of a tensor.
  1: input start:p? stop:p? step:p? axes:p? -> outputs...
StridedSlice: Part of a tensor, with strides.
  1: input begin:p end:p strides:p? -> output
Crop: Part of a tensor, in the older versions.
  1: input reference? -> output
Pad: Adds elements around.
  1: input begin:p end:p value:p? -> output
Tile: Repeats a tensor.
  1: input repeats:p? -> output
Broadcast = Expand: Repeats dimensions of 1.
  1: input shape:p axes:p? -> output
Gather: Slices by their indices.
  1: input indices:p axis:p? -> output
GatherND = GatherNd: Slices by lists of indices.
  1: input indices:p -> output
GatherElements: Elements by their indices.
  1: input indices:p -> output
GatherTree @layout: Sequences of a beam search.
  1: steps parents lengths:p end:p -> output
ScatterUpdate = Scatter: Replaces slices.
  1: input indices:p updates axis:p -> output
ScatterNDUpdate = ScatterNd: Replaces slices by lists of indices.
  1: input indices:p updates -> output
ScatterElementsUpdate = ScatterElements: Replaces elements.
  1: input indices:p updates axis:p -> output
DepthToSpace: Channels become places.
  1: input -> output
SpaceToDepth: Places become channels.
  1: input -> output
BatchToSpace: Batches become places.
  1: input shape:p begin:p end:p -> output
SpaceToBatch: Places become batches.
  1: input shape:p begin:p end:p -> output
ShuffleChannels @layout: Reorders channels by groups.
  1: input -> output
ReorgYolo = SpaceToDepth: Places become channels, as YOLO does.
  1: input -> output
Reverse: Reverses axes.
  1: input axes:p -> output
ReverseSequence: Reverses the beginnings of sequences.
  1: input lengths:p -> output
Roll @layout: Shifts elements around.
  1: input shift:p axes:p -> output
Interpolate = Resize: Resizes to a shape or by scales.
  1: input sizes:p? scales:p? axes:p? -> output
Interp = Resize: Resizes, in the older versions.
  1: input -> output
Resample = Resize: Resizes, in the older versions.
  1: input -> output
GridSample: Samples at the places of a grid.
  1: input grid:p -> output
Col2Im: Adds up blocks to an image.
  1: input output_size:p kernel_size:p -> output
ExtractImagePatches @layout: Blocks of an image.
  1: input -> output
Select = Where: One or the other, by a condition.
  1: condition:p then else -> output
NonZero: Where values are not 0.
  1: input -> output
Unique: Each value once.
  1: input axis:p? -> outputs...
OneHot: Ones at indices.
  1: indices depth:p on:p off:p -> output
ShapeOf = Shape: The extents of a tensor.
  1: input -> output
Convert = Cast: Another element type.
  1: input -> output
ConvertLike = Cast: The element type of another tensor.
  1: input like:p -> output
Bucketize: Which bucket values fall in.
  1: input buckets:p -> output
EmbeddingBagOffsetsSum = EmbeddingLookup: Sums of rows of a table.
  1: table:w indices:p offsets:p default:p? weights? -> output
EmbeddingBagOffsets = EmbeddingLookup: Sums or means of rows of a table.
  1: table:w indices:p offsets:p default:p? weights? -> output
EmbeddingBagPackedSum = EmbeddingLookup: Sums of rows of a table.
  1: table:w indices:p weights? -> output
EmbeddingBagPacked = EmbeddingLookup: Sums or means of rows of a table.
  1: table:w indices:p weights? -> output
EmbeddingSegmentsSum = EmbeddingLookup: Sums of rows of a table by segments.
  1: table:w indices:p segments:p count:p default:p? weights? -> output
Add: Adds.
  1: A B? -> C
Subtract = Sub: Subtracts.
  1: A B? -> C
Multiply = Mul: Multiplies.
  1: A B? -> C
Divide = Div: Divides.
  1: A B? -> C
FloorMod = Mod: Remainder that has the divisor's sign.
  1: A B? -> C
Mod: Remainder that has the dividend's sign.
  1: A B? -> C
Power = Pow: Power.
  1: A B? -> C
SquaredDifference: Square of the difference.
  1: A B? -> C
Maximum = Max: The larger of two.
  1: A B? -> C
Minimum = Min: The smaller of two.
  1: A B? -> C
LogicalAnd = And: Both.
  1: A B? -> C
LogicalOr = Or: One or both.
  1: A B? -> C
LogicalXor = Xor: One of both.
  1: A B? -> C
BitwiseAnd: And of bits.
  1: A B? -> C
BitwiseOr: Or of bits.
  1: A B? -> C
BitwiseXor: Exclusive or of bits.
  1: A B? -> C
Equal: Whether equal.
  1: A B? -> C
NotEqual: Whether different.
  1: A B? -> C
Greater: Whether larger.
  1: A B? -> C
GreaterEqual = GreaterOrEqual: Whether not smaller.
  1: A B? -> C
Less: Whether smaller.
  1: A B? -> C
LessEqual = LessOrEqual: Whether not larger.
  1: A B? -> C
Abs: Absolute value.
  1: input -> output
Negative = Neg: Negation.
  1: input -> output
Sign: Sign.
  1: input -> output
Sqrt: Square root.
  1: input -> output
Exp: Exponential.
  1: input -> output
Log: Natural logarithm.
  1: input -> output
Erf: Error function.
  1: input -> output
Floor: Rounds down.
  1: input -> output
Ceiling = Ceil: Rounds up.
  1: input -> output
Round: Rounds to the nearest.
  1: input -> output
Sin: Sine.
  1: input -> output
Cos: Cosine.
  1: input -> output
Tan: Tangent.
  1: input -> output
Asin: Arc sine.
  1: input -> output
Acos: Arc cosine.
  1: input -> output
Atan: Arc tangent.
  1: input -> output
Sinh: Hyperbolic sine.
  1: input -> output
Cosh: Hyperbolic cosine.
  1: input -> output
Asinh: Inverse hyperbolic sine.
  1: input -> output
Acosh: Inverse hyperbolic cosine.
  1: input -> output
Atanh: Inverse hyperbolic tangent.
  1: input -> output
LogicalNot = Not: Logical negation.
  1: input -> output
BitwiseNot: Negation of bits.
  1: input -> output
IsInf: Whether infinite.
  1: input -> output
IsNaN = IsNan: Whether not a number.
  1: input -> output
IsFinite @math: Whether a number.
  1: input -> output
Eltwise @math: Elementwise operation that an attribute names, in the older versions.
  1: inputs... -> output
ScaleShift = Scale: Multiplies and adds by channel, in the older versions.
  1: input weights:w biases:b? -> output
CumSum: Running sums.
  1: input axis:p -> output
DFT = Dft: Discrete Fourier transform.
  1: input axes:p size:p? -> output
IDFT = Dft: Discrete Fourier transform.
  1: input axes:p size:p? -> output
RDFT = Dft: Discrete Fourier transform.
  1: input axes:p size:p? -> output
IRDFT = Dft: Discrete Fourier transform.
  1: input axes:p size:p? -> output
STFT = Stft: Fourier transforms of frames.
  1: signal window:w frame_size:p frame_step:p -> output
ReduceSum: Folds axes.
  1: input axes:p -> output
ReduceMean: Folds axes.
  1: input axes:p -> output
ReduceMax: Folds axes.
  1: input axes:p -> output
ReduceMin: Folds axes.
  1: input axes:p -> output
ReduceProd: Folds axes.
  1: input axes:p -> output
ReduceL1: Folds axes.
  1: input axes:p -> output
ReduceL2: Folds axes.
  1: input axes:p -> output
ReduceLogicalAnd = ReduceAll: Folds axes.
  1: input axes:p -> output
ReduceLogicalOr = ReduceAny: Folds axes.
  1: input axes:p -> output
ArgMax: Index of the largest element, in the older versions.
  1: input -> output
TopK: The largest elements and their indices.
  1: input k:p? -> values indices?
NonMaxSuppression: Drops boxes that overlap better ones.
  1: boxes scores count:p? iou:p? score:p? sigma:p? -> outputs...
MatrixNms = NonMaxSuppression: Drops boxes that overlap better ones.
  1: boxes scores others...? -> outputs...
MulticlassNms = NonMaxSuppression: Drops boxes that overlap better ones.
  1: boxes scores others...? -> outputs...
NMSRotated = NonMaxSuppression: Drops boxes that overlap better ones.
  1: boxes scores others...? -> outputs...
DetectionOutput = DetectionPostProcess: Boxes and classes of a detector.
  1: inputs... -> outputs...
RegionYolo = DetectionPostProcess: Boxes of a YOLO head.
  1: inputs... -> outputs...
Proposal = DetectionPostProcess: Regions worth a look.
  1: inputs... -> outputs...
PriorBox = DetectionPostProcess: Boxes to start from.
  1: inputs... -> outputs...
PriorBoxClustered = DetectionPostProcess: Boxes to start from.
  1: inputs... -> outputs...
ExperimentalDetectronDetectionOutput = DetectionPostProcess: Boxes and classes of a detector.
  1: inputs... -> outputs...
ExperimentalDetectronGenerateProposalsSingleImage = DetectionPostProcess: Regions worth a look.
  1: inputs... -> outputs...
ExperimentalDetectronPriorGridGenerator = DetectionPostProcess: Boxes to start from.
  1: inputs... -> outputs...
ExperimentalDetectronROIFeatureExtractor = DetectionPostProcess: Samples regions to one size.
  1: inputs... -> outputs...
ExperimentalDetectronTopKROIs = DetectionPostProcess: The best regions.
  1: inputs... -> outputs...
GenerateProposals = DetectionPostProcess: Regions worth a look.
  1: inputs... -> outputs...
CTCGreedyDecoder @reduction: Best letters of a sequence.
  1: inputs... -> outputs...
CTCGreedyDecoderSeqLen @reduction: Best letters of a sequence.
  1: inputs... -> outputs...
CTCLoss @reduction: Loss of a sequence of letters.
  1: inputs... -> outputs...
FakeQuantize: Rounds to a number of levels between bounds, and stays real.
  1: X input_low:p input_high:p output_low:p output_high:p -> output
FakeConvert = FakeQuantize: Rounds as a smaller floating type does.
  1: input scale:s shift:p? -> output
If: One body or the other.
  1: condition:p inputs...? -> outputs...?
Loop: Repeats its body.
  1: trip_count:p condition:p inputs...? -> outputs...?
TensorIterator = Scan: Runs its body over slices.
  1: inputs... -> outputs...?
ReadValue = Variable: What a variable holds.
  1: initial:p? -> output
Assign = Variable: Gives a variable a value.
  1: value -> output?
Memory = Variable: State between runs, in the older versions.
  1: input? -> output?
Range: Numbers from start to stop.
  1: start:p stop:p step:p -> output
RandomUniform = Random: Random numbers.
  1: shape:p low:p high:p -> output
Multinomial = Sampling: Draws by probabilities.
  1: input count:p -> output
Eye = EyeLike: Ones on a diagonal.
  1: rows:p columns:p diagonal:p batch:p? -> output
StringTensorPack = Text: Strings and their letters.
  1: inputs... -> outputs...
StringTensorUnpack = Text: Strings and their letters.
  1: inputs... -> outputs...
)";

}  // namespace netloupe
