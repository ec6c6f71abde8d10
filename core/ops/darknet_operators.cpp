#include "operator_tables.h"

namespace netloupe {

// Sections, by their names.
const std::string_view kDarknetText = R"(
convolutional = Conv: Convolves the input, normalizes and activates.
  1: input weights:w biases:b scales:w? mean:w? variance:w? -> output
conv = Conv: Convolves the input, normalizes and activates.
  1: input weights:w biases:b scales:w? mean:w? variance:w? -> output
deconvolutional = ConvTranspose: Transposed convolution.
  1: input weights:w biases:b scales:w? mean:w? variance:w? -> output
deconv = ConvTranspose: Transposed convolution.
  1: input weights:w biases:b scales:w? mean:w? variance:w? -> output
local = Conv: Convolution with filters of their own for each place.
  1: input weights:w biases:b -> output
connected = FullyConnected: Multiplies by the weights, and activates.
  1: input weights:w biases:b scales:w? mean:w? variance:w? -> output
conn = FullyConnected: Multiplies by the weights, and activates.
  1: input weights:w biases:b scales:w? mean:w? variance:w? -> output
gru = Gru: Recurrent layer.
  1: input weights:w...? -> output
lstm = Lstm: Recurrent layer.
  1: input weights:w...? -> output
rnn = Rnn: Recurrent layer.
  1: input weights:w...? -> output
crnn = Rnn: Recurrent layer.
  1: input weights:w...? -> output
conv_lstm = Lstm: Recurrent layer.
  1: input weights:w...? -> output
maxpool = MaxPool: Largest value of each window.
  1: input -> output
max = MaxPool: Largest value of each window.
  1: input -> output
avgpool = GlobalAveragePool: Mean of each channel.
  1: input -> output
avg = GlobalAveragePool: Mean of each channel.
  1: input -> output
local_avgpool = AveragePool: Mean of each window.
  1: input -> output
local_avg = AveragePool: Mean of each window.
  1: input -> output
batchnorm = BatchNormalization: Normalizes each channel, scales and shifts.
  1: input weights:w biases:b scales:w? mean:w? variance:w? -> output
normalization = LocalResponseNormalization: Divides by the values around.
  1: input -> output
lrn = LocalResponseNormalization: Divides by the values around.
  1: input -> output
l2norm = L2Normalization: Divides by the L2 norm.
  1: input -> output
dropout = Dropout: Does nothing but in training.
  1: input -> output
activation @activation: An activation that an option names.
  1: input -> output
logistic = Sigmoid: 1 / (1 + exp(-x)).
  1: input -> output
softmax = Softmax: Exponentials that add up to 1.
  1: input -> output
soft = Softmax: Exponentials that add up to 1.
  1: input -> output
route = Concat: Joins layers by their channels, or takes a group of them.
  1: inputs... -> output
reorg = SpaceToDepth: Places become channels.
  1: input -> output
reorg3d = SpaceToDepth: Places become channels.
  1: input -> output
upsample = ResizeNearest: Repeats places.
  1: input -> output
crop = Crop: Part of an image.
  1: input -> output
empty = Identity: Passes its input on.
  1: input -> output
silence = Identity: Passes its input on.
  1: input -> output
shortcut = Add: Adds layers.
  1: inputs... -> output
scale_channels = Mul: Multiplies another layer by this one.
  1: input from -> output
sam = Mul: Multiplies another layer by this one.
  1: input from -> output
implicit = Constant: Learned values.
  1: weights:w -> output
history @layout: Joins the last frames.
  1: input -> output
yolo = DetectionPostProcess: Boxes and classes of a detector.
  1: input -> output
Gaussian_yolo = DetectionPostProcess: Boxes and classes of a detector.
  1: input -> output
region = DetectionPostProcess: Boxes and classes of a detector.
  1: input -> output
detection = DetectionPostProcess: Boxes and classes of a detector.
  1: input -> output
iseg = DetectionPostProcess: Boxes and classes of a detector.
  1: input -> output
cost = Loss: Of use only while training.
  1: input -> output
contrastive = Loss: Of use only while training.
  1: input -> output
)";

}  // namespace netloupe
