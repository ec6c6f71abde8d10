#include "operator_tables.h"

namespace netloupe {

const std::string_view kOnnxTextRToZ = R"(
RMSNormalization = RmsNormalization: Divides by the root mean square of the last dimensions, then scales.
  23: X scale:w -> Y | axis:i=-1 epsilon:f=1e-05 stash_type:i=1
RNN = Rnn: Plain recurrent layer over a sequence.
  1: X W:w R:w B:b? sequence_lens:p? initial_h:t? -> Y? Y_h? | activation_alpha:fs activation_beta:fs
      activations:ss=[Tanh,Tanh] clip:f direction:s=forward hidden_size:i output_sequence:i=0
  7: X W:w R:w B:b? sequence_lens:p? initial_h:t? -> Y? Y_h? | activation_alpha:fs activation_beta:fs
      activations:ss=[Tanh,Tanh] clip:f direction:s=forward hidden_size:i
  14 22: X W:w R:w B:b? sequence_lens:p? initial_h:t? -> Y? Y_h? | activation_alpha:fs activation_beta:fs
      activations:ss=[Tanh,Tanh] clip:f direction:s=forward hidden_size:i layout:i=0
RandomNormal = Random: Normally distributed values of a given shape.
  1 22: -> output | dtype:i=1 mean:f=0.0 scale:f=1.0 seed:f shape:is!
RandomNormalLike = Random: Normally distributed values of the input's shape.
  1 22: input -> output | dtype:i mean:f=0.0 scale:f=1.0 seed:f
RandomUniform = Random: Uniformly distributed values of a given shape.
  1 22: -> output | dtype:i=1 high:f=1.0 low:f=0.0 seed:f shape:is!
RandomUniformLike = Random: Uniformly distributed values of the input's shape.
  1 22: input -> output | dtype:i high:f=1.0 low:f=0.0 seed:f
Range: Numbers from start to limit in steps of delta.
  11: start:p limit:p delta:p -> output
  27: start:p limit:p delta:p -> output | stash_type:i=1
Reciprocal +node-unit: 1 / x.
  1: X -> Y | consumed_inputs:is
  6 13: X -> Y
ReduceL1: Sum of absolute values over axes.
  1 11 13: data -> reduced | axes:is keepdims:i=1
  18: data axes:p? -> reduced | keepdims:i=1 noop_with_empty_axes:i=0
ReduceL2: Euclidean norm over axes.
  1 11 13: data -> reduced | axes:is keepdims:i=1
  18: data axes:p? -> reduced | keepdims:i=1 noop_with_empty_axes:i=0
ReduceLogSum: Logarithm of the sum over axes.
  1 11 13: data -> reduced | axes:is keepdims:i=1
  18: data axes:p? -> reduced | keepdims:i=1 noop_with_empty_axes:i=0
ReduceLogSumExp: Logarithm of the sum of exponentials over axes.
  1 11 13: data -> reduced | axes:is keepdims:i=1
  18: data axes:p? -> reduced | keepdims:i=1 noop_with_empty_axes:i=0
ReduceMax +node-unit: Largest element over axes.
  1 11 12 13: data -> reduced | axes:is keepdims:i=1
  18 20: data axes:p? -> reduced | keepdims:i=1 noop_with_empty_axes:i=0
ReduceMean +node-unit: Mean over axes.
  1 11 13: data -> reduced | axes:is keepdims:i=1
  18: data axes:p? -> reduced | keepdims:i=1 noop_with_empty_axes:i=0
ReduceMin +node-unit: Smallest element over axes.
  1 11 12 13: data -> reduced | axes:is keepdims:i=1
  18 20: data axes:p? -> reduced | keepdims:i=1 noop_with_empty_axes:i=0
ReduceProd +node-unit: Product over axes.
  1 11 13: data -> reduced | axes:is keepdims:i=1
  18: data axes:p? -> reduced | keepdims:i=1 noop_with_empty_axes:i=0
ReduceSum +node-unit: Sum over axes.
  1 11: data -> reduced | axes:is keepdims:i=1
  13: data axes:p? -> reduced | keepdims:i=1 noop_with_empty_axes:i=0
ReduceSumSquare: Sum of squares over axes.
  1 11 13: data -> reduced | axes:is keepdims:i=1
  18: data axes:p? -> reduced | keepdims:i=1 noop_with_empty_axes:i=0
RegexFullMatch = Text: Whether each string matches a regular expression as a whole.
  20: X -> Y | pattern:s
Relu +node-unit: max(0, x).
  1: X -> Y | consumed_inputs:is
  6 13 14: X -> Y
Reshape +cpu-node-unit +same-scale: Gives the same elements another shape; 0 keeps a dimension, -1 infers one.
  1: data -> reshaped | consumed_inputs:is shape:is
  5 13: data shape:p -> reshaped
  14 19 21 23 24 25: data shape:p -> reshaped | allowzero:i=0
Resize +cpu-node-unit +same-scale: Resizes by interpolation, to given scales or sizes.
  10: X scales:p -> Y | mode:s=nearest
  11: X roi:p scales:p sizes:p? -> Y | coordinate_transformation_mode:s=half_pixel cubic_coeff_a:f=-0.75
      exclude_outside:i=0 extrapolation_value:f=0.0 mode:s=nearest nearest_mode:s=round_prefer_floor
  13: X roi:p? scales:p? sizes:p? -> Y | coordinate_transformation_mode:s=half_pixel cubic_coeff_a:f=-0.75
      exclude_outside:i=0 extrapolation_value:f=0.0 mode:s=nearest nearest_mode:s=round_prefer_floor
  18 19: X roi:p? scales:p? sizes:p? -> Y | antialias:i=0 axes:is coordinate_transformation_mode:s=half_pixel
      cubic_coeff_a:f=-0.75 exclude_outside:i=0 extrapolation_value:f=0.0 keep_aspect_ratio_policy:s=stretch
      mode:s=nearest nearest_mode:s=round_prefer_floor
ReverseSequence: Reverses the first elements of each sequence in a batch.
  10: input sequence_lens:p -> Y | batch_axis:i=1 time_axis:i=0
RoiAlign: Samples each region of interest into a grid by interpolation.
  10: X rois:p batch_indices:p -> Y | mode:s=avg output_height:i=1 output_width:i=1 sampling_ratio:i=0
      spatial_scale:f=1.0
  16 22: X rois:p batch_indices:p -> Y | coordinate_transformation_mode:s=half_pixel mode:s=avg
      output_height:i=1 output_width:i=1 sampling_ratio:i=0 spatial_scale:f=1.0
RotaryEmbedding: Rotates pairs of features by their position.
  23: X cos_cache:p sin_cache:p position_ids:p? -> Y | interleaved:i=0 num_heads:i rotary_embedding_dim:i=0
Round +node-unit: Rounds to the nearest integer, halves to even.
  11 22: X -> Y
STFT = Stft: Short-time Fourier transform.
  17: signal frame_step:p window:p? frame_length:p? -> output | onesided:i=1
Scan: Runs a subgraph over slices of its inputs, carrying state.
  8: sequence_lens? initial_state_and_scan_inputs... -> final_state_and_scan_outputs... | body:g!
      directions:is num_scan_inputs:i!
  9 11 16 19 21 23 24 25: initial_state_and_scan_inputs... -> final_state_and_scan_outputs... | body:g!
      num_scan_inputs:i! scan_input_axes:is scan_input_directions:is scan_output_axes:is
      scan_output_directions:is
Scatter: Writes elements at indices along an axis; replaced by ScatterElements.
  9 !11: data indices:p updates -> output | axis:i=0
ScatterElements +node-unit: Copies the data and writes single elements at indices along an axis.
  11 13: data indices:p updates -> output | axis:i=0
  16 18: data indices:p updates -> output | axis:i=0 reduction:s=none
ScatterND = ScatterNd: Copies the data and writes slices at index tuples.
  11 13: data indices:p updates -> output
  16 18: data indices:p updates -> output | reduction:s=none
Selu: Scaled exponential linear unit.
  1: X -> Y | alpha:f=1.6732 consumed_inputs:is gamma:f=1.0507
  6 22: X -> Y | alpha:f=1.6732632 gamma:f=1.050701
SequenceAt = Sequence: One tensor of a sequence.
  11: input_sequence position:p -> tensor
SequenceConstruct = Sequence: Makes a sequence of tensors.
  11: inputs... -> output_sequence
SequenceEmpty = Sequence: An empty sequence.
  11: -> output | dtype:i
SequenceErase = Sequence: A sequence without one of its tensors.
  11: input_sequence position:p? -> output_sequence
SequenceInsert = Sequence: A sequence with one tensor more.
  11: input_sequence tensor position:p? -> output_sequence
SequenceLength = Sequence: Number of tensors in a sequence.
  11: input_sequence -> length
SequenceMap: Runs a subgraph for each element of a sequence.
  17: input_sequence additional_inputs...? -> out_sequence... | body:g!
Shape: The input's dimensions.
  1 13: data -> shape
  15 19 21 23 24 25: data -> shape | end:i start:i=0
Shrink: Moves values towards zero, and small ones to zero.
  9: input -> output | bias:f=0.0 lambd:f=0.5
Sigmoid +cpu-node-unit: 1 / (1 + exp(-x)).
  1: X -> Y | consumed_inputs:is
  6 13: X -> Y
Sign +node-unit: -1, 0 or 1.
  9 13: input -> output
Sin +node-unit: Sine.
  7 22: input -> output
Sinh: Hyperbolic sine.
  9 22: input -> output
Size: Number of elements.
  1 13 19 21 23 24 25: data -> size
Slice +node-unit: Cuts ranges out of some dimensions.
  1: data -> output | axes:is ends:is! starts:is!
  10 11 13: data starts:p ends:p axes:p? steps:p? -> output
Softmax +cpu-node-unit: Exponentials that sum to 1 along an axis.
  1 11: input -> output | axis:i=1
  13: input -> output | axis:i=-1
SoftmaxCrossEntropyLoss = Loss: Cross entropy of softmax against labels.
  12 13: scores labels:p weights:p? -> output log_prob? | ignore_index:i reduction:s=mean
Softplus: log(1 + exp(x)).
  1 22: X -> Y
Softsign: x / (1 + |x|).
  1 22: input -> output
SpaceToDepth +node-unit: Moves blocks of height and width into channels.
  1 13: input -> output | blocksize:i!
Split +cpu-node-unit: Cuts a tensor into parts along an axis.
  1: input split:p? -> outputs... | axis:i split:is
  2 11: input -> outputs... | axis:i=0 split:is
  13: input split:p? -> outputs... | axis:i=0
  18: input split:p? -> outputs... | axis:i=0 num_outputs:i
SplitToSequence = Sequence: Cuts a tensor into a sequence of parts.
  11 24: input split:p? -> output_sequence | axis:i=0 keepdims:i=1
Sqrt +node-unit: Square root.
  1: X -> Y | consumed_inputs:is
  6 13: X -> Y
Squeeze +cpu-node-unit +same-scale: Drops dimensions of extent 1.
  1 11: data -> squeezed | axes:is
  13 21 23 24 25: data axes:p? -> squeezed
StringConcat = Text: Joins strings elementwise.
  20: X Y -> Z
StringNormalizer = Text: Removes stop words and changes case.
  10: X -> Y | case_change_action:s=NONE is_case_sensitive:i=0 locale:s stopwords:ss
StringSplit = Text: Splits strings at a delimiter.
  20: X -> Y Z | delimiter:s maxsplit:i
Sub +node-unit: Subtracts with broadcasting.
  1: A B -> C | axis:i broadcast:i=0 consumed_inputs:is
  6: A B -> C | axis:i broadcast:i=0
  7 13 14: A B -> C
Sum: Elementwise sum of all inputs.
  1: data_0... -> sum | consumed_inputs:is
  6 8 13: data_0... -> sum
SwiGLU = Swiglu: Swish of one input times the other.
  28: A B -> Y | alpha:f=1.0
Swish: x * sigmoid(alpha * x).
  24: X -> Y | alpha:f=1.0
Tan: Tangent.
  7 22: input -> output
Tanh +node-unit: Hyperbolic tangent.
  1: input -> output | consumed_inputs:is
  6 13: input -> output
TensorScatter = DynamicUpdateSlice: Writes an update into a key or value cache.
  24: past_cache:t update write_indices:p? -> present_cache | axis:i=-2 mode:s=linear
TfIdfVectorizer = Text: Counts n-grams and weighs them.
  9: X -> Y | max_gram_length:i! max_skip_count:i! min_gram_length:i! mode:s! ngram_counts:is!
      ngram_indexes:is! pool_int64s:is pool_strings:ss weights:fs
ThresholdedRelu: x where it exceeds alpha, else 0.
  10 22: X -> Y | alpha:f=1.0
Tile +cpu-node-unit +same-scale: Repeats a tensor along its dimensions.
  1: input tiles:p axis:p -> output
  6 13: input repeats:p -> output
TopK +node-unit: The K largest or smallest elements along an axis, and their indices.
  1: X -> Values Indices | axis:i=-1 k:i!
  10: X K:p -> Values Indices | axis:i=-1
  11 24: X K:p -> Values Indices | axis:i=-1 largest:i=1 sorted:i=1
Transpose +cpu-node-unit +same-scale: Permutes the dimensions.
  1 13 21 23 24 25: data -> transposed | perm:is
Trilu = Triangular: Keeps the upper or lower triangle of matrices.
  14: input k:p? -> output | upper:i=1
Unique: The distinct elements, with indices and counts.
  11: X -> Y indices? inverse_indices? counts? | axis:i sorted:i=1
Unsqueeze +cpu-node-unit +same-scale: Inserts dimensions of extent 1.
  1 11: data -> expanded | axes:is!
  13 21 23 24 25: data axes:p -> expanded
Upsample = Resize: Enlarges by nearest or linear interpolation; replaced by Resize.
  1: X -> Y | height_scale:f! mode:s=nearest width_scale:f!
  7: X -> Y | mode:s=nearest scales:fs!
  9 !10: X scales:p -> Y | mode:s=nearest
Where +cpu-node-unit: Takes X where the condition is true, else Y.
  9 16: condition:p X Y -> output
Xor: Logical exclusive or, with broadcasting.
  1: A B -> C | axis:i broadcast:i=0
  7: A B -> C
)";

}  // namespace netloupe
