#include "layer_types.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

namespace netloupe::ncnn {

namespace {

/// The types in the order of their numbers, each with its parameters: number, then f for a real number, t for
/// a text and * for a list, then the name.
constexpr std::string_view kTypesText = R"(
AbsVal
ArgMax 0:out_max_val 1:topk
BatchNorm 0:channels 1f:eps
Bias 0:bias_data_size
BNLL
Concat 0:axis
Convolution 0:num_output 1:kernel_w 2:dilation_w 3:stride_w 4:pad_left 5:bias_term 6:weight_data_size
    8:int8_scale_term 9:activation_type 10*f:activation_params 11:kernel_h 12:dilation_h 13:stride_h
    14:pad_top 15:pad_right 16:pad_bottom 18f:pad_value 19:dynamic_weight
Crop 0:woffset 1:hoffset 2:coffset 3:outw 4:outh 5:outc 6:woffset2 7:hoffset2 8:coffset2 9*:starts
    10*:ends 11*:axes 13:doffset 14:outd 15:doffset2 19t:starts_expr 20t:ends_expr 21t:axes_expr
Deconvolution 0:num_output 1:kernel_w 2:dilation_w 3:stride_w 4:pad_left 5:bias_term 6:weight_data_size
    9:activation_type 10*f:activation_params 11:kernel_h 12:dilation_h 13:stride_h 14:pad_top
    15:pad_right 16:pad_bottom 18:output_pad_right 19:output_pad_bottom 20:output_w 21:output_h
    28:dynamic_weight
Dropout 0f:scale
Eltwise 0:op_type 1*f:coeffs
ELU 0f:alpha
Embed 0:num_output 1:input_dim 2:bias_term 3:weight_data_size 18:int8_scale_term
Exp 0f:base 1f:scale 2f:shift
Flatten
InnerProduct 0:num_output 1:bias_term 2:weight_data_size 8:int8_scale_term 9:activation_type
    10*f:activation_params
Input 0:w 1:h 2:c 11:d
Log 0f:base 1f:scale 2f:shift
LRN 0:region_type 1:local_size 2f:alpha 3f:beta 4f:bias
MemoryData 0:w 1:h 2:c 11:d 21:load_type
MVN 0:normalize_variance 1:across_channels 2f:eps
Pooling 0:pooling_type 1:kernel_w 2:stride_w 3:pad_left 4:global_pooling 5:pad_mode
    6:avgpool_count_include_pad 7:adaptive_pooling 8:out_w 11:kernel_h 12:stride_h 13:pad_top
    14:pad_right 15:pad_bottom 18:out_h
Power 0f:power 1f:scale 2f:shift
PReLU 0:num_slope
Proposal 0:feat_stride 1:base_size 2:pre_nms_topN 3:after_nms_topN 4f:nms_thresh 5:min_size
Reduction 0:operation 1:reduce_all 2f:coeff 3*:axes 4:keepdims 5:fixbug0
ReLU 0f:slope
Reshape 0:w 1:h 2:c 3:permute 6t:shape_expr 11:d 12:input_batch_axis 13:output_batch_axis
ROIPooling 0:pooled_width 1:pooled_height 2f:spatial_scale
Scale 0:scale_data_size 1:bias_term
Sigmoid
Slice 0*:slices 1:axis 2*:indices
Softmax 0:axis 1:fixbug0
Split
SPP 0:pooling_type 1:pyramid_height
TanH
Threshold 0f:threshold
Tile 0:axis 1:tiles 2*:repeats
RNN 0:num_output 1:weight_data_size 2:direction 8:int8_scale_term
LSTM 0:num_output 1:weight_data_size 2:direction 3:hidden_size 8:int8_scale_term
BinaryOp 0:op_type 1:with_scalar 2f:b
UnaryOp 0:op_type
ConvolutionDepthWise 0:num_output 1:kernel_w 2:dilation_w 3:stride_w 4:pad_left 5:bias_term
    6:weight_data_size 7:group 8:int8_scale_term 9:activation_type 10*f:activation_params 11:kernel_h
    12:dilation_h 13:stride_h 14:pad_top 15:pad_right 16:pad_bottom 18f:pad_value 19:dynamic_weight
Padding 0:top 1:bottom 2:left 3:right 4:type 5f:value 6:per_channel_pad_data_size 7:front 8:behind
Squeeze 0:squeeze_w 1:squeeze_h 2:squeeze_c 3*:axes 11:squeeze_d
ExpandDims 3*:axes
Normalize 0:across_spatial 1:channel_shared 2f:eps 3:scale_data_size 4:across_channel 9:eps_mode
Permute 0:order_type
PriorBox 0*f:min_sizes 1*f:max_sizes 2*f:aspect_ratios 3f:variance_0 4f:variance_1 5f:variance_2
    6f:variance_3 7:flip 8:clip 9:image_width 10:image_height 11f:step_width 12f:step_height 13f:offset
    14:step_mmdetection 15:center_mmdetection
DetectionOutput 0:num_class 1f:nms_threshold 2:nms_top_k 3:keep_top_k 4f:confidence_threshold
    5f:variance_0 6f:variance_1 7f:variance_2 8f:variance_3
Interp 0:resize_type 1f:height_scale 2f:width_scale 3:output_height 4:output_width 5:dynamic_target_size
    6:align_corner 9t:size_expr
DeconvolutionDepthWise 0:num_output 1:kernel_w 2:dilation_w 3:stride_w 4:pad_left 5:bias_term
    6:weight_data_size 7:group 9:activation_type 10*f:activation_params 11:kernel_h 12:dilation_h
    13:stride_h 14:pad_top 15:pad_right 16:pad_bottom 18:output_pad_right 19:output_pad_bottom
    20:output_w 21:output_h 28:dynamic_weight
ShuffleChannel 0:group 1:reverse
InstanceNorm 0:channels 1f:eps 2:affine
Clip 0f:min 1f:max
Reorg 0:stride 1:mode
YoloDetectionOutput 0:num_class 1:num_box 2f:confidence_threshold 3f:nms_threshold 4*f:biases
Quantize 0:scale_data_size
Dequantize 0:scale_data_size 1:bias_data_size
Yolov3DetectionOutput 0:num_class 1:num_box 2f:confidence_threshold 3f:nms_threshold 4*f:biases 5*:mask
    6*f:anchors_scale
PSROIPooling 0:pooled_width 1:pooled_height 2f:spatial_scale 3:output_dim
ROIAlign 0:pooled_width 1:pooled_height 2f:spatial_scale 3:sampling_ratio 4:aligned 5:version
Packing 0:out_elempack 1:use_padding 2:cast_type_from 3:cast_type_to
Requantize 0:scale_in_data_size 1:scale_out_data_size 2:bias_data_size 3:activation_type
    4*f:activation_params
Cast 0:type_from 1:type_to
HardSigmoid 0f:alpha 1f:beta
SELU 0f:alpha 1f:lambda
HardSwish 0f:alpha 1f:beta
Noop
PixelShuffle 0:upscale_factor 1:mode
DeepCopy
Mish
StatisticsPooling 0:include_stddev
Swish
Gemm 0f:alpha 1f:beta 2:transA 3:transB 4:constantA 5:constantB 6:constantC 7:constantM 8:constantN
    9:constantK 10:constant_broadcast_type_C 11:output_N1M 12:output_elempack 13:output_elemtype
    14:output_transpose 18:quantize_term 20:constant_TILE_M 21:constant_TILE_N 22:constant_TILE_K
GroupNorm 0:group 1:channels 2f:eps 3:affine
LayerNorm 0:affine_size 1f:eps 2:affine
Softplus
GRU 0:num_output 1:weight_data_size 2:direction 8:int8_scale_term
MultiHeadAttention 0:embed_dim 1:num_heads 2:weight_data_size 3:kdim 4:vdim 5:attn_mask 6f:scale
    7:kv_cache 18:quantize_term
GELU 0:fast_gelu
Convolution1D 0:num_output 1:kernel_w 2:dilation_w 3:stride_w 4:pad_left 5:bias_term 6:weight_data_size
    9:activation_type 10*f:activation_params 15:pad_right 18f:pad_value 19:dynamic_weight
Pooling1D 0:pooling_type 1:kernel_w 2:stride_w 3:pad_left 4:global_pooling 5:pad_mode
    6:avgpool_count_include_pad 7:adaptive_pooling 8:out_w 14:pad_right
ConvolutionDepthWise1D 0:num_output 1:kernel_w 2:dilation_w 3:stride_w 4:pad_left 5:bias_term
    6:weight_data_size 7:group 9:activation_type 10*f:activation_params 15:pad_right 18f:pad_value
    19:dynamic_weight
Convolution3D 0:num_output 1:kernel_w 2:dilation_w 3:stride_w 4:pad_left 5:bias_term 6:weight_data_size
    9:activation_type 10*f:activation_params 11:kernel_h 12:dilation_h 13:stride_h 14:pad_top
    15:pad_right 16:pad_bottom 17:pad_behind 18f:pad_value 21:kernel_d 22:dilation_d 23:stride_d
    24:pad_front
ConvolutionDepthWise3D 0:num_output 1:kernel_w 2:dilation_w 3:stride_w 4:pad_left 5:bias_term
    6:weight_data_size 7:group 9:activation_type 10*f:activation_params 11:kernel_h 12:dilation_h
    13:stride_h 14:pad_top 15:pad_right 16:pad_bottom 17:pad_behind 18f:pad_value 21:kernel_d
    22:dilation_d 23:stride_d 24:pad_front
Pooling3D 0:pooling_type 1:kernel_w 2:stride_w 3:pad_left 4:global_pooling 5:pad_mode
    6:avgpool_count_include_pad 7:adaptive_pooling 8:out_w 11:kernel_h 12:stride_h 13:pad_top
    14:pad_right 15:pad_bottom 16:pad_behind 18:out_h 21:kernel_d 22:stride_d 23:pad_front 28:out_d
MatMul 0:transB
Deconvolution1D 0:num_output 1:kernel_w 2:dilation_w 3:stride_w 4:pad_left 5:bias_term
    6:weight_data_size 9:activation_type 10*f:activation_params 15:pad_right 18:output_pad_right
    20:output_w 28:dynamic_weight
DeconvolutionDepthWise1D 0:num_output 1:kernel_w 2:dilation_w 3:stride_w 4:pad_left 5:bias_term
    6:weight_data_size 7:group 9:activation_type 10*f:activation_params 15:pad_right 18:output_pad_right
    20:output_w 28:dynamic_weight
Deconvolution3D 0:num_output 1:kernel_w 2:dilation_w 3:stride_w 4:pad_left 5:bias_term
    6:weight_data_size 9:activation_type 10*f:activation_params 11:kernel_h 12:dilation_h 13:stride_h
    14:pad_top 15:pad_right 16:pad_bottom 17:pad_behind 18:output_pad_right 19:output_pad_bottom
    20:output_pad_behind 21:kernel_d 22:dilation_d 23:stride_d 24:pad_front 25:output_w 26:output_h
    27:output_d
DeconvolutionDepthWise3D 0:num_output 1:kernel_w 2:dilation_w 3:stride_w 4:pad_left 5:bias_term
    6:weight_data_size 7:group 9:activation_type 10*f:activation_params 11:kernel_h 12:dilation_h
    13:stride_h 14:pad_top 15:pad_right 16:pad_bottom 17:pad_behind 18:output_pad_right
    19:output_pad_bottom 20:output_pad_behind 21:kernel_d 22:dilation_d 23:stride_d 24:pad_front
    25:output_w 26:output_h 27:output_d
Einsum 0*:equation_mat
DeformableConv2D 0:num_output 1:kernel_w 2:dilation_w 3:stride_w 4:pad_left 5:bias_term
    6:weight_data_size 9:activation_type 10*f:activation_params 11:kernel_h 12:dilation_h 13:stride_h
    14:pad_top 15:pad_right 16:pad_bottom
GLU 0:axis
Fold 1:kernel_w 2:dilation_w 3:stride_w 4:pad_left 11:kernel_h 12:dilation_h 13:stride_h 14:pad_top
    15:pad_right 16:pad_bottom 20:output_w 21:output_h
Unfold 1:kernel_w 2:dilation_w 3:stride_w 4:pad_left 11:kernel_h 12:dilation_h 13:stride_h 14:pad_top
    15:pad_right 16:pad_bottom 18f:pad_value
GridSample 0:sample_type 1:padding_mode 2:align_corner 3:permute_fusion
CumulativeSum 0:axis
CopyTo 0:woffset 1:hoffset 2:coffset 9*:starts 11*:axes 13:doffset
Erf
Diag 0:diagonal
CELU 0f:alpha
Shrink 0f:bias 1f:lambd
RMSNorm 0:affine_size 1f:eps 2:affine
Spectrogram 0:n_fft 1:power 2:hoplen 3:winlen 4:window_type 5:center 6:pad_type 7:normalized 8:onesided
InverseSpectrogram 0:n_fft 1:returns 2:hoplen 3:winlen 4:window_type 5:center 7:normalized
Flip 0*:axes
SDPA 5:attn_mask 6f:scale 7:kv_cache 18:int8_scale_term
RotaryEmbed 0:interleaved
)";

std::string_view next_word(std::string_view& text) {
    const size_t begin = text.find_first_not_of(' ');
    text.remove_prefix(std::min(begin, text.size()));
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    return word;
}

ParameterType parse_parameter(std::string_view word) {
    const size_t colon = word.find(':');
    const std::string_view kind = word.substr(0, colon);
    ParameterType parameter;
    std::from_chars(kind.data(), kind.data() + kind.size(), parameter.id);
    parameter.name = word.substr(colon + 1);
    parameter.is_list = kind.find('*') != std::string_view::npos;
    if (kind.ends_with('f')) parameter.kind = ParameterType::Kind::kReal;
    if (kind.ends_with('t')) parameter.kind = ParameterType::Kind::kText;
    return parameter;
}

const std::vector<LayerType>& layer_types() {
    static const std::vector<LayerType> kTypes = [] {
        std::vector<LayerType> types;
        std::string_view text = kTypesText.substr(1);
        while (!text.empty()) {
            std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(line.size() + 1);
            if (!line.starts_with(' ')) types.push_back({next_word(line), {}});
            for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
                types.back().parameters.push_back(parse_parameter(word));
            }
        }
        return types;
    }();
    return kTypes;
}

