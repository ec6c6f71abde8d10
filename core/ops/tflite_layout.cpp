#include "operator_tables.h"

namespace netloupe {

// Builtin operators that move, select or make elements, run subgraphs, or keep state; and StableHLO ones.
const std::string_view kTfliteLayoutText = R"(
RESHAPE = Reshape +same-scale: Gives the same elements another shape.
  1: data shape:p? -> reshaped
SQUEEZE = Squeeze +same-scale: Drops dimensions of extent 1.
  1: input -> output
EXPAND_DIMS = Unsqueeze +same-scale: Inserts a dimension of extent 1.
  1: input axis_param:p -> output
TRANSPOSE = Transpose +same-scale: Permutes the dimensions.
  1: input perm:p -> output
CONCATENATION = Concat +same-scale: Joins tensors along an axis.
  1: inputs... -> output
PACK = Pack +same-scale: Stacks tensors along a new dimension.
  1: values... -> output
UNPACK = Unpack +same-scale: Cuts a dimension into tensors without it.
  1: input -> outputs...
SPLIT = Split +same-scale: Cuts a tensor into equal parts.
  1: axis:p input -> output...
SPLIT_V = Split +same-scale: Cuts a tensor into parts of given sizes.
  1: value size_splits:p axis:p -> output...
SLICE = Slice +same-scale: Cuts out a block given by its begin and size.
  1: input begin:p size:p -> output
STRIDED_SLICE = StridedSlice +same-scale: Cuts out ranges with steps.
  1: input begin:p end:p strides:p -> output
DYNAMIC_UPDATE_SLICE = DynamicUpdateSlice: Writes an update into a tensor at computed indices.
  1: operand update start_indices:p -> output
PAD = Pad +same-scale: Adds zeros at the borders.
  1: input paddings:p -> output
PADV2 = Pad +same-scale: Adds a given value at the borders.
  1: input paddings:p constant_values:p -> output
MIRROR_PAD = MirrorPad +same-scale: Adds mirrored elements at the borders.
  1: input paddings:p -> output
TILE = Tile +same-scale: Repeats a tensor along its dimensions.
  1: input multipliers:p -> output
BROADCAST_TO = Expand +same-scale: Broadcasts to the given shape.
  1: input shape:p -> output
BROADCAST_ARGS = Shape: Shape that two shapes broadcast to.
  1: s0:p s1:p -> r0
REVERSE_V2 = Reverse +same-scale: Reverses dimensions.
  1: input axis:p -> output
REVERSE_SEQUENCE = ReverseSequence: Reverses the first elements of each sequence in a batch.
  1: input seq_lengths:p -> output
DEPTH_TO_SPACE = DepthToSpace +same-scale: Moves channels into blocks of height and width.
  1: input -> output
SPACE_TO_DEPTH = SpaceToDepth +same-scale: Moves blocks of height and width into channels.
  1: input -> output
BATCH_TO_SPACE_ND = BatchToSpace +same-scale: Moves the batch into blocks of the spatial dimensions.
  1: input block_shape:p crops:p -> output
SPACE_TO_BATCH_ND = SpaceToBatch +same-scale: Moves blocks of the spatial dimensions into the batch.
  1: input block_shape:p paddings:p -> output
GATHER = Gather +same-scale: Picks slices along an axis by index.
  1: input positions:p -> output
BCQ_GATHER = Gather: Picks slices of a matrix of binary-coded weights (Circle).
  1: input_scales:p input_binary:w indices:p input_clusters:p -> output
GATHER_ND = GatherNd +same-scale: Picks slices by index tuples.
  1: params indices:p -> output
SCATTER_ND = ScatterNd +same-scale: Writes slices at index tuples into zeros.
  1: indices:p updates shape:p -> output
SPARSE_TO_DENSE = Scatter: Writes values at indices into a filled tensor.
  1: sparse_indices:p output_shape:p sparse_values default_value:p -> output
EMBEDDING_LOOKUP = EmbeddingLookup: Rows of a table by index.
  1: lookup:p value:w -> output
EMBEDDING_LOOKUP_SPARSE = EmbeddingLookup: Combines rows of a table as sparse indices and weights say.
  1: ids:p indices:p dense_shape:p weights:w params:w -> output
CONCAT_EMBEDDINGS = EmbeddingLookup: Joins embeddings of several features.
  1: inputs... -> output
SELECT = Where +same-scale: Takes x where the condition is true, else y.
  1: condition:p x y -> output
SELECT_V2 = Where +same-scale: Takes x where the condition is true, else y, with broadcasting.
  1: condition:p x y -> output
WHERE = NonZero: Indices of the true elements.
  1: condition -> output
UNIQUE = Unique: The distinct elements and where they occur.
  1: input -> output idx
ONE_HOT = OneHot: Turns indices into one-hot vectors.
  1: indices:p depth:p on_value:p off_value:p -> output
MATRIX_DIAG = MatrixDiag: Puts vectors on the diagonals of matrices.
  1: diagonal -> output
MATRIX_SET_DIAG = MatrixDiag: Replaces the diagonals of matrices.
  1: input diagonal -> result
RESIZE_BILINEAR = ResizeLinear +same-scale: Resizes images by linear interpolation.
  1: input size:p -> output
RESIZE_NEAREST_NEIGHBOR = ResizeNearest +same-scale: Resizes images by copying the nearest element.
  1: input size:p -> output
SHAPE = Shape: The input's dimensions.
  1: input -> output
RANK = Rank: Number of dimensions.
  1: input -> output
CAST = Cast: Converts to another element type.
  1: input -> output
BITCAST = Bitcast: Reads the same bits as another type.
  1: input -> output
FILL = Fill +same-scale: Fills a tensor of the given shape with one value.
  1: dims:p value -> output
ZEROS_LIKE = ZerosLike: Zeros of the input's shape.
  1: input -> output
RANGE = Range: Numbers from start to limit in steps of delta.
  1: start:p limit:p delta:p -> output
RANDOM_STANDARD_NORMAL = Random: Normally distributed values.
  1: shape:p -> out
RANDOM_UNIFORM = Random: Uniformly distributed values.
  1: shape:p -> out
MULTINOMIAL = Random: Draws classes from unnormalized log probabilities.
  1: logits num_samples:p -> out
IF = If: Runs one of two subgraphs.
  1: cond:p input...? -> output...?
WHILE = While: Repeats a subgraph while another says so.
  1: input...? -> output...?
CALL = Call: Runs a subgraph.
  1: inputs...? -> outputs...?
CALL_ONCE = CallOnce: Runs an initialization subgraph, once.
  1: ->
DELEGATE = CompiledModel: Nodes that a delegate took over at run time.
  1: inputs...? -> outputs...?
CUSTOM = Custom: An operator of somebody's own.
  1: inputs...? -> outputs...?
PLACEHOLDER_FOR_GREATER_OP_CODES = Custom: Marks that the operator's code stands in the wider field.
  1: inputs...? -> outputs...?
VAR_HANDLE = Variable: Handle of a variable.
  1: -> resource_handle
READ_VARIABLE = Variable: Value of a variable.
  1: resource_id:t -> result
ASSIGN_VARIABLE = Variable: Stores into a variable.
  1: resource_id:t value ->
HASHTABLE = LookupTable: Handle of a hash table.
  1: -> out
HASHTABLE_FIND = LookupTable: Looks keys up in a hash table.
  1: hash_table:t keys default_value:p -> out
HASHTABLE_IMPORT = LookupTable: Fills a hash table.
  1: hash_table:t keys values ->
HASHTABLE_SIZE = LookupTable: Number of entries of a hash table.
  1: hash_table:t -> out
HASHTABLE_LOOKUP = Map: Looks keys up in a sorted list.
  1: key keys:p values:w -> value hits
LSH_PROJECTION @data: Hashes features so that near ones collide.
  1: hash:w input weight:w? -> output
SKIP_GRAM = Text: Skip-grams of a text.
  1: inputs -> ngrams
STABLEHLO_ADD = Add: Adds.
  1: lhs rhs -> output
STABLEHLO_SUBTRACT = Sub: Subtracts.
  1: lhs rhs -> output
STABLEHLO_MULTIPLY = Mul: Multiplies.
  1: lhs rhs -> output
STABLEHLO_DIVIDE = Div: Divides.
  1: lhs rhs -> output
STABLEHLO_REMAINDER = Mod: Remainder of the division.
  1: lhs rhs -> output
STABLEHLO_POWER = Pow: Raises to a power.
  1: lhs rhs:p -> output
STABLEHLO_MAXIMUM = Max: Elementwise larger.
  1: lhs rhs -> output
STABLEHLO_MINIMUM = Min: Elementwise smaller.
  1: lhs rhs -> output
STABLEHLO_AND = And: Logical or bitwise and.
  1: lhs rhs -> output
STABLEHLO_OR = Or: Logical or bitwise or.
  1: lhs rhs -> output
STABLEHLO_SHIFT_LEFT = BitShift: Shifts bits left.
  1: lhs rhs -> output
STABLEHLO_COMPARE @math: Compares elements in the way that its options say.
  1: lhs rhs -> output
STABLEHLO_ABS = Abs: Absolute value.
  1: operand -> output
STABLEHLO_NEGATE = Neg: Changes the sign.
  1: operand -> output
STABLEHLO_EXPONENTIAL = Exp: Exponential.
  1: operand -> output
STABLEHLO_LOG = Log: Natural logarithm.
  1: operand -> output
STABLEHLO_COSINE = Cos: Cosine.
  1: operand -> output
STABLEHLO_FLOOR = Floor: Rounds down.
  1: operand -> output
STABLEHLO_RSQRT = Rsqrt: 1 / square root.
  1: operand -> output
STABLEHLO_CBRT @math: Cube root.
  1: operand -> output
STABLEHLO_CONVERT = Cast: Converts to another element type.
  1: operand -> output
STABLEHLO_RESHAPE = Reshape: Gives the same elements another shape.
  1: operand -> output
STABLEHLO_TRANSPOSE = Transpose: Permutes the dimensions.
  1: operand -> output
STABLEHLO_CONCATENATE = Concat: Joins tensors along an axis.
  1: inputs... -> output
STABLEHLO_BROADCAST_IN_DIM = Expand: Broadcasts into a given shape along chosen dimensions.
  1: operand -> output
STABLEHLO_SLICE = Slice: Cuts out ranges with steps.
  1: operand -> output
STABLEHLO_DYNAMIC_SLICE = Slice: Cuts out a block at computed indices.
  1: operand start_indices:p... -> output
STABLEHLO_DYNAMIC_UPDATE_SLICE = DynamicUpdateSlice: Writes an update into a tensor at computed indices.
  1: operand update start_indices:p... -> output
STABLEHLO_PAD = Pad: Adds a value at the borders and between elements.
  1: operand padding_value:p -> output
DILATE = Pad: Puts a value between elements.
  1: input dilations:p padding_value:p -> output
STABLEHLO_GATHER = GatherNd: Picks slices by index vectors.
  1: operand start_indices:p -> output
STABLEHLO_SCATTER = ScatterNd: Combines updates into a tensor at index vectors.
  1: inputs... -> outputs...
STABLEHLO_SELECT = Where: Takes one or the other operand, as a condition says.
  1: pred:p on_true on_false -> output
STABLEHLO_IOTA = Range: Counts up along a dimension.
  1: -> output
STABLEHLO_REDUCE @reduction: Folds dimensions with a subgraph.
  1: inputs... -> outputs...
STABLEHLO_SORT @reduction: Sorts along a dimension, compared by a subgraph.
  1: inputs... -> outputs...
STABLEHLO_WHILE = While: Repeats a subgraph while another says so.
  1: operand...? -> outputs...?
STABLEHLO_CASE = If: Runs one of several subgraphs.
  1: index:p operand...? -> outputs...?
STABLEHLO_COMPOSITE = Call: Runs a subgraph that stands for a known larger operation.
  1: inputs...? -> outputs...?
STABLEHLO_CUSTOM_CALL = Custom: Calls an operation that the runtime must know by name.
  1: inputs...? -> outputs...?
STABLEHLO_RNG_BIT_GENERATOR = Random: Random bits and the generator's next state.
  1: initial_state:t -> output_state:t output
)";

