#include "operator_tables.h"

namespace netloupe {

// Layers of all generations of Keras, by the names of their classes.
const std::string_view kKerasText = R"(
Conv1D = Conv: Convolves the input with the filters, adds the bias and activates.
  1: input kernel:w bias:b? -> output
Conv2D = Conv: Convolves the input with the filters, adds the bias and activates.
  1: input kernel:w bias:b? -> output
Conv3D = Conv: Convolves the input with the filters, adds the bias and activates.
  1: input kernel:w bias:b? -> output
Convolution1D = Conv: Convolves the input with the filters, adds the bias and activates.
  1: input kernel:w bias:b? -> output
Convolution2D = Conv: Convolves the input with the filters, adds the bias and activates.
  1: input kernel:w bias:b? -> output
Convolution3D = Conv: Convolves the input with the filters, adds the bias and activates.
  1: input kernel:w bias:b? -> output
AtrousConvolution1D = Conv: Convolves the input with the filters, adds the bias and activates.
  1: input kernel:w bias:b? -> output
AtrousConvolution2D = Conv: Convolves the input with the filters, adds the bias and activates.
  1: input kernel:w bias:b? -> output
LocallyConnected1D = Conv: Convolution with filters of their own for each place.
  1: input kernel:w bias:b? -> output
LocallyConnected2D = Conv: Convolution with filters of their own for each place.
  1: input kernel:w bias:b? -> output
DepthwiseConv1D = DepthwiseConv: Convolves each channel with filters of its own.
  1: input kernel:w bias:b? -> output
DepthwiseConv2D = DepthwiseConv: Convolves each channel with filters of its own.
  1: input kernel:w bias:b? -> output
SeparableConv1D = Conv: Convolves each channel, then joins the channels.
  1: input depthwise_kernel:w pointwise_kernel:w bias:b? -> output
SeparableConv2D = Conv: Convolves each channel, then joins the channels.
  1: input depthwise_kernel:w pointwise_kernel:w bias:b? -> output
SeparableConvolution1D = Conv: Convolves each channel, then joins the channels.
  1: input depthwise_kernel:w pointwise_kernel:w bias:b? -> output
SeparableConvolution2D = Conv: Convolves each channel, then joins the channels.
  1: input depthwise_kernel:w pointwise_kernel:w bias:b? -> output
Conv1DTranspose = ConvTranspose: Transposed convolution.
  1: input kernel:w bias:b? -> output
Conv2DTranspose = ConvTranspose: Transposed convolution.
  1: input kernel:w bias:b? -> output
Conv3DTranspose = ConvTranspose: Transposed convolution.
  1: input kernel:w bias:b? -> output
Convolution1DTranspose = ConvTranspose: Transposed convolution.
  1: input kernel:w bias:b? -> output
Convolution2DTranspose = ConvTranspose: Transposed convolution.
  1: input kernel:w bias:b? -> output
Deconvolution2D = ConvTranspose: Transposed convolution.
  1: input kernel:w bias:b? -> output
Deconvolution3D = ConvTranspose: Transposed convolution.
  1: input kernel:w bias:b? -> output
Dense = FullyConnected: Multiplies by the weights, adds the bias and activates.
  1: input kernel:w bias:b? -> output
TimeDistributedDense = FullyConnected: Multiplies by the weights, adds the bias and activates.
  1: input kernel:w bias:b? -> output
EinsumDense = Einsum: Multiplies by the weights as an equation says, and adds the bias.
  1: input kernel:w bias:b? -> output
Dot = MatMul: Products of two tensors along axes.
  1: inputs... -> output
MultiHeadAttention = Attention: Attends from queries to values by keys.
  1: query weights:w...? -> outputs...
GroupQueryAttention = Attention: Attends from queries to values by keys.
  1: query weights:w...? -> outputs...
Attention: Attends from queries to values by keys.
  1: inputs... -> outputs...
AdditiveAttention = Attention: Attends from queries to values by keys.
  1: inputs... -> outputs...
LSTM = Lstm: Long short-term memory over a sequence.
  1: input kernel:w recurrent_kernel:w bias:b? -> outputs...
CuDNNLSTM = Lstm: Long short-term memory over a sequence.
  1: input kernel:w recurrent_kernel:w bias:b? -> outputs...
LSTMCell = Lstm: Long short-term memory over a sequence.
  1: input kernel:w recurrent_kernel:w bias:b? -> outputs...
ConvLSTM1D = Lstm: Long short-term memory whose products are convolutions.
  1: input kernel:w recurrent_kernel:w bias:b? -> outputs...
ConvLSTM2D = Lstm: Long short-term memory whose products are convolutions.
  1: input kernel:w recurrent_kernel:w bias:b? -> outputs...
ConvLSTM3D = Lstm: Long short-term memory whose products are convolutions.
  1: input kernel:w recurrent_kernel:w bias:b? -> outputs...
GRU = Gru: Gated recurrent unit over a sequence.
  1: input kernel:w recurrent_kernel:w bias:b? -> outputs...
CuDNNGRU = Gru: Gated recurrent unit over a sequence.
  1: input kernel:w recurrent_kernel:w bias:b? -> outputs...
GRUCell = Gru: Gated recurrent unit over a sequence.
  1: input kernel:w recurrent_kernel:w bias:b? -> outputs...
SimpleRNN = Rnn: Plain recurrent layer over a sequence.
  1: input kernel:w recurrent_kernel:w bias:b? -> outputs...
SimpleRNNCell = Rnn: Plain recurrent layer over a sequence.
  1: input kernel:w recurrent_kernel:w bias:b? -> outputs...
RNN = Rnn: Runs a cell, or layers, over a sequence.
  1: input weights:w...? -> outputs...
Bidirectional = Rnn: Runs a cell, or layers, over a sequence.
  1: input weights:w...? -> outputs...
TimeDistributed @math: Applies a layer to each step of a sequence.
  1: input weights:w...? -> outputs...
Activation @activation: An activation that an attribute names.
  1: input -> output
ReLU = Relu: max(0, x), or as attributes limit it.
  1: input -> output
LeakyReLU = LeakyRelu: ReLU with a slope for negative values.
  1: input -> output
ELU = Elu: Exponential linear unit.
  1: input -> output
ThresholdedReLU = ThresholdedRelu: x above a threshold, else 0.
  1: input -> output
Softmax: Exponentials that add up to 1.
  1: input -> output
Sigmoid: 1 / (1 + exp(-x)).
  1: input -> output
Tanh: Hyperbolic tangent.
  1: input -> output
PReLU = PRelu: ReLU with a learned slope for negative values.
  1: input alpha:w -> output
BatchNormalization: Normalizes each channel, scales and shifts.
  1: input gamma:w? beta:b? moving_mean:w? moving_variance:w? -> output
SyncBatchNormalization = BatchNormalization: Normalizes each channel, scales and shifts.
  1: input gamma:w? beta:b? moving_mean:w? moving_variance:w? -> output
LayerNormalization: Normalizes over the last axes, scales and shifts.
  1: input gamma:w? beta:b? -> output
GroupNormalization: Normalizes groups of channels, scales and shifts.
  1: input gamma:w? beta:b? -> output
RMSNormalization = RmsNormalization: Divides by the root of the mean square and scales.
  1: input scale:w? -> output
UnitNormalization = L2Normalization: Divides by the L2 norm.
  1: input -> output
Normalization = MeanVarianceNormalization: Subtracts a mean and divides by a deviation, both known.
  1: input mean:w? variance:w? count:w? -> output
SpectralNormalization @normalization: Divides the weights of a layer by their spectral norm.
  1: input weights:w...? -> output
LRN2D = LocalResponseNormalization: Divides by the values around.
  1: input -> output
Dropout: Does nothing but in training.
  1: input -> output
SpatialDropout1D = Dropout: Does nothing but in training.
  1: input -> output
SpatialDropout2D = Dropout: Does nothing but in training.
  1: input -> output
SpatialDropout3D = Dropout: Does nothing but in training.
  1: input -> output
AlphaDropout = Dropout: Does nothing but in training.
  1: input -> output
GaussianDropout = Dropout: Does nothing but in training.
  1: input -> output
GaussianNoise = Dropout: Does nothing but in training.
  1: input -> output
ActivityRegularization = Dropout: Does nothing but in training.
  1: input -> output
MaxPooling1D = MaxPool: Largest value of each window.
  1: input -> output
MaxPool1D = MaxPool: Largest value of each window.
  1: input -> output
AveragePooling1D = AveragePool: Mean of each window.
  1: input -> output
AvgPool1D = AveragePool: Mean of each window.
  1: input -> output
GlobalMaxPooling1D = GlobalMaxPool: Largest value of each channel.
  1: input -> output
GlobalMaxPool1D = GlobalMaxPool: Largest value of each channel.
  1: input -> output
GlobalAveragePooling1D = GlobalAveragePool: Mean of each channel.
  1: input -> output
GlobalAvgPool1D = GlobalAveragePool: Mean of each channel.
  1: input -> output
UpSampling1D = Resize: Repeats places, or goes linearly from one to the next.
  1: input -> output
ZeroPadding1D = Pad: Puts zeros around.
  1: input -> output
Cropping1D = Crop: Cuts off the edges.
  1: input -> output
MaxPooling2D = MaxPool: Largest value of each window.
  1: input -> output
MaxPool2D = MaxPool: Largest value of each window.
  1: input -> output
AveragePooling2D = AveragePool: Mean of each window.
  1: input -> output
AvgPool2D = AveragePool: Mean of each window.
  1: input -> output
GlobalMaxPooling2D = GlobalMaxPool: Largest value of each channel.
  1: input -> output
GlobalMaxPool2D = GlobalMaxPool: Largest value of each channel.
  1: input -> output
GlobalAveragePooling2D = GlobalAveragePool: Mean of each channel.
  1: input -> output
GlobalAvgPool2D = GlobalAveragePool: Mean of each channel.
  1: input -> output
UpSampling2D = Resize: Repeats places, or goes linearly from one to the next.
  1: input -> output
ZeroPadding2D = Pad: Puts zeros around.
  1: input -> output
Cropping2D = Crop: Cuts off the edges.
  1: input -> output
MaxPooling3D = MaxPool: Largest value of each window.
  1: input -> output
MaxPool3D = MaxPool: Largest value of each window.
  1: input -> output
AveragePooling3D = AveragePool: Mean of each window.
  1: input -> output
AvgPool3D = AveragePool: Mean of each window.
  1: input -> output
GlobalMaxPooling3D = GlobalMaxPool: Largest value of each channel.
  1: input -> output
GlobalMaxPool3D = GlobalMaxPool: Largest value of each channel.
  1: input -> output
GlobalAveragePooling3D = GlobalAveragePool: Mean of each channel.
  1: input -> output
GlobalAvgPool3D = GlobalAveragePool: Mean of each channel.
  1: input -> output
UpSampling3D = Resize: Repeats places, or goes linearly from one to the next.
  1: input -> output
ZeroPadding3D = Pad: Puts zeros around.
  1: input -> output
Cropping3D = Crop: Cuts off the edges.
  1: input -> output
Flatten: Joins all dimensions but the first.
  1: input -> output
Reshape: Same elements in another shape.
  1: input -> output
Permute = Transpose: Reorders dimensions.
  1: input -> output
RepeatVector = Tile: Repeats along a new axis.
  1: input -> output
Embedding = EmbeddingLookup: Rows of a table.
  1: input embeddings:w -> output
Masking @data: Marks the steps that hold nothing.
  1: input -> output
Identity: Passes its input on.
  1: input -> output
Add: Adds tensors.
  1: inputs... -> output
Subtract = Sub: Subtracts the second tensor.
  1: inputs... -> output
Multiply = Mul: Multiplies tensors.
  1: inputs... -> output
Average = Mean: Mean of tensors.
  1: inputs... -> output
Maximum = Max: Largest of tensors.
  1: inputs... -> output
Minimum = Min: Smallest of tensors.
  1: inputs... -> output
Concatenate = Concat: Joins tensors along an axis.
  1: inputs... -> output
Merge @math: Joins tensors as an attribute says.
  1: inputs... -> output
Lambda = Custom: Runs code of Python that the file holds or names.
  1: inputs... -> outputs...
TFOpLambda @math: An operator of TensorFlow, which its attributes name.
  1: inputs... -> outputs...
TensorFlowOpLayer @math: An operator of TensorFlow, which its attributes name.
  1: inputs... -> outputs...
SlicingOpLambda @math: An operator of TensorFlow, which its attributes name.
  1: inputs... -> outputs...
Rescaling = Scale: Multiplies and adds.
  1: input -> output
Resizing = Resize: Resizes images.
  1: input -> output
CenterCrop = Crop: Part of an image.
  1: input -> output
RandomFlip @data +random: Changes images at random in training.
  1: input -> output
RandomRotation @data +random: Changes images at random in training.
  1: input -> output
RandomZoom @data +random: Changes images at random in training.
  1: input -> output
RandomTranslation @data +random: Changes images at random in training.
  1: input -> output
RandomContrast @data +random: Changes images at random in training.
  1: input -> output
RandomBrightness @data +random: Changes images at random in training.
  1: input -> output
RandomCrop @data +random: Changes images at random in training.
  1: input -> output
RandomHeight @data +random: Changes images at random in training.
  1: input -> output
RandomWidth @data +random: Changes images at random in training.
  1: input -> output
CategoryEncoding = OneHot: Numbers of categories as places.
  1: input -> output
Discretization = Bucketize: Numbers of the ranges that values are in.
  1: input -> output
Hashing @data: Numbers of buckets by a hash.
  1: input -> output
StringLookup = LookupTable: Indices of a vocabulary.
  1: input -> output
IntegerLookup = LookupTable: Indices of a vocabulary.
  1: input -> output
TextVectorization = Text: Splits texts into indices of a vocabulary.
  1: input -> output
)";

}  // namespace netloupe
