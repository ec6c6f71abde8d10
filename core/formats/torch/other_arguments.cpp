#include "argument_tables.h"

namespace netloupe::torch {

const std::string_view kOtherArguments = R"(
cadence::dequantize_per_tensor input scale zero_point quant_min quant_max dtype
cadence::quantize_per_tensor input scale zero_point quant_min quant_max dtype
cadence::quantized_conv2d_nchw.per_tensor_out input weight bias stride padding dilation groups input_zero_point weight_zero_point bias_scale out_scale out_zero_point out_multiplier out_shift
cadence::quantized_conv2d_nhwc.per_tensor_out input weight bias stride padding dilation groups input_zero_point weight_zero_point bias_scale out_scale out_zero_point out_multiplier out_shift
cadence::quantized_linear src weight bias src_zero_point weight_zero_point out_multiplier out_shift out_zero_point offset?
cadence::quantized_relu X X_zero_point out_zero_point out_multiplier out_shift
cortex_m::dequantize_per_tensor input scale zero_point quant_min quant_max dtype
cortex_m::quantize_per_tensor input scale zero_point quant_min quant_max dtype
cortex_m::quantized_add self self_zero_point self_multiplier self_shift other other_zero_point other_multiplier other_shift output_zero_point output_multiplier output_shift
dim_order_ops::_clone_dim_order self non_blocking dim_order
dim_order_ops::_empty_dim_order size dim_order
dim_order_ops::_to_dim_order_copy self non_blocking dim_order
executorch_prim::add a b
executorch_prim::eq a b
executorch_prim::et_copy_index copy_to copy_from index
executorch_prim::et_view self size
executorch_prim::floordiv a b
executorch_prim::ge a b
executorch_prim::gt a b
executorch_prim::le a b
executorch_prim::lt a b
executorch_prim::mod a b
executorch_prim::mul a b
executorch_prim::neg a
executorch_prim::sub a b
executorch_prim::sym_float a
executorch_prim::sym_max a b
executorch_prim::sym_min a b
executorch_prim::truediv a b
llama::custom_sdpa query key value start_pos attn_mask? drpout_p is_causal scale
llama::fast_hadamard_transform mat
llama::sdpa_with_kv_cache query key value key_cache value_cache start_pos seq_len attn_mask? dropout_p is_causal scale
llama::update_cache value cache start_pos
quantized_decomposed::choose_qparams input quant_min quant_max eps dtype
quantized_decomposed::choose_qparams_per_token_asymmetric input dtype
quantized_decomposed::dequantize_per_channel input scales zero_points? axis quant_min quant_max dtype out_dtype
quantized_decomposed::dequantize_per_channel_group input scales zero_points? quant_min quant_max dtype group_size output_dtype
quantized_decomposed::dequantize_per_tensor input scale zero_point quant_min quant_max dtype out_dtype
quantized_decomposed::dequantize_per_token input scales zero_points quant_min quant_max dtype output_dtype
quantized_decomposed::embedding_2bit weight weight_scales weight_zero_points? weight_quant_min weight_quant_max indices
quantized_decomposed::embedding_4bit weight weight_scales weight_zero_points? weight_quant_min weight_quant_max indices
quantized_decomposed::embedding_byte weight weight_scales weight_zero_points? weight_quant_min weight_quant_max indices
quantized_decomposed::mixed_linear input weight weight_scales weight_zero_points? dtype
quantized_decomposed::mixed_mm input weight weight_scales weight_zero_points?
quantized_decomposed::quantize_per_channel input scales zero_points axis quant_min quant_max dtype
quantized_decomposed::quantize_per_channel_group input scales zero_points quant_min quant_max dtype group_size
quantized_decomposed::quantize_per_tensor input scale zero_point quant_min quant_max dtype
quantized_decomposed::quantize_per_token input scales zero_points quant_min quant_max dtype
)";

}  // namespace netloupe::torch