// Custom codes that many runtimes know.
const std::string_view kTfliteCustomText = R"(
TFLite_Detection_PostProcess = DetectionPostProcess: Decodes boxes by their anchors and picks the best.
  1: box_encodings class_predictions anchors:w -> detection_boxes detection_classes detection_scores
      num_detections
Convolution2DTransposeBias = ConvTranspose: Transposed convolution with a bias (MediaPipe).
  1: input weights:w bias:b -> output
MaxPoolingWithArgmax2D = MaxPool: Largest element of each window, and where it was (MediaPipe).
  1: input -> output indices
MaxUnpooling2D = MaxUnpool: Puts pooled values back where they were (MediaPipe).
  1: input indices:p -> output
Resampler = GridSample: Samples an image at given points (MediaPipe).
  1: input warp:p -> output
TransformTensorBilinear = GridSample: Samples an image through an affine transformation (MediaPipe).
  1: input matrix:p -> output
TransformLandmarks @math: Moves landmarks by an affine transformation (MediaPipe).
  1: landmarks matrix:p -> output
Landmarks2TransformMatrix @math: Transformation that frames given landmarks (MediaPipe).
  1: landmarks -> matrix
AudioSpectrogram = Stft: Spectrogram of audio samples.
  1: input -> output
Mfcc = SignalProcessing: Mel frequency cepstral coefficients of a spectrogram.
  1: spectrogram sample_rate:p -> output
