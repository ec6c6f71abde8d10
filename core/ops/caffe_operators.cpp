#include "operator_tables.h"

namespace netloupe {

// Layers by today's names of their types; those of well-known forks among them.
const std::string_view kCaffeText = R"(
Convolution = Conv: Convolves the input with the filters.
  1: bottom weights:w bias:b? -> top
ConvolutionDepthwise = DepthwiseConv: Convolves each channel with filters of its own.
  1: bottom weights:w bias:b? -> top
DepthwiseConvolution = DepthwiseConv: Convolves each channel with filters of its own.
  1: bottom weights:w bias:b? -> top
Deconvolution = ConvTranspose: Transposed convolution.
  1: bottom weights:w bias:b? -> top
InnerProduct = FullyConnected: Multiplies each row by the weights.
  1: bottom weights:w bias:b? -> top
LSTM = Lstm: Long short-term memory over a sequence.
  1: bottom continues:p? static? weights:w...? -> top
RNN = Rnn: Plain recurrent layer over a sequence.
  1: bottom continues:p? static? weights:w...? -> top
ReLU = Relu: max(0, x), or a slope for negative values.
  1: bottom -> top
ReLU6 = Relu6: Limits to [0, 6].
  1: bottom -> top
ELU = Elu: Exponential linear unit.
  1: bottom -> top
Sigmoid: 1 / (1 + exp(-x)).
  1: bottom -> top
TanH = Tanh: Hyperbolic tangent.
  1: bottom -> top
Clip: Limits to a range.
  1: bottom -> top
Swish: x * sigmoid(beta * x).
  1: bottom -> top
Softmax: Exponentials that add up to 1.
  1: bottom -> top
BNLL = Softplus: log(1 + exp(x)).
  1: bottom -> top
Dropout: Does nothing but in training.
  1: bottom -> top
PReLU = PRelu: ReLU with a learned slope for negative values.
  1: bottom slope:w -> top
BatchNorm = BatchNormalization: Normalizes each channel by mean and variance; Scale follows.
  1: bottom mean:w? variance:w? scale_factor:w? -> top
BN = BatchNormalization: Normalizes each channel, scales and shifts.
  1: bottom scale:w? bias:b? mean:w? variance:w? -> top
Normalize = L2Normalization: Divides by the L2 norm, times a scale.
  1: bottom scale:w? -> top
LRN = LocalResponseNormalization: Divides by the values around.
  1: bottom -> top
MVN = MeanVarianceNormalization: Normalizes by mean and variance.
  1: bottom -> top
Pooling @pooling: Pools windows as an attribute says.
  1: bottom -> top mask?
SPP @pooling: Pools a pyramid of windows.
  1: bottom -> top
ROIPooling = RoiPool: Pools regions to one size.
  1: bottom rois:p -> top
PSROIPooling = RoiPool: Pools regions of position-sensitive maps.
  1: bottom rois:p -> top
Flatten: Joins dimensions.
  1: bottom -> top
Reshape: Same elements in another shape.
  1: bottom -> top
Permute = Transpose: Reorders dimensions.
  1: bottom -> top
Tile: Repeats along an axis.
  1: bottom -> top
Reorg = SpaceToDepth: Places become channels.
  1: bottom -> top
ShuffleChannel @layout: Reorders channels by groups.
  1: bottom -> top
Im2col @layout: Blocks of an image.
  1: bottom -> top
Upsample = ResizeNearest: Repeats places.
  1: bottom -> top
Interp = ResizeLinear: Resizes, linearly.
  1: bottom size:p? -> top
Crop: As much as another blob has.
  1: bottom like:p -> top
Concat: Joins blobs along an axis.
  1: bottoms... -> top
Slice = Split: Cuts into parts.
  1: bottom -> tops...
Split = Identity: The same for several layers.
  1: bottom -> tops...
BatchReindex = Gather: Reorders a batch.
  1: bottom indices:p -> top
Filter = Compress: Keeps what a selector picks.
  1: bottoms... -> tops...
Embed = EmbeddingLookup: Rows of a table.
  1: bottom weights:w bias:b? -> top
Eltwise @math: Product, sum or maximum, as an attribute says.
  1: bottoms... -> top
Scale: Multiplies by channel, and adds.
  1: bottom scale:w bias:b? -> top
Bias = Add: Adds by channel.
  1: bottom bias:b -> top
AbsVal = Abs: Absolute value.
  1: bottom -> top
Exp: Exponential.
  1: bottom -> top
Log: Logarithm.
  1: bottom -> top
Power = Pow: (shift + scale * x) to a power.
  1: bottom -> top
Threshold @math: Whether above a threshold.
  1: bottom -> top
ArgMax: Index of the largest element.
  1: bottom -> top
Reduction @reduction: Folds axes as an attribute says.
  1: bottom -> top
BatchReduction @reduction: Folds axes as an attribute says.
  1: bottom -> top
PriorBox = DetectionPostProcess: Boxes to start from.
  1: bottom image:p -> top
DetectionOutput = DetectionPostProcess: Boxes and classes of a detector.
  1: bottoms... -> tops...
YoloDetectionOutput = DetectionPostProcess: Boxes and classes of a detector.
  1: bottoms... -> tops...
Yolov3DetectionOutput = DetectionPostProcess: Boxes and classes of a detector.
  1: bottoms... -> tops...
Data @data: Reads examples.
  1: bottoms...? -> tops...
ImageData @data: Reads examples.
  1: bottoms...? -> tops...
HDF5Data @data: Reads examples.
  1: bottoms...? -> tops...
MemoryData @data: Reads examples.
  1: bottoms...? -> tops...
WindowData @data: Reads examples.
  1: bottoms...? -> tops...
DummyData @data: Reads examples.
  1: bottoms...? -> tops...
AnnotatedData @data: Reads examples.
  1: bottoms...? -> tops...
VideoData @data: Reads examples.
  1: bottoms...? -> tops...
Parameter = Constant: Learned values.
  1: weights:w? -> top
SoftmaxWithLoss = Loss: Of use only while training.
  1: bottoms... -> tops...?
EuclideanLoss = Loss: Of use only while training.
  1: bottoms... -> tops...?
HingeLoss = Loss: Of use only while training.
  1: bottoms... -> tops...?
InfogainLoss = Loss: Of use only while training.
  1: bottoms... -> tops...?
MultinomialLogisticLoss = Loss: Of use only while training.
  1: bottoms... -> tops...?
SigmoidCrossEntropyLoss = Loss: Of use only while training.
  1: bottoms... -> tops...?
ContrastiveLoss = Loss: Of use only while training.
  1: bottoms... -> tops...?
MultiBoxLoss = Loss: Of use only while training.
  1: bottoms... -> tops...?
SmoothL1Loss = Loss: Of use only while training.
  1: bottoms... -> tops...?
Accuracy = Loss: Of use only while training.
  1: bottoms... -> tops...?
Silence @data: Takes what nobody needs.
  1: bottoms... -> tops...?
HDF5Output = Print: Writes blobs to a file.
  1: bottoms... -> tops...?
)";

}  // namespace netloupe
