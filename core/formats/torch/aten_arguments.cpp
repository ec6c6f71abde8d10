#include "argument_tables.h"

namespace netloupe::torch {

const std::string_view kAtenArguments = R"(
aten::_adaptive_avg_pool2d self output_size
aten::_adaptive_avg_pool3d self output_size
aten::_cdist_forward x1 x2 p compute_mode
aten::_clone_dim_order self non_blocking dim_order
aten::_convolution input weight bias? stride padding dilation transposed output_padding groups benchmark deterministic cudnn_enabled allow_tf32
aten::_embedding_bag weight indices offsets scale_grad_by_freq mode sparse per_sample_weights? include_last_offset padding_idx
aten::_empty_dim_order size dim_order
aten::_fft_r2c self dim normalization onesided
aten::_local_scalar_dense self
aten::_log_softmax self dim half_to_float
aten::_native_batch_norm_legit input weight? bias? running_mean running_var training momentum eps
aten::_native_batch_norm_legit.no_stats input weight? bias? training momentum eps
aten::_native_batch_norm_legit.no_stats_out input weight? bias? training momentum eps
aten::_native_batch_norm_legit_no_training input weight? bias? running_mean running_var momentum eps
aten::_pdist_forward self p
aten::_softmax self dim half_to_float
aten::_to_copy self non_blocking memory_format
aten::_to_dim_order_copy self non_blocking dim_order
aten::_unsafe_index self indices
aten::_unsafe_view self size
aten::_upsample_bilinear2d_aa self output_size align_corners scales_h scales_w
aten::_upsample_nearest_exact2d self output_size scales_h scales_w
aten::_weight_norm v g dim
aten::abs self
aten::acos self
aten::acosh self
aten::adaptive_avg_pool1d self output_size
aten::adaptive_avg_pool2d self output_size
aten::adaptive_avg_pool3d self output_size
aten::adaptive_max_pool1d self output_size
aten::adaptive_max_pool2d self output_size
aten::add self other alpha
aten::add_ self other alpha
aten::addbmm self batch1 batch2 beta alpha
aten::addcdiv self tensor1 tensor2 value
aten::addcmul self tensor1 tensor2 value
aten::addmm self mat1 mat2 beta alpha
aten::addmv self mat vec beta alpha
aten::affine_grid_generator theta size align_corners
aten::alias self
aten::alias_copy self
aten::all self
aten::all.dim self dim keepdim
aten::all.out self dim keepdim
aten::alpha_dropout input p train
aten::amax self dim keepdim
aten::amin self dim keepdim
aten::any self
aten::any.dim self dim keepdim
aten::any.dims_out self dim keepdim
aten::any.out self dim keepdim
aten::arange end
aten::arange.out end
aten::arange.start start end dtype layout device pin_memory
aten::arange.start_out start end step
aten::arange.start_step start end step dtype layout device pin_memory
aten::argmax self dim keepdim
aten::argmin self dim keepdim
aten::argsort self dim descending
aten::as_strided self size stride storage_offset
aten::as_strided_copy self size stride storage_offset
aten::asin self
aten::asinh self
aten::atan self
aten::atan2 self other
aten::atanh self
aten::avg_pool1d self kernel_size stride padding ceil_mode count_include_pad
aten::avg_pool2d self kernel_size stride padding ceil_mode count_include_pad divisor_override
aten::avg_pool3d self kernel_size stride padding ceil_mode count_include_pad divisor_override
aten::baddbmm self batch1 batch2 beta alpha
aten::batch_norm input weight? bias? running_mean? running_var? training momentum eps cudnn_enabled
aten::bernoulli self generator
aten::bitwise_and self other
aten::bitwise_left_shift self other
aten::bitwise_not self
aten::bitwise_or self other
aten::bitwise_right_shift self other
aten::bitwise_xor self other
aten::bmm self mat2
aten::broadcast_to self size
aten::bucketize self boundaries out_int32 right
aten::cat tensors dim
aten::cdist x1 x2 p compute_mode
aten::ceil self
aten::celu self alpha
aten::channel_shuffle self groups
aten::chunk self chunks dim
aten::clamp self min max
aten::clamp.Tensor self min? max?
aten::clamp.Tensor_out self min? max?
aten::clamp_max self max
aten::clamp_min self min
aten::clone self memory_format
aten::col2im self output_size kernel_size dilation padding stride
aten::concat tensors dim
aten::constant_pad_nd self pad value
aten::contiguous self memory_format
aten::conv1d input weight bias? stride padding dilation groups
aten::conv2d input weight bias? stride padding dilation groups
aten::conv3d input weight bias? stride padding dilation groups
aten::conv_transpose1d input weight bias? stride padding output_padding groups dilation
aten::conv_transpose2d input weight bias? stride padding output_padding groups dilation
aten::conv_transpose3d input weight bias? stride padding output_padding groups dilation
aten::convolution input weight bias? stride padding dilation transposed output_padding groups
aten::convolution_backward grad_output input weight bias_sizes stride padding dilation transposed output_padding groups output_mask
aten::copy self src non_blocking
aten::copy_ self src non_blocking
aten::cos self
aten::cosh self
aten::cross_entropy_loss self target weight? reduction ignore_index label_smoothing
aten::cumprod self dim dtype
aten::cumsum self dim dtype
aten::detach self
aten::detach_copy self
aten::diagonal self offset dim1 dim2
aten::diagonal_copy self offset dim1 dim2
aten::div self other
aten::div.Scalar_mode self other rounding_mode
aten::div.Scalar_mode_out self other rounding_mode
aten::div.Tensor_mode self other rounding_mode
aten::div.out_mode self other rounding_mode
aten::dropout input p train
aten::einsum equation tensors path
aten::elu self alpha scale input_scale
aten::embedding weight indices padding_idx scale_grad_by_freq sparse
aten::embedding_bag weight indices offsets scale_grad_by_freq mode sparse per_sample_weights? include_last_offset padding_idx
aten::empty size memory_format
aten::empty.memory_format size dtype layout device pin_memory memory_format
aten::empty_like self dtype layout device pin_memory memory_format
aten::eq self other
aten::erf self
aten::exp self
aten::expand self size implicit
aten::expand_as self other
aten::expand_copy self size implicit
aten::expm1 self
aten::feature_dropout input p train
aten::fft_fft self n dim norm
aten::fill self value
aten::fill_ self value
aten::flatten self start_dim end_dim
aten::flip self dims
aten::floor self
aten::floor_divide self other
aten::fmod self other
aten::frobenius_norm self dim keepdim
aten::full size fill_value
aten::full_like self fill_value memory_format
aten::gather self dim index sparse_grad
aten::ge self other
aten::gelu self approximate
aten::glu self dim
aten::grid_sampler input grid interpolation_mode padding_mode align_corners
aten::grid_sampler_2d input grid interpolation_mode padding_mode align_corners
aten::grid_sampler_3d input grid interpolation_mode padding_mode align_corners
aten::group_norm input num_groups weight? bias? eps cudnn_enabled
aten::gru.input input hx params has_biases num_layers dropout train bidirectional batch_first
aten::gt self other
aten::hardshrink self lambd
aten::hardsigmoid self
aten::hardswish self
aten::hardswish_ self
aten::hardtanh self min_val max_val
aten::hardtanh_ self min_val max_val
aten::im2col self kernel_size dilation padding stride
aten::index self indices
aten::index_add self dim index source alpha
aten::index_copy self dim index source
aten::index_fill self dim index value
aten::index_put self indices values accumulate
aten::index_put_ self indices values accumulate
aten::index_select self dim index
aten::instance_norm input weight? bias? running_mean? running_var? use_input_stats momentum eps cudnn_enabled
aten::isinf self
aten::isnan self
aten::item self
aten::layer_norm input normalized_shape weight? bias? eps cudnn_enable
aten::le self other
aten::leaky_relu self negative_slope
aten::leaky_relu_ self negative_slope
aten::lift_fresh_copy self
aten::linalg_inv A
aten::linalg_vector_norm self ord dim keepdim dtype
aten::linear input weight bias?
aten::linspace start end steps
aten::log self
aten::log10 self
aten::log1p self
aten::log2 self
aten::log_sigmoid self
aten::log_softmax self dim dtype
aten::logical_and self other
aten::logical_not self
aten::logical_or self other
aten::logical_xor self other
aten::logit self eps
aten::logsumexp self dim keepdim
aten::lstm.input input hx params has_biases num_layers dropout train bidirectional batch_first
aten::lt self other
aten::masked_fill self mask value
aten::masked_scatter self mask source
aten::masked_select self mask
aten::matmul self other
aten::max self
aten::max.dim self dim keepdim
aten::max.dim_max self dim keepdim
aten::max.other self other
aten::max_pool1d self kernel_size stride padding dilation ceil_mode
aten::max_pool2d self kernel_size stride padding dilation ceil_mode
aten::max_pool2d_with_indices self kernel_size stride padding dilation ceil_mode
aten::max_pool3d self kernel_size stride padding dilation ceil_mode
aten::max_pool3d_with_indices self kernel_size stride padding dilation ceil_mode
aten::maximum self other
aten::mean self
aten::mean.dim self dim keepdim dtype
aten::mean.dtype_out self dtype
aten::mean.out self dim keepdim dtype
aten::meshgrid tensors indexing
aten::min self
aten::min.dim self dim keepdim
aten::min.dim_min self dim keepdim
aten::min.other self other
aten::minimum self other
aten::mish self
aten::mm self mat2
aten::movedim self source destination
aten::mul self other
aten::mul_ self other
aten::multinomial self num_samples replacement generator
aten::mv self vec
aten::nan_to_num self nan posinf neginf
aten::narrow self dim start length
aten::narrow_copy self dim start length
aten::native_batch_norm input weight? bias? running_mean? running_var? training momentum eps
aten::native_dropout input p train
aten::native_group_norm input weight? bias? N C HxW group eps
aten::native_layer_norm input normalized_shape weight? bias? eps
aten::ne self other
aten::neg self
aten::nonzero self
aten::norm.Scalar self p
aten::norm.ScalarOpt_dim self p dim keepdim
aten::norm.out self p dim keepdim
aten::numel self
aten::one_hot self num_classes
aten::ones size
aten::pad self pad mode value
aten::permute self dims
aten::permute_copy self dims
aten::pixel_shuffle self upscale_factor
aten::pixel_unshuffle self downscale_factor
aten::pow self exponent
aten::prelu self weight
aten::prod self dtype
aten::prod.dim_int self dim keepdim dtype
aten::prod.int_out self dim keepdim dtype
aten::rand size
aten::randn size
aten::reciprocal self
aten::reflection_pad1d self padding
aten::reflection_pad2d self padding
aten::reflection_pad3d self padding
aten::relu self
aten::relu6 self
aten::relu_ self
aten::remainder self other
aten::repeat self repeats
aten::repeat_interleave self repeats dim output_size
aten::replication_pad1d self padding
aten::replication_pad2d self padding
aten::replication_pad3d self padding
aten::reshape self shape
aten::resize_ self size memory_format
aten::roll self shifts dims
aten::round self
aten::round.decimals self decimals
aten::round.decimals_out self decimals
aten::rsqrt self
aten::rsub self other alpha
aten::scalar_tensor s
aten::scaled_dot_product_attention query key value attn_mask? dropout_p is_causal scale enable_gqa
aten::scatter self dim index src
aten::scatter.value self dim index value
aten::scatter.value_out self dim index value
aten::scatter_add self dim index src
aten::select self dim index
aten::select_copy self dim index
aten::select_scatter self src dim index
aten::selu self
aten::sigmoid self
aten::sigmoid_ self
aten::sign self
aten::silu self
aten::silu_ self
aten::sin self
aten::sinh self
aten::size self
aten::size.int self dim
aten::slice self dim start end step
aten::slice_copy self dim start end step
aten::slice_scatter self src dim start end step
aten::softmax self dim dtype
aten::softplus self beta threshold
aten::softshrink self lambd
aten::sort self dim descending
aten::split self split_size dim
aten::split_copy self split_size dim
aten::split_with_sizes self split_sizes dim
aten::split_with_sizes_copy self split_sizes dim
aten::sqrt self
aten::square self
aten::squeeze self
aten::squeeze.dim self dim
aten::squeeze.dims self dim
aten::squeeze_copy self dim
aten::stack tensors dim
aten::std self unbiased
aten::std.dim self dim unbiased keepdim
aten::sub self other alpha
aten::sum self dtype
aten::sum.IntList_out self dim keepdim dtype
aten::sum.dim_IntList self dim keepdim dtype
aten::sym_constrain_range_for_size size min max
aten::sym_numel self
aten::sym_size self dim
aten::t self
aten::t_copy self
aten::tan self
aten::tanh self
aten::tanh_ self
aten::threshold self threshold value
aten::tile self dims
aten::to.device self device dtype non_blocking copy memory_format
aten::to.dtype self dtype non_blocking copy memory_format
aten::topk self k dim largest sorted
aten::transpose self dim0 dim1
aten::transpose_copy self dim0 dim1
aten::tril self diagonal
aten::triu self diagonal
aten::trunc self
aten::type_as self other
aten::unbind self dim
aten::unbind_copy self dim
aten::unflatten self dim sizes
aten::unfold self dimension size step
aten::unfold_copy self dimension size step
aten::unsqueeze self dim
aten::unsqueeze_copy self dim
aten::upsample_bilinear2d self output_size align_corners scales_h scales_w
aten::upsample_bilinear2d.vec input output_size align_corners scale_factors
aten::upsample_bilinear2d.vec_out input output_size align_corners scale_factors
aten::upsample_nearest2d self output_size scales_h scales_w
aten::upsample_nearest2d.vec input output_size scale_factors
aten::upsample_nearest2d.vec_out input output_size scale_factors
aten::var self unbiased
aten::var.correction self dim correction keepdim
aten::var.correction_out self dim correction keepdim
aten::var.dim self dim unbiased keepdim
aten::var.out self dim unbiased keepdim
aten::view self size
aten::view_as_complex self
aten::view_as_real self
aten::view_as_real_copy self
aten::view_copy self size
aten::where condition self other
aten::zeros size
aten::zeros_like self dtype layout device pin_memory memory_format
)";

}  // namespace netloupe::torch