NumericVerify @quantization: Compares a quantized value with its floating reference (debugging).
  1: input reference -> output
Roll @layout: Rotates elements along dimensions.
  1: input shift:p axis:p -> output
Irfft2d = Dft: Inverse Fourier transform to real numbers.
  1: input fft_length:p -> output
ExtractFeatures = Text: Features of n-grams.
  1: ngrams -> features weights
Normalize = Text: Normalizes text.
  1: input -> output
Predict = ClassicalModel: Labels by weights of hashed features.
  1: hashes keys:p labels:p weights:w -> label weight
ngrams = Text: N-grams of a text.
  1: input -> output
WhitespaceTokenizer = Text: Splits text at white space.
  1: input -> output...
TFSentencepieceTokenizeOp = Text: Splits text into SentencePiece tokens.
  1: model:w input -> output...
RaggedTensorToTensor @layout: Pads ragged rows to a tensor.
  1: shape:p values default_value:p row_partition_tensors:p... -> output
SignalWindow = SignalProcessing: Multiplies a frame by a window (TensorFlow Lite Micro).
  1: input window:w -> output
SignalFftAutoScale = SignalProcessing: Scales a frame to use its integer's range, and says by how many bits.
  1: input -> output scale
SignalRfft = Dft: Fourier transform of a real frame.
  1: input -> output
