#include "operator_tables.h"

namespace netloupe {

// Builtin operators by the names of the schema's enumeration BuiltinOperator, grouped by what they do.
const std::string_view kTfliteText = R"(
CONV_2D = Conv: Convolves the input with the filters and adds the bias.
  1: input filter:w bias:b? -> output
DEPTHWISE_CONV_2D = DepthwiseConv: Convolves each channel with filters of its own and adds the bias.
  1: input weights:w bias:b? -> output
TRANSPOSE_CONV = ConvTranspose: Transposed convolution: spreads each element over an upsampled output.
  1: output_shape:p weights:w input bias:b? -> output
CONV_3D = Conv: Convolves a volume with the filters and adds the bias.
  1: input filter:w bias:b? -> output
CONV_3D_TRANSPOSE = ConvTranspose: Transposed convolution of a volume.
  1: output_shape:p filter:w input bias:b? -> output
FULLY_CONNECTED = FullyConnected: Multiplies each row by the weights, transposed, and adds the bias.
  1: input weights:w bias:b? -> output
BCQ_FULLY_CONNECTED = FullyConnected: Multiplies by binary-coded weights and adds the bias (Circle).
  1: input weights_scales:p weights_binary:w bias:b? weights_clusters:p -> output
INSTANCE_NORM = InstanceNormalization: Normalizes each channel of each element of the batch (Circle).
  1: input gamma:w beta:b -> output
RMS_NORM = RmsNormalization: Divides by the root of the mean square and multiplies by gamma (Circle).
  1: input gamma:w -> output
GRU = Gru: Gated recurrent unit over a sequence (Circle).
  1: input hidden_hidden:w hidden_hidden_bias:b hidden_input:w hidden_input_bias:b state:t -> output
BATCH_MATMUL = MatMul: Matrix product, batched over the leading dimensions.
  1: x y:w -> output
STABLEHLO_CONVOLUTION = Conv: Convolution with explicit dimension numbers.
  1: lhs rhs:w -> output
STABLEHLO_DOT_GENERAL = MatMul: Product over any contracting and batching dimensions.
  1: lhs rhs:w -> output
RNN = Rnn: One step of a plain recurrent layer.
  1: X W:w R:w b:b state:t? -> hidden output?
UNIDIRECTIONAL_SEQUENCE_RNN = Rnn: Plain recurrent layer over a sequence.
  1: input input_to_input_weights:w recurrent_to_input_weights:w input_gate_bias:b hidden_state:t -> output
BIDIRECTIONAL_SEQUENCE_RNN = Rnn: Plain recurrent layer over a sequence in both directions.
  1: input fw_weights:w fw_recurrent_weights:w fw_bias:b fw_hidden_state:t bw_weights:w bw_recurrent_weights:w
      bw_bias:b bw_hidden_state:t aux_input? fw_aux_weights:w? bw_aux_weights:w? -> fw_output bw_output?
LSTM = Lstm: One step of long short-term memory.
  1: input input_input_weights:w? input_forget_weights:w input_cell_weights:w input_output_weights:w
      recurrent_input_weights:w? recurrent_forget_weights:w recurrent_cell_weights:w recurrent_output_weights:w
      cell_input_weights:w? cell_forget_weights:w? cell_output_weights:w? input_gate_bias:b? forget_gate_bias:b
      cell_gate_bias:b output_gate_bias:b projection_weights:w? projection_bias:b? output_state_in:t?
      cell_state_in:t? input_layer_norm_weights:w? forget_layer_norm_weights:w? cell_layer_norm_weights:w?
      output_layer_norm_weights:w? -> scratch:t output_state:t? cell_state:t? output?
UNIDIRECTIONAL_SEQUENCE_LSTM = Lstm: Long short-term memory over a sequence.
  1: input input_input_weights:w? input_forget_weights:w input_cell_weights:w input_output_weights:w
      recurrent_input_weights:w? recurrent_forget_weights:w recurrent_cell_weights:w recurrent_output_weights:w
      cell_input_weights:w? cell_forget_weights:w? cell_output_weights:w? input_gate_bias:b? forget_gate_bias:b
      cell_gate_bias:b output_gate_bias:b projection_weights:w? projection_bias:b? output_state_in:t?
      cell_state_in:t? input_layer_norm_weights:w? forget_layer_norm_weights:w? cell_layer_norm_weights:w?
      output_layer_norm_weights:w? -> output
BIDIRECTIONAL_SEQUENCE_LSTM = Lstm: Long short-term memory over a sequence in both directions.
  1: input fw_input_input_weights:w? fw_input_forget_weights:w fw_input_cell_weights:w fw_input_output_weights:w
      fw_recurrent_input_weights:w? fw_recurrent_forget_weights:w fw_recurrent_cell_weights:w
      fw_recurrent_output_weights:w fw_cell_input_weights:w? fw_cell_forget_weights:w? fw_cell_output_weights:w?
      fw_input_gate_bias:b? fw_forget_gate_bias:b fw_cell_gate_bias:b fw_output_gate_bias:b
      fw_projection_weights:w? fw_projection_bias:b? bw_input_input_weights:w? bw_input_forget_weights:w
      bw_input_cell_weights:w bw_input_output_weights:w bw_recurrent_input_weights:w?
      bw_recurrent_forget_weights:w bw_recurrent_cell_weights:w bw_recurrent_output_weights:w
      bw_cell_input_weights:w? bw_cell_forget_weights:w? bw_cell_output_weights:w? bw_input_gate_bias:b?
      bw_forget_gate_bias:b bw_cell_gate_bias:b bw_output_gate_bias:b bw_projection_weights:w?
      bw_projection_bias:b? fw_output_state_in:t fw_cell_state_in:t bw_output_state_in:t bw_cell_state_in:t
      aux_input? fw_aux_input_weights:w? fw_aux_forget_weights:w? fw_aux_cell_weights:w?
      fw_aux_output_weights:w? bw_aux_input_weights:w? bw_aux_forget_weights:w? bw_aux_cell_weights:w?
      bw_aux_output_weights:w? -> fw_output bw_output?
SVDF = Svdf: Layer whose filters are split into a feature and a time part, over a sliding state.
  1: input feature:w time:w bias:b? state:t -> output
RELU = Relu: max(0, x).
  1: input -> output
RELU6 = Relu6: Limits to [0, 6].
  1: input -> output
RELU_N1_TO_1 = ReluN1To1: Limits to [-1, 1].
  1: input -> output
RELU_0_TO_1 = Relu0To1: Limits to [0, 1].
  1: input -> output
LEAKY_RELU = LeakyRelu: ReLU with a slope for negative values.
  1: input -> output
PRELU = PRelu: ReLU with a learned slope for negative values.
  1: input slope:w -> output
ELU = Elu: Exponential linear unit.
  1: input -> output
GELU = Gelu: Gaussian error linear unit.
  1: input -> output
HARD_SWISH = HardSwish: x * relu6(x + 3) / 6.
  1: input -> output
LOGISTIC = Sigmoid: 1 / (1 + exp(-x)).
  1: input -> output
TANH = Tanh: Hyperbolic tangent.
  1: input -> output
SOFTMAX = Softmax: Exponentials that sum to 1 along the last dimension.
  1: input -> output
LOG_SOFTMAX = LogSoftmax: Logarithm of softmax along the last dimension.
  1: input -> output
STABLEHLO_LOGISTIC = Sigmoid: 1 / (1 + exp(-x)).
  1: operand -> output
STABLEHLO_TANH = Tanh: Hyperbolic tangent.
  1: operand -> output
STABLEHLO_CLAMP = Clip: Limits the operand to [min, max].
  1: min:p operand max:p -> output
L2_NORMALIZATION = L2Normalization: Divides by the Euclidean norm along the last dimension.
  1: input -> output
LOCAL_RESPONSE_NORMALIZATION = LocalResponseNormalization: Divides by the energy of neighbouring channels.
  1: input -> output
AVERAGE_POOL_2D = AveragePool +same-scale: Mean of each window.
  1: input -> output
MAX_POOL_2D = MaxPool +same-scale: Largest element of each window.
  1: input -> output
L2_POOL_2D = LpPool: Root mean square of each window.
  1: input -> output
STABLEHLO_REDUCE_WINDOW @pooling: Folds each window with a subgraph.
  1: inputs... -> outputs...
REDUCE_WINDOW @pooling: Folds each window with one of a few functions.
  1: input init_value:p window_shape:p window_strides:p window_dilations:p -> output
QUANTIZE = Quantize: Real numbers to integers, or integers to other scales.
  1: input -> output
DEQUANTIZE = Dequantize: Integers or half precision to real numbers.
  1: input -> output
FAKE_QUANT = FakeQuantize: Rounds to the values that quantization would keep; left over from training.
  1: input -> output
DENSIFY = Densify: Expands a sparse constant.
  1: input -> output
ADD = Add: Adds with broadcasting.
  1: A B -> C
SUB = Sub: Subtracts with broadcasting.
  1: A B -> C
MUL = Mul: Multiplies with broadcasting.
  1: A B -> C
DIV = Div: Divides with broadcasting.
  1: A B -> C
FLOOR_DIV = FloorDiv: Divides and rounds down.
  1: lhs rhs -> output
FLOOR_MOD = Mod: Remainder of the division that rounds down.
  1: lhs rhs -> output
POW = Pow: Raises to a power.
  1: lhs rhs:p -> output
SQUARED_DIFFERENCE = SquaredDifference: (A - B) squared.
  1: lhs rhs -> output
ADD_N = Sum: Sum of all inputs.
  1: inputs... -> sum
MAXIMUM = Max +same-scale: Elementwise larger.
  1: input1 input2 -> output
MINIMUM = Min +same-scale: Elementwise smaller.
  1: input1 input2 -> output
ABS = Abs: Absolute value.
  1: x -> y
NEG = Neg: Changes the sign.
  1: x -> y
SIGN = Sign: -1, 0 or 1.
  1: x -> y
SQUARE = Square: x * x.
  1: x -> y
SQRT = Sqrt: Square root.
  1: x -> y
RSQRT = Rsqrt: 1 / square root.
  1: input -> output
EXP = Exp: Exponential.
  1: input -> output
LOG = Log: Natural logarithm.
  1: x -> y
FLOOR = Floor: Rounds down.
  1: x -> y
CEIL = Ceil: Rounds up.
  1: x -> y
ROUND = Round: Rounds to the nearest integer.
  1: x -> y
SIN = Sin: Sine.
  1: input -> output
COS = Cos: Cosine.
  1: x -> y
ATAN2 = Atan2: Angle of the point (x, y).
  1: y x -> output
CUMSUM = CumSum: Running sum along an axis.
  1: input axis:p -> output
LOGICAL_OR = Or: Logical or, with broadcasting.
  1: A B -> C
LOGICAL_AND = And: Logical and, with broadcasting.
  1: lhs rhs -> output
LOGICAL_NOT = Not: Logical not.
  1: lhs -> output
BITWISE_XOR = BitwiseXor: Exclusive or of the bits.
  1: lhs rhs -> output
RIGHT_SHIFT = BitShift: Shifts bits right.
  1: lhs rhs -> output
EQUAL = Equal: Whether elements are equal.
  1: x y -> output
NOT_EQUAL = NotEqual: Whether elements differ.
  1: A B -> C
GREATER = Greater: Whether the first is greater.
  1: lhs rhs -> output
GREATER_EQUAL = GreaterOrEqual: Whether the first is at least the second.
  1: lhs rhs -> output
LESS = Less: Whether the first is less.
  1: lhs rhs -> output
LESS_EQUAL = LessOrEqual: Whether the first is at most the second.
  1: lhs rhs -> output
BUCKETIZE = Bucketize: Index of the interval that each element falls into.
  1: input -> output
RFFT2D = Dft: Fourier transform of real numbers over two dimensions.
  1: input fft_length:p -> output
REAL @math: Real part.
  1: input -> output
IMAG @math: Imaginary part.
  1: input -> output
COMPLEX_ABS = Abs: Absolute value of complex numbers.
  1: input -> output
SUM = ReduceSum: Sum over axes.
  1: input axis:p -> output
MEAN = ReduceMean: Mean over axes.
  1: input axis:p -> output
REDUCE_MAX = ReduceMax +same-scale: Largest element over axes.
  1: input axis:p -> output
REDUCE_MIN = ReduceMin +same-scale: Smallest element over axes.
  1: input axis:p -> output
REDUCE_PROD = ReduceProd: Product over axes.
  1: input axis:p -> output
REDUCE_ANY = ReduceAny: Whether any element over axes is true.
  1: input axis:p -> output
REDUCE_ALL = ReduceAll: Whether all elements over axes are true.
  1: input axis:p -> output
SEGMENT_SUM = SegmentSum: Sums rows that have the same segment number, in order.
  1: input segment_ids:p -> output
UNSORTED_SEGMENT_PROD @reduction: Multiplies rows that have the same segment number.
  1: input segment_ids:p num_segments:p -> output
UNSORTED_SEGMENT_MAX @reduction: Largest of the rows that have the same segment number.
  1: input segment_ids:p num_segments:p -> output
UNSORTED_SEGMENT_MIN @reduction: Smallest of the rows that have the same segment number.
  1: input segment_ids:p num_segments:p -> output
UNSORTED_SEGMENT_SUM = SegmentSum: Sums rows that have the same segment number.
  1: input segment_ids:p num_segments:p -> output
ARG_MAX = ArgMax: Index of the largest element along a dimension.
  1: input dimension:p -> output
ARG_MIN = ArgMin: Index of the smallest element along a dimension.
  1: input dimension:p -> output
TOPK_V2 = TopK: The k largest elements of the last dimension, and their indices.
  1: input k:p -> values indices
NON_MAX_SUPPRESSION_V4 = NonMaxSuppression: Picks the boxes that no better box overlaps.
  1: boxes scores max_output_size:p iou_threshold:p score_threshold:p -> selected_indices valid_outputs
NON_MAX_SUPPRESSION_V5 = NonMaxSuppression: As version 4, and lowers the scores of overlapped boxes.
  1: boxes scores max_output_size:p iou_threshold:p score_threshold:p soft_nms_sigma:p -> selected_indices
      selected_scores valid_outputs
)";

}  // namespace netloupe
