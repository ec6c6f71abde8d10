#include "operator_tables.h"

namespace netloupe {

const std::string_view kMicrosoftTextMToZ = R"(
MRotaryEmbedding = RotaryEmbedding: Rotates features by positions in time, height and width.
  1: input position_ids:p cos_cache:p sin_cache:p -> output | interleaved:i=0 is_packed_batching:i=0
      mrope_layout:i=0 mrope_section:is! num_heads:i=0 rotary_embedding_dim:i=0 scale:f=1.0
MatMulBlockQuantizedFp4Weight = MatMul: Matrix product with blockwise NVFP4 weights.
  1: A B:w weight_scale:s weight_scale_2:s input_scale:s? bias:b? -> Y | block_size:i=16
MatMulBlockQuantizedFp8Weight = MatMul: Matrix product with blockwise float8 weights.
  1: A B:w b_scale:s a_scale:s? bias:b? -> Y | block_size:i=128
MatMulBnb4 = MatMul: Matrix product with FP4 or NF4 weights in blocks (bitsandbytes).
  1: A B:w absmax:s -> Y | K:i! N:i! block_size:i! quant_type:i! training_mode:i=0 transB:i=1
MatMulFpQ4 = MatMul: Matrix product with prepacked 4-bit weights.
  1: A B:w B_shape:p -> Y | blk_quant_type:i=1
MatMulInteger16 = MatMul +integer: Matrix product of 16-bit integers into 32-bit sums.
  1: A B:w -> Y
MatMulIntegerToFloat = MatMul +integer: Matrix product of 8-bit integers, scaled to real numbers.
  1: A B:w a_scale:s b_scale:s a_zero_point:z? b_zero_point:z? bias:b? -> Y
MatMulNBits = MatMul: Matrix product with weights quantized to few bits in blocks along K.
  1: A B:w scales:s zero_points:z? g_idx:p? bias:b? -> Y | K:i! N:i! accuracy_level:i=0 bits:i=4 block_size:i!
      weight_prepacked:i=0
MatMulNBitsMlp = MatMul: Gate and up projections with few-bit weights, then the gate's activation.
  1: A skip? norm_scale:w? gate_B:w gate_scales:s gate_bias:b? up_B:w up_scales:s up_bias:b?
      -> Y input_skip_bias_sum? | K:i! N:i! accuracy_level:i=0 activation:s! bits:i=4 block_size:i!
      epsilon:f=1e-05
MatMulNBitsQkv = MatMul: Query, key and value projections with few-bit weights of one normalized input.
  1: A skip? norm_scale:w q_B:w q_scales:s q_bias:b? k_B:w k_scales:s k_bias:b? v_B:w v_scales:s v_bias:b?
      -> Q K V input_skip_bias_sum? | K:i! Nkv:i! Nq:i! accuracy_level:i=0 bits:i=4 block_size:i! epsilon:f
MaxpoolWithMask = MaxPool: Largest unmasked element of each window.
  1: X M:p -> Y | auto_pad:s=NOTSET kernel_shape:is pads:is storage_order:i=0 strides:is
MoE = MixtureOfExperts: Feed-forward layers of which a router chooses a few for each token.
  1: input router_probs fc1_experts_weights:w fc1_experts_bias:b? fc2_experts_weights:w fc2_experts_bias:b?
      fc3_experts_weights:w? fc3_experts_bias:b? -> output | activation_alpha:f=1.0 activation_beta:f=0.0
      activation_type:s=relu k:i=1 normalize_routing_weights:i=0 swiglu_fusion:i=0 swiglu_limit:f
      use_sparse_mixer:i=0
MulInteger = Mul +integer: Product of 8-bit integers into 32 bits.
  1: A A_zero_point:z? B B_zero_point:z? -> C
MultiHeadAttention = Attention: Attention over projected queries, keys and values.
  1: query key? value? bias:b? key_padding_mask:p? attention_bias:p? past_key:t? past_value:t?
      past_sequence_length:p? cache_indirection:p? -> output present_key? present_value? qk?
      | mask_filter_value:f=-10000.0 num_heads:i! scale:f unidirectional:i=0
MurmurHash3 @math: 32-bit hash of each element.
  1: X -> Y | positive:i=1 seed:i=0
NGramHashMapping = Text: Hashes of token n-grams.
  1: input_ids multipliers:p vocab_sizes:p past_ids:t? head_offsets:p? eos_token_id:p? segment_ids:p?
      -> hash_ids present_ids? | max_ngram_size:i! n_head_per_ngram:i! pad_id:i! reset_on_eos:i=0
NGramRepeatBlock = Text: Forbids tokens that would repeat an n-gram.
  1: input_ids scores -> scores_out | ngram_size:i!
NhwcConv = Conv: Convolution of a channels-last input.
  1: X W:w B:b? -> Y | auto_pad:s=NOTSET dilations:is group:i=1 kernel_shape:is pads:is strides:is
NhwcFusedConv = Conv: Channels-last convolution, then a residual and an activation.
  1: X W:w B:b? Z? -> Y | activation:s activation_params:fs auto_pad:s=NOTSET dilations:is group:i=1
      kernel_shape:is pads:is strides:is
NhwcMaxPool = MaxPool: Largest element of each window, channels last, 8-bit.
  1: x -> y | auto_pad:s=NOTSET ceil_mode:i=0 dilations:is kernel_shape:is! pads:is strides:is
PackedAttention = Attention: Attention over sequences packed without padding, with its projections.
  1: input weights:w bias:b token_offset:p cumulative_sequence_length:p attention_bias:p? -> output
      | num_heads:i! qkv_hidden_sizes:is scale:f
PackedMultiHeadAttention = Attention: Attention over sequences packed without padding.
  1: query key? value? bias:b? token_offset:p cumulative_sequence_length:p attention_bias:p? -> output
      | mask_filter_value:f=-10000.0 num_heads:i! scale:f
Pad: Adds (or with negative counts removes) elements at the borders.
  1: data pads:p value:p? -> output | mode:s=constant
PagedAttention = Attention: Attention over packed sequences whose cache lies in blocks.
  1: query key? value? key_cache:t value_cache:t? cumulative_sequence_length:p past_seqlens:p block_table:p
      cos_cache:p? sin_cache:p? slot_mapping:p? head_sink:p? q_norm_weight:w? k_norm_weight:w? k_scale:s?
      v_scale:s? attention_metadata:p? -> output key_cache_out? value_cache_out? | do_rotary:i=0 is_causal:i=1
      k_cache_dtype:s= k_quant_type:s=NONE kv_cache_layout:s=SEPARATE kv_num_heads:i! local_window_size:i=-1
      num_heads:i! qk_norm_epsilon:f=1e-06 rotary_interleaved:i=0 rotary_offset:i=0 scale:f softcap:f=0.0
      v_cache_dtype:s= v_head_size:i=0 v_quant_type:s=NONE
QAttention = Attention +integer: Attention whose input and projections are 8-bit integers.
  1: input weight:w bias:b input_scale:s weight_scale:s mask_index:p? input_zero_point:z? weight_zero_point:z?
      past:t? -> output present? | do_rotary:i=0 mask_filter_value:f=-10000.0 num_heads:i!
      past_present_share_buffer:i scale:f unidirectional:i=0
QEmbedLayerNormalization = LayerNormalization +integer: Adds quantized embeddings and normalizes.
  1: input_ids segment_ids? word_embedding_quant:w position_embedding_quant:w segment_embedding:w? gamma_quant:w
      beta_quant:b mask:p? word_embedding_scale:s position_embedding_scale:s segment_embedding_scale:s?
      gamma_scale:s beta_scale:s word_embedding_zero_point:z position_embedding_zero_point:z
      segment_embedding_zero_point:z? gamma_zero_point:z beta_zero_point:z -> layernorm_out mask_index_out
      | epsilon:f=1e-12
QGemm = Gemm +integer: Gemm of 8-bit integers, to integers or real numbers.
  1: A a_scale:s a_zero_point:z B:w b_scale:s b_zero_point:z C:b? y_scale:s? y_zero_point:z? -> Y | alpha:f=1.0
      transA:i=0 transB:i=0
QLinearAdd = Add +integer: Sum of quantized tensors into a quantized tensor.
  1: A A_scale:s A_zero_point:z? B B_scale:s B_zero_point:z? C_scale:s C_zero_point:z? -> C
QLinearAveragePool = AveragePool +integer: Mean of each window of a quantized tensor.
  1: X x_scale:s x_zero_point:z? y_scale:s y_zero_point:z? -> Y | auto_pad:s=NOTSET ceil_mode:i=0
      channels_last:i=0 count_include_pad:i=0 kernel_shape:is! pads:is strides:is
QLinearConcat = Concat +integer: Joins quantized tensors, each with scale and zero point, and requantizes.
  1: Y_scale:s Y_zero_point:z inputs... -> Y | axis:i!
QLinearConv = Conv +integer: Convolution of quantized tensors into a quantized tensor.
  1: x x_scale:s x_zero_point:z w:w w_scale:s w_zero_point:z y_scale:s y_zero_point:z B:b? -> y
      | auto_pad:s=NOTSET channels_last:i=0 dilations:is group:i=1 kernel_shape:is pads:is strides:is
QLinearConvTranspose = ConvTranspose +integer: Transposed convolution of quantized tensors.
  1: x x_scale:s x_zero_point:z w:w w_scale:s w_zero_point:z y_scale:s y_zero_point:z B:b? -> y
      | auto_pad:s=NOTSET dilations:is group:i=1 kernel_shape:is output_padding:is output_shape:is pads:is
      strides:is
QLinearGlobalAveragePool = GlobalAveragePool +integer: Mean of each channel of a quantized tensor.
  1: X x_scale:s x_zero_point:z y_scale:s y_zero_point:z -> Y | channels_last:i=0
QLinearLeakyRelu = LeakyRelu +integer: Leaky ReLU of a quantized tensor.
  1: X X_scale:s X_zero_point:z? Y_scale:s Y_zero_point:z? -> Y | alpha:f=0.01
QLinearMul = Mul +integer: Product of quantized tensors into a quantized tensor.
  1: A A_scale:s A_zero_point:z? B B_scale:s B_zero_point:z? C_scale:s C_zero_point:z? -> C
QLinearReduceMean = ReduceMean +integer: Mean over axes of a quantized tensor.
  1: data data_scale:s data_zero_point:z? reduced_scale:s reduced_zero_point:z? -> reduced | axes:is!
      keepdims:i!
QLinearSigmoid = Sigmoid +integer: Sigmoid of a quantized tensor.
  1: X X_scale:s X_zero_point:z? Y_scale:s Y_zero_point:z? -> Y
QLinearSoftmax = Softmax +integer: Softmax of a quantized tensor.
  1: X X_scale:s x_zero_point:z? y_scale:s y_zero_point:z -> Y | axis:i=-1 opset:i!
QLinearWhere = Where +integer: Takes from one or the other quantized tensor and requantizes.
  1: condition:p X x_scale:s x_zero_point:z Y y_scale:s y_zero_point:z z_scale:s z_zero_point:z -> Z
QMoE = MixtureOfExperts: Mixture of experts with quantized weights.
  1: input router_probs fc1_experts_weights:w fc1_scales:s? fc1_experts_bias:b? fc2_experts_weights:w
      fc2_scales:s? fc2_experts_bias:b? fc3_experts_weights:w? fc3_scales:s? fc3_experts_bias:b?
      fc1_zero_points:z? fc2_zero_points:z? fc3_zero_points:z? router_weights? fc1_global_scale:s?
      fc2_global_scale:s? fc1_act_scale:s? fc2_act_scale:s? fc1_act_block_scale:s? fc2_act_block_scale:s?
      -> output | accuracy_level:i=0 activation_alpha:f=1.0 activation_beta:f=0.0 activation_type:s=relu
      block_size:i expert_weight_bits:i=4 k:i=1 normalize_routing_weights:i=0 quant_type:s=int
      swiglu_fusion:i=0 swiglu_limit:f use_sparse_mixer:i=0 weights_prepacked:i=-1
QOrderedAttention = Attention +integer: int8 attention in cuBLASLt layouts, with its projections.
  1: input scale_input:s scale_Q_gemm:s scale_K_gemm:s scale_V_gemm:s Q_weight:w K_weight:w V_weight:w
      scale_Q_weight:s scale_K_weight:s scale_V_weight:s Q_bias:b K_bias:b V_bias:b scale_QKT_gemm:s?
      scale_QKT_softmax:s? scale_values_gemm:s mask_index:p? past:t? attention_bias:p? -> output | num_heads:i!
      order_input:i! order_output:i! order_weight:i! qkv_hidden_sizes:is unidirectional:i=0
QOrderedGelu = Gelu +integer: GELU of an int8 tensor in a cuBLASLt layout.
  1: X scale_X:s scale_Y:s -> Y | order_X:i order_Y:i
QOrderedLayerNormalization = LayerNormalization +integer: Normalizes an int8 tensor in a cuBLASLt layout.
  1: X scale_X:s scale:w B:b? scale_Y:s -> Y | axis:i=-1 epsilon:f=1e-05 order_X:i=1 order_Y:i=1
QOrderedLongformerAttention = Attention +integer: int8 Longformer attention in cuBLASLt layouts.
  1: input scale_input:s weight:w scale_weight:s bias:b scale_bias:s scale_qkv_gemm:s mask:p global_weight:w
      scale_global_weight:s global_bias:b scale_global_gemm:s global:p scale_output:s -> output | num_heads:i!
      order_global_weight:i! order_input:i! order_output:i! order_weight:i! window:i!
QOrderedMatMul = MatMul +integer: int8 matrix product in cuBLASLt layouts.
  1: A scale_A:s B:w scale_B:s scale_Y:s bias:b? C? scale_C:s? -> Y | order_A:i! order_B:i! order_Y:i!
QuantizeBFP = Quantize: Real numbers to block floating point.
  1: x -> y shape strides | bfp_type:i! block_dim:i
QuantizeLinear = Quantize: Real numbers to integers: round(x / scale) + zero point, saturated.
  1: x y_scale:s y_zero_point:z? -> y | axis:i
QuantizeWithOrder = Quantize: Real numbers to int8 in a cuBLASLt layout.
  1: input scale_input:s -> output | order_input:i! order_output:i!
QuickGelu = Swish: x * sigmoid(alpha * x).
  1: X -> Y | alpha:f=1.702
Range: Numbers from start to limit in steps of delta.
  1: start:p limit:p delta:p? -> Y
ReduceSumInteger = ReduceSum +integer: Sum of 8-bit integers over axes, in 32 bits.
  1: data -> reduced | axes:is! keepdims:i!
RelativePositionBias @matrix: Bias of attention scores by binned relative position.
  1: bias_table:w query_length:p key_length:p -> output | is_bidirectional:i=0 max_distance:i!
RemovePadding @layout: Packs padded sequences.
  1: input sequence_token_count:p -> output token_offset cumulated_seq_len max_seq_len
RestorePadding @layout: Pads packed sequences.
  1: input token_offset:p -> output
Rfft = Dft: Fourier transform of real numbers.
  1: X -> Y | normalized:i=0 onesided:i=1 signal_ndim:i=1
RotaryEmbedding: Rotates pairs of features by their position.
  1: input position_ids:p cos_cache:p sin_cache:p -> output | interleaved:i=0 is_packed_batching:i=0
      num_heads:i=0 rotary_embedding_dim:i=0 scale:f=1.0
SampleOp = Identity: Passes its input on (an example).
  1: X -> Y
Sampling = Generation: Generates text by sampling, running the decoder subgraph.
  1: input_ids max_length:p min_length:p? repetition_penalty:p? vocab_mask:p? prefix_vocab_mask:p?
      attention_mask:p? presence_mask:p? seed:p? -> sequences filtered_logits? | custom:i=0 decoder:g!
      decoder_start_token_id:i=-1 encoder:g eos_token_id:i! filter_value:f=-1e+20 init_decoder:g
      min_tokens_to_keep:i=0 model_type:i=0 no_repeat_ngram_size:i=0 pad_token_id:i! presence_penalty:f=0.0
      temperature:f=1.0 top_p:f=0.0 vocab_size:i=-1
SkipGroupNorm = GroupNormalization: Adds a residual and a bias, then normalizes groups of channels.
  1: X gamma:w beta:b skip bias:b? -> Y S? | activation:i! channels_last:i=1 epsilon:f=1e-05 groups:i!
SkipLayerNormalization = LayerNormalization: Adds a residual (and a bias), then normalizes.
  1: input skip gamma:w beta:b? bias:b? -> output mean? inv_std_var? input_skip_bias_sum? | epsilon:f=1e-12
SkipSimplifiedLayerNormalization = RmsNormalization: Adds a residual, then divides by the root mean square.
  1: input skip gamma:w bias:b? -> output mean? inv_std_var? input_skip_bias_sum? | epsilon:f=1e-12
Snpe = CompiledModel: A network compiled for SNPE.
  1: inputs... -> outputs... | DLC:s! notes:s snpe_version:s target_device:s
SparseAttention = Attention: Attention within the blocks of a sparse layout, with a cache.
  1: query key? value? past_key:t past_value:t block_row_indices:p block_col_indices:p total_sequence_length:p
      key_total_sequence_lengths:p cos_cache:p? sin_cache:p? -> output present_key present_value
      | do_rotary:i=0 kv_num_heads:i! num_heads:i! rotary_interleaved:i=0 scale:f sparse_block_size:i!
SparseToDenseMatMul = MatMul: Product of a sparse matrix with a dense one.
  1: A B:w -> Y | alpha:f=1.0 transA:i=0 transB:i=0
Tokenizer = Text: Splits strings into tokens.
  1: X -> Y | mark:i! mincharnum:i! pad_value:s! separators:ss tokenexp:s
TorchEmbedding = EmbeddingLookup: Rows of a table by index.
  1: weight:w indices:p padding_idx:p? scale_grad_by_freq:p? -> Y
TransposeMatMul = MatMul: alpha * A * B with optional transposes; the old name of FusedMatMul.
  1: A B:w -> Y | alpha:f=1.0 transA:i=0 transB:i=0
Trilu = Triangular: Keeps the upper or lower triangle of matrices.
  1: X k:p? -> Y | upper:i=1
UnfoldTensor @layout: All windows along a dimension, in a new last dimension.
  1: input -> output | dim:i=-1 size:i! step:i=1
Unique: The distinct elements in order of appearance, with indices and counts.
  1: x -> y idx counts
VarlenCausalConvWithState = Conv: Causal depthwise convolution over packed sequences, with state.
  1: input weight:w cumulative_sequence_length:p bias:b? initial_state:t capture_count:p?
      -> output final_state state_update? | activation:s=none dilation:i=1 state_update_capacity:i=0
VarlenNGramHashMapping = Text: Hashes of token n-grams over packed sequences.
  1: input_ids multipliers:p vocab_sizes:p cumulative_sequence_length:p past_ids:t? head_offsets:p?
      eos_token_id:p? segment_ids:p? past_segment_ids:t? -> hash_ids present_ids? present_segment_ids?
      | max_ngram_size:i! n_head_per_ngram:i! pad_id:i! reset_on_eos:i=0
WhisperBeamSearch = Generation: Beam search for Whisper, running the decoder subgraph.
  1: input_ids max_length:p min_length:p? num_beams:p num_return_sequences:p length_penalty:p?
      repetition_penalty:p? vocab_mask:p? prefix_vocab_mask:p? attention_mask:p? decoder_input_ids:p?
      logits_processor:p? cross_qk_layer_head:p? extra_decoding_ids:p? temperature:p?
      -> sequences sequences_scores? scores? cross_qk? non_speech_probs? | beginning_timestamp_token_id:i
      decoder:g! decoder_output_cross_qk:i=0 decoder_start_token_id:i=-1 early_stopping:i=0 encoder:g
      eos_token_id:i! init_decoder:g model_type:i=2 no_repeat_ngram_size:i=0 no_speech_token_id:i=-1
      no_timestamps_token_id:i pad_token_id:i! start_of_lm_token_id:i transcribe_token_id:i
      translate_token_id:i vocab_size:i=-1
WordConvEmbedding = Text: Embeds words by a convolution over their characters.
  1: Sequence W:w B:b C:w -> Y | char_embedding_size:i conv_window_size:i embedding_size:i
)";

}  // namespace netloupe