SignalIrfft = Dft: Inverse Fourier transform to a real frame.
  1: input -> output
SignalEnergy = SignalProcessing: Energy of each frequency.
  1: input -> output
SignalFilterBank = SignalProcessing: Sums energies into bands.
  1: input weights:w unweights:w channel_frequency_starts:p channel_weight_starts:p channel_widths:p -> output
SignalFilterBankSquareRoot = SignalProcessing: Square root of the bands' energies.
  1: input scale_bits:p -> output
SignalFilterBankSpectralSubtraction = SignalProcessing: Subtracts a running estimate of the noise.
  1: input -> output noise_estimate
SignalPCAN = SignalProcessing: Normalizes bands by their estimated noise.
  1: input noise_estimate gain_lookup_table:w -> output
SignalFilterBankLog = SignalProcessing: Logarithm of the bands' energies.
  1: input -> output
SignalStacker = SignalProcessing +stateful: Collects frames into a stack.
  1: input -> output output_valid
SignalFramer = SignalProcessing +stateful: Cuts a stream into overlapping frames.
  1: input -> output output_valid
SignalDelay = SignalProcessing +stateful: Delays a stream.
  1: input -> output
SignalOverlapAdd = SignalProcessing +stateful: Adds overlapping frames into a stream.
  1: input -> output
TFLM_DECODE @data: Unpacks compressed weights, each from its codes and a header (TensorFlow Lite Micro).
  1: codes:w... -> output...
edgetpu-custom-op = CompiledModel: Part of the network compiled for an Edge TPU.
  1: inputs...? -> outputs...?
ethos-u = CompiledModel: Part of the network compiled for an Ethos-U.
  1: inputs...? -> outputs...?
DISPATCH_OP = CompiledModel: Part of the network compiled for a vendor's accelerator (LiteRT).
  1: inputs...? -> outputs...?
)";

}  // namespace netloupe
