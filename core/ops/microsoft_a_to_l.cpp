#include "operator_tables.h"

namespace netloupe {

// ONNX Runtime's own operators, domain com.microsoft. Defaults are those that its documentation or schemas
// state.
const std::string_view kMicrosoftTextAToL = R"(
AllGather = Collective: Joins the tensors of all devices.
  1: input -> output | axis:i=0 group_size:i=1
AllReduce = Collective: Sums a tensor over all devices.
  1: input -> output | group_size:i=1
AllToAll = Collective: Exchanges parts of a tensor between devices.
  1: input -> output | group_size:i=1
Attention: Projects its input to queries, keys and values and attends.
  1: input weights:w bias:b? mask_index:p? past:t? attention_bias:p? past_sequence_length:p? -> output present?
      | do_rotary:i=0 mask_filter_value:f=-10000.0 num_heads:i! past_present_share_buffer:i qkv_hidden_sizes:is
      rotary_embedding_dim:i scale:f unidirectional:i=0
AttnLSTM = Lstm: Long short-term memory with Bahdanau attention.
  1: X W:w R:w B:b? sequence_lens:p? initial_h:t? initial_c:t? P:w? QW:w? MW:w? V:w? M? memory_seq_lens:p? AW:w?
      -> Y? Y_h? Y_c? | activation_alpha:fs activation_beta:fs activations:ss clip:f direction:s=forward
      hidden_size:i input_forget:i=0
BeamSearch = Generation: Generates text by beam search, running the decoder subgraph.
  1: input_ids max_length:p min_length:p? num_beams:p num_return_sequences:p length_penalty:p?
      repetition_penalty:p? vocab_mask:p? prefix_vocab_mask:p? attention_mask:p? decoder_input_ids:p?
      logits_processor:p? -> sequences sequences_scores? scores? | decoder:g! decoder_start_token_id:i=-1
      early_stopping:i=0 encoder:g eos_token_id:i! init_decoder:g model_type:i=0 no_repeat_ngram_size:i=0
      pad_token_id:i! vocab_size:i=-1
BiasAdd = Add: Adds a bias and a residual.
  1: X bias:b skip -> Y
BiasDropout = Dropout: Adds a bias, drops elements while training, adds a residual.
  1: data bias:b residual? ratio:p? training_mode:p? -> output mask? | seed:i
BiasGelu: GELU of the sum with a bias.
  1: A B:b -> C
BiasSoftmax = Softmax: Softmax of the sum with a bias or mask.
  1: data bias:p -> output | axis:i=1 is_inner_broadcast:i!
BiasSplitGelu = BiasGelu: Adds a bias; one half times the GELU of the other.
  1: X bias:b -> Y
BifurcationDetector = Text: Where predicted tokens leave the source, for aggressive decoding.
  1: src_tokens cur_tokens prev_suffix_match_idx:p pred_tokens? -> tokens suffix_match_idx | max_ngram_size:i=3
      min_ngram_size:i=1
BitmaskBiasDropout = Dropout: BiasDropout whose mask is packed into bits.
  1: data bias:b residual? ratio:p? training_mode:p? -> output mask? | seed:i
BitmaskDropout = Dropout: Dropout whose mask is packed into bits.
  1: data ratio:p? training_mode:p? -> output mask? | seed:i
CDist @math: Distances between the rows of two matrices.
  1: A B -> C | metric:s=sqeuclidean
CausalConvWithState = Conv: Causal depthwise convolution over a sequence that carries its last inputs as state.
  1: input weight:w bias:b? past_state:t? -> output present_state | activation:s=none channels_last:i=0
      dilation:i=1 ndim:i=1 state_window:i=0
ComplexMul = Mul: Product of complex numbers.
  1: A B -> C
ComplexMulConj = Mul: Product of a complex number with another's conjugate.
  1: A B -> C
ConvTransposeWithDynamicPads = ConvTranspose: Transposed convolution whose padding is an input.
  1: X W:w Pads:p? B:b? -> Y | auto_pad:s=NOTSET dilations:is group:i=1 kernel_shape:is output_padding:is
      strides:is
CropAndResize = RoiAlign: Crops regions and resizes them to one size.
  1: X rois:p batch_indices:p crop_size:p -> Y | extrapolation_value:f=0.0 mode:s=bilinear
DecoderAttention = Attention: Attention of a decoder, with caches and projections.
  1: query key q_weight:w kv_weight:w bias:b key_padding_mask:p? key_cache:t? value_cache:t? static_kv:p
      use_past:p has_layer_state:p has_key_padding_mask:p -> output new_key_cache? new_value_cache?
      | mask_filter_value:f=-10000.0 num_heads:i!
DecoderMaskedMultiHeadAttention = Attention: Attention of one new token over the cache.
  1: query key? value? mask_index:p? attention_bias:p? past_key:t? past_value:t? past_sequence_length:p?
      beam_width:p? cache_indirection:p? bias:b? -> output present_key? present_value? qk?
      | mask_filter_value:f=-10000.0 num_heads:i! output_qk:i=0 past_present_share_buffer:i scale:f
DecoderMaskedSelfAttention = Attention: Self attention of one new token, with its projections.
  1: input weights:w bias:b mask_index:p? past:t attention_bias:p? past_sequence_length:p beam_width:p?
      cache_indirection:p? -> output present | do_rotary:i=0 mask_filter_value:f=-10000.0 num_heads:i!
      past_present_share_buffer:i scale:f
DequantizeBFP = Dequantize: Block floating point to real numbers.
  1: x shape:p strides:p -> y | bfp_type:i! block_dim:i dtype:i=1
DequantizeLinear = Dequantize: Integers to real numbers: (x - zero point) * scale.
  1: x x_scale:s x_zero_point:z? -> y | axis:i
DequantizeWithOrder = Dequantize: int8 in a cuBLASLt layout to real numbers.
  1: input scale_input:s -> output | order_input:i! order_output:i! to:i!
DynamicQuantizeLSTM = Lstm +integer: LSTM with 8-bit weights; inputs are quantized as they come.
  1: X W:w R:w B:b? sequence_lens:p? initial_h:t? initial_c:t? P:w? W_scale:s W_zero_point:z R_scale:s
      R_zero_point:z -> Y? Y_h? Y_c? | activation_alpha:fs activation_beta:fs activations:ss clip:f
      direction:s=forward hidden_size:i input_forget:i=0
DynamicQuantizeMatMul = MatMul +integer: Matrix product with 8-bit weights; the input is quantized as it comes.
  1: A B:w b_scale:s b_zero_point:z? bias:b? -> Y
DynamicTimeWarping @math: Cheapest path through a cost matrix.
  1: input -> output
EPContext = CompiledModel: Part of the network compiled for an execution provider.
  1: inputs...? -> outputs... | embed_mode:i=1 ep_cache_context:s ep_sdk_version:s hardware_architecture:s
      main_context:i=1 max_size:i=0 notes:s onnx_model_filename:s partition_name:s source:s
EmbedLayerNormalization = LayerNormalization: Adds word, position and segment embeddings and normalizes.
  1: input_ids segment_ids? word_embedding:w position_embedding:w segment_embedding:w? gamma:w beta:b mask:p?
      position_ids:p? -> output mask_index? embedding_sum? | epsilon:f=1e-12 mask_index_type:i=0
EngramGate @math: Gates a value by the similarity of key and query.
  1: key query value key_norm_scale:w query_norm_scale:w conv_norm_scale:w? -> output gated_value_normed?
      | epsilon:f=1e-05
ExpandDims = Unsqueeze: Inserts a dimension of extent 1.
  1: X axis:p -> Y
FastGelu = Gelu: GELU by its tanh approximation, with an optional bias.
  1: X bias:b? -> Y
FusedConv = Conv: Convolution, then a residual and an activation.
  1: X W:w B:b? Z? -> Y | activation:s activation_params:fs auto_pad:s=NOTSET dilations:is group:i=1
      kernel_shape:is pads:is strides:is
FusedGemm = Gemm: Gemm, then an activation.
  1: A B:w C:b? -> Y | activation:s activation_alpha:f activation_beta:f activation_gamma:f alpha:f=1.0
      beta:f=1.0 transA:i=0 transB:i=0
FusedMatMul = MatMul: alpha * A * B with optional transposes.
  1: A B:w -> Y | alpha:f=1.0 transA:i=0 transB:i=0 transBatchA:i=0 transBatchB:i=0
FusedMatMulActivation = MatMul: FusedMatMul, then an activation.
  1: A B:w -> Y | activation:s! activation_alpha:f activation_axis:i activation_beta:f activation_gamma:f
      alpha:f=1.0 transA:i=0 transB:i=0 transBatchA:i=0 transBatchB:i=0
GatedAdd = Add: X plus Y times a gate for each row.
  1: X Y gate -> output
GatedDeltaNet = LinearRecurrence: Gated delta rule over packed sequences, with its state.
  1: query key value cu_seqlens:p? decay:p? beta:p? initial_state:t? a_log:w? dt_bias:b? capture_count:p?
      state_update_active:p? -> output final_state? state_update? | beta_activation:s=none chunk_size:i=64
      gate_activation:s=none qk_l2_norm:i=0 scale:f=0.0 state_update_capacity:i=0 update_rule:s=gated_delta
GatedRMSNorm = RmsNormalization: Root mean square normalization times the SiLU of a gate.
  1: X scale:w gate -> Y | epsilon:f
GatedRelativePositionBias @matrix: Bias of attention scores by relative position, gated by the query.
  1: query_layer query_bias:b rel_pos:p weight:w bias:b eco_a:w token_offset:p? -> output | num_heads:i!
GatherBlockQuantized = Gather: Picks rows of a blockwise quantized table and dequantizes them.
  1: data:w indices:p scales:s zero_points:z? -> output | bits:i=4 block_size:i=128 gather_axis:i=0
      quantize_axis:i=1
GatherND = GatherNd: Picks slices by index tuples.
  1: data indices:p -> output
Gelu: Gaussian error linear unit.
  1: X -> Y
GemmFastGelu = Gemm: Matrix product, then FastGelu.
  1: X W:w bias:b? -> Y
GemmFloat8 = Gemm: Gemm of float8 or wider numbers with scales.
  1: A B:w C:b? scaleA:s? scaleB:s? scaleY:s? -> Y | activation:s=NONE alpha:f=1.0 beta:f=0.0 dtype:i=1
      transA:i=0 transB:i=0
GemmaRotaryEmbedding = RotaryEmbedding: Rotates query and key by the angles of an embedding.
  1: emb:p q q_rot k k_rot -> output1 output2
GreedySearch = Generation: Generates text greedily, running the decoder subgraph.
  1: input_ids max_length:p min_length:p? repetition_penalty:p? vocab_mask:p? prefix_vocab_mask:p?
      attention_mask:p? -> sequences | decoder:g! decoder_start_token_id:i=-1 encoder:g eos_token_id:i!
      init_decoder:g model_type:i=0 no_repeat_ngram_size:i=0 pad_token_id:i! vocab_size:i=-1
GridSample: Samples X at the positions of a grid.
  1: X Grid:p -> Y | align_corners:i=0 mode:s=bilinear padding_mode:s=zeros
GroupNorm = GroupNormalization: Normalizes groups of channels, then an optional SiLU.
  1: X gamma:w beta:b -> Y | activation:i! channels_last:i=1 epsilon:f=1e-05 groups:i!
GroupQueryAttention = Attention: Attention whose key and value heads serve several query heads, with a cache.
  1: query key? value? past_key:t? past_value:t? seqlens_k:p total_sequence_length:p cos_cache:p? sin_cache:p?
      position_ids:p? attention_bias:p? head_sink:p? k_scale:s? v_scale:s? q_norm_weight:w? k_norm_weight:w?
      -> output present_key? present_value? output_qk? | causal:i=1 do_rotary:i=0 k_quant_type:s=NONE
      kv_cache_bit_width:i kv_num_heads:i! local_window_size:i=-1 num_heads:i! qk_norm_epsilon:f=1e-06
      qk_output:i=0 rotary_interleaved:i=0 scale:f sliding_window_cache:i=0 smooth_softmax:i softcap:f=0.0
      v_quant_type:s=NONE
Inverse @matrix: Inverse of the innermost matrices.
  1: X -> Y
Irfft = Dft: Inverse Fourier transform to real numbers.
  1: X -> Y | normalized:i=0 onesided:i=1 signal_ndim:i!
IsAllFinite @math: Whether all elements of all inputs are finite.
  1: input... -> output | isinf_only:i=0 isnan_only:i=0
LinearAttention = LinearRecurrence: Attention of linear cost that carries a state matrix along the sequence.
  1: query key value past_state:t? decay:p? beta:p? -> output present_state | chunk_size:i=64 kv_num_heads:i!
      q_num_heads:i! scale:f=0.0 state_window:i=0 update_rule:s=gated_delta
LinearAttentionGate @math: Decay and update rate of a gated delta rule.
  1: a dt_bias:b decay_scale:w b? -> decay beta?
LongformerAttention = Attention: Attention within a window, and of some tokens over all.
  1: input weight:w bias:b mask:p global_weight:w global_bias:b global:p -> output | num_heads:i! window:i!
)";

}  // namespace netloupe