struct Enumeration {
    std::string_view layer;  ///< Empty: of any layer.
    std::string_view parameter;
    std::string_view values;  ///< Between blanks, from 0.
};

constexpr auto kEnumerations = std::to_array<Enumeration>({
    {"", "pooling_type", "Max Average"},
    {"", "activation_type", "None ReLU LeakyReLU Clip Sigmoid Mish HardSwish"},
    {"", "direction", "Forward Reverse Bidirectional"},
    {"", "pad_mode", "Full Valid SameUpper SameLower"},
    {"BinaryOp", "op_type",
     "Add Sub Mul Div Max Min Pow RSub RDiv RPow Atan2 RAtan2 FMod RFMod LogAddExp FloorDivide RFloorDivide "
     "Remainder RRemainder"},
    {"UnaryOp", "op_type",
     "Abs Neg Floor Ceil Square Sqrt Rsqrt Exp Log Sin Cos Tan Asin Acos Atan Reciprocal Tanh Log10 Round "
     "Trunc Sign Expm1 Sinh Asinh Cosh Acosh Atanh Log1p"},
    {"Eltwise", "op_type", "Prod Sum Max"},
    {"Reduction", "operation", "Sum ASum SumSq Mean Max Min Prod L1 L2 LogSum LogSumExp"},
    {"Interp", "resize_type", "None Nearest Bilinear Bicubic"},
    {"Cast", "type_from", "Auto Float32 Float16 Int8 BFloat16"},
    {"Cast", "type_to", "Auto Float32 Float16 Int8 BFloat16"},
    {"LRN", "region_type", "AcrossChannels WithinChannel"},
});

}  // namespace

const ParameterType* LayerType::parameter(uint32_t id) const {
    const auto found = std::ranges::find(parameters, id, &ParameterType::id);
    return found == parameters.end() ? nullptr : &*found;
}

const LayerType* find_layer_type(std::string_view name) {
    static const auto kByName = [] {
        std::unordered_map<std::string_view, const LayerType*> by_name;
        for (const LayerType& type : layer_types()) by_name.emplace(type.name, &type);
        return by_name;
    }();
    const auto found = kByName.find(name);
    return found == kByName.end() ? nullptr : found->second;
}

const LayerType* layer_type_of(uint32_t index) {
    return index < layer_types().size() ? &layer_types()[index] : nullptr;
}

std::string_view meaning_of(std::string_view layer, std::string_view parameter, int64_t value) {
    for (const Enumeration& enumeration : kEnumerations) {
        if (enumeration.parameter != parameter) continue;
        if (!enumeration.layer.empty() && enumeration.layer != layer) continue;
        std::string_view values = enumeration.values;
        if (value < 0) return {};
        for (int64_t i = 0; i < value && !values.empty(); ++i) next_word(values);
        return next_word(values);
    }
    return {};
}

}  // namespace netloupe::ncnn
