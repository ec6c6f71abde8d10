// Operators of com.microsoft, except attention.

#include <array>
#include <vector>

#include "convolution.h"
#include "operator_functions.h"
#include "quantization.h"
#include "recurrent.h"
#include "reduction.h"
#include "reshape.h"
#include "selection.h"
#include "shape_rules.h"

namespace netloupe::infer {

namespace {

/// Swaps the last two dimensions.
DimList turned(DimList shape) {
    if (shape.size() >= 2) std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
    return shape;
}

void multiply(Context& c, size_t left, size_t right, DataType type) {
    c.set_type(0, type);
    const auto a = c.shape(left);
    const auto b = c.shape(right);
    if (!a || !b) return;
    // Batches that are turned, too, stand elsewhere.
    if (c.flag("transBatchA") || c.flag("transBatchB"))
        return c.set_shape(0, unknown_dims(std::max(a->size(), b->size())));
    const auto shape =
        matmul_shape(c, c.flag("transA") ? turned(*a) : *a, c.flag("transB") ? turned(*b) : *b);
    if (shape) c.set_shape(0, *shape);
}

void matmul(Context& c) {
    multiply(c, 0, 1, c.dtype(0));
}
void matmul_integer16(Context& c) {
    multiply(c, 0, 1, DataType::kInt32);
}
void matmul_integer_to_float(Context& c) {
    multiply(c, 0, 1, c.dtype(2));
}
void gemm_float8(Context& c) {
    multiply(c, 0, 1, c.type("dtype", DataType::kFloat32));
}
void qgemm(Context& c) {
    multiply(c, 0, 3, c.has(8) ? c.dtype(8) : DataType::kFloat32);
}

/// Weights packed in blocks, whose extents are attributes.
void packed_matmul(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape || shape->empty()) return;
    DimId& columns = (*shape)[shape->size() - 1];
    if (c.has_attribute("K") && c.integer("transB", 1) != 0) {
        c.demand(columns, c.integer("K", 0), "Columns of the data and K");
    }
    columns = c.dims().constant(c.integer("N", 0));
    c.set_shape(0, *shape);
}

void matmul_fpq4(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto a = c.shape(0);
    const auto b = listed_dims(c, 2);
    const auto shape = a && b ? matmul_shape(c, *a, *b) : std::nullopt;
    if (shape) c.set_shape(0, *shape);
}

/// Quantized operators of two tensors, each followed by scale and zero point.
void quantized_binary(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto a = c.shape(0);
    const auto b = c.shape(3);
    if (a && b) c.set_shape(0, broadcast(c, *a, *b));
}

void quantized_where(Context& c) {
    c.set_type(0, c.dtype(1));
    const auto condition = c.shape(0);
    const auto yes = c.shape(1);
    const auto no = c.shape(4);
    if (condition && yes && no) c.set_shape(0, broadcast(c, broadcast(c, *condition, *yes), *no));
}

void quantized_concat(Context& c) {
    std::vector<size_t> slots;
    for (size_t i = 2; i < c.inputs(); i += 3) slots.push_back(i);
    concat_axis(c, c.integer("axis", 1), slots, c.dtype(1));
}

/// What a function for channels behind the batch gives when the channels stand last: unknown extents but for
/// batch and channels.
void channels_last(Context& c, DataType type, DimId channels, size_t slot) {
    c.set_type(0, type);
    const auto shape = c.shape(slot);
    if (!shape || shape->size() < 3) return;
    DimList result = unknown_dims(shape->size());
    result[0] = (*shape)[0];
    result[result.size() - 1] = channels;
    c.set_shape(0, result);
}

DimId last_of(Context& c, size_t slot) {
    const auto shape = c.shape(slot);
    return shape && !shape->empty() ? (*shape)[shape->size() - 1] : DimId();
}

DimId first_of(Context& c, size_t slot) {
    const auto shape = c.shape(slot);
    return shape && !shape->empty() ? (*shape)[0] : DimId();
}

void conv(Context& c) {
    convolve(c, 0, 1, c.dtype(0));
}
void nhwc_conv(Context& c) {
    channels_last(c, c.dtype(0), first_of(c, 1), 0);
}
void nhwc_pool(Context& c) {
    channels_last(c, c.dtype(0), last_of(c, 0), 0);
}

void quantized_conv(Context& c) {
    if (c.flag("channels_last")) return channels_last(c, c.dtype(7), first_of(c, 3), 0);
    convolve(c, 0, 3, c.dtype(7));
}
void quantized_conv_transpose(Context& c) {
    convolve_transposed(c, 0, 3, c.dtype(7));
}

void quantized_pool(Context& c) {
    if (c.flag("channels_last")) return nhwc_pool(c);
    pool(c, 0, c.dtype(0));
}
void masked_pool(Context& c) {
    pool(c, 0, c.dtype(0));
}

void quantized_global_pool(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape || shape->size() < 3) return;
    const size_t channels = c.flag("channels_last") ? shape->size() - 1 : 1;
    for (size_t i = 1; i < shape->size(); ++i) {
        if (i != channels) (*shape)[i] = c.dims().constant(1);
    }
    c.set_shape(0, *shape);
}

void reduce_to(Context& c, DataType type) {
    c.set_type(0, type);
    reduce(c, 0, axes_of(c, "axes", SIZE_MAX), std::nullopt, c.integer("keepdims", 1) != 0);
}
void quantized_reduce_mean(Context& c) {
    reduce_to(c, c.dtype(0));
}
void reduce_sum_integer(Context& c) {
    reduce_to(c, DataType::kInt32);
}

void broadcast_both(Context& c) {
    c.set_type(0, c.dtype(0));
    if (const auto shape = broadcast_inputs(c, 0, 2)) c.set_shape(0, *shape);
}

void mul_integer(Context& c) {
    c.set_type(0, DataType::kInt32);
    const auto a = c.shape(0);
    const auto b = c.shape(2);
    if (a && b) c.set_shape(0, broadcast(c, *a, *b));
}

void split_gelu(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape || shape->empty()) return;
    DimId& half = (*shape)[shape->size() - 1];
    half = c.dims().floor_div(half, c.dims().constant(2));
    c.set_shape(0, *shape);
}

void bias_dropout(Context& c) {
    like_input(c, 0, 0);
    like_input(c, 1, 0);
    c.set_type(1, DataType::kBool);
}

void pad(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    const auto pads = c.value(1);
    if (!shape) return;
    const bool fits = pads && pads->size() == 2 * shape->size();
    for (size_t i = 0; i < shape->size(); ++i) {
        const DimId more = fits ? c.dims().add((*pads)[i], (*pads)[shape->size() + i]) : DimId();
        (*shape)[i] = c.dims().add((*shape)[i], more);
    }
    c.set_shape(0, *shape);
}

void range(Context& c) {
    give_range(c);
}

void expand_dims(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    const auto axis = c.scalar(1);
    const auto place = shape && axis ? checked_axis(c, *axis, shape->size() + 1) : std::nullopt;
    if (!place) return;
    shape->insert(*place, c.dims().constant(1));
    c.set_shape(0, *shape);
}

void distances(Context& c) {
    c.set(0, c.dtype(0), {first_of(c, 0), first_of(c, 1)});
}

void embedding(Context& c) {
    c.set_type(0, c.dtype(0));
    gather_axis(c, 0, 0);
}

/// Several numbers may be packed into one element of the table.
void gather_quantized(Context& c) {
    c.set_type(0, c.dtype(2));
    const auto data = c.shape(0);
    const auto indices = c.shape(1);
    const auto axis = data ? checked_axis(c, c.integer("gather_axis", 0), data->size()) : std::nullopt;
    if (!axis || !indices) return;
    DimList table = *data;
    if (c.dtype(0) == DataType::kUint8 && c.integer("bits", 4) == 4) {
        table[table.size() - 1] = c.dims().mul(table[table.size() - 1], c.dims().constant(2));
    }
    DimList result(table.first(*axis));
    result.append(indices->span());
    result.append(table.from(*axis + 1));
    c.set_shape(0, result);
}

void murmur_hash(Context& c) {
    like_input(c, 0, 0);
    c.set_type(0, c.integer("positive", 1) == 1 ? DataType::kUint32 : DataType::kInt32);
}

void crop_and_resize(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto data = c.shape(0);
    const auto size = listed_dims(c, 3);
    if (!data || data->size() != 4 || !size || size->size() != 2) return;
    c.set_shape(0, {first_of(c, 1), (*data)[1], (*size)[0], (*size)[1]});
}

void unique(Context& c) {
    const DimId distinct = c.dims().fresh();
    c.set(0, c.dtype(0), {distinct});
    c.set(1, DataType::kInt64, {first_of(c, 0)});
    c.set(2, DataType::kInt64, {distinct});
}

void skip_group_norm(Context& c) {
    like_input(c, 0, 0);
    like_input(c, 1, 0);
}

void tokenizer(Context& c) {
    c.set_type(0, DataType::kString);
    auto shape = c.shape(0);
    if (!shape) return;
    shape->push({});
    c.set_shape(0, *shape);
}

/// The parts of all devices, joined.
void all_gather(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    const auto axis = shape ? checked_axis(c, c.integer("axis", 1), shape->size()) : std::nullopt;
    if (!axis) return;
    (*shape)[*axis] = c.dims().mul((*shape)[*axis], c.dims().constant(c.integer("group_size", 1)));
    c.set_shape(0, *shape);
}

void quantize_with_order(Context& c) {
    like_input(c, 0, 0);
    c.set_type(0, DataType::kInt8);
}
void dequantize_with_order(Context& c) {
    like_input(c, 0, 0);
    c.set_type(0, c.type("to", DataType::kUnknown));
}
void ordered_matmul(Context& c) {
    multiply(c, 0, 2, DataType::kInt8);
}

/// Half of a symmetric spectrum, as pairs of real and imaginary parts.
void rfft(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape || shape->empty()) return;
    DimId& bins = (*shape)[shape->size() - 1];
    if (c.integer("onesided", 1) != 0) {
        bins = c.dims().add(c.dims().floor_div(bins, c.dims().constant(2)), c.dims().constant(1));
    }
    shape->push(c.dims().constant(2));
    c.set_shape(0, *shape);
}

/// Padded sequences without the padding: how much is left is known only when the model runs.
void remove_padding(Context& c) {
    c.set_type(0, c.dtype(0));
    for (const size_t slot : {1, 2, 3}) c.set_type(slot, DataType::kInt32);
    c.set_shape(3, {c.dims().constant(1)});
    const auto data = c.shape(0);
    if (!data || data->size() != 3) return;
    c.set_shape(0, {DimId(), (*data)[2]});
    c.set_shape(1, {(*data)[0], (*data)[1]});
    c.set_shape(2, {c.dims().add((*data)[0], c.dims().constant(1))});
}

void restore_padding(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto offsets = c.shape(1);
    if (offsets && offsets->size() == 2) c.set_shape(0, {(*offsets)[0], (*offsets)[1], last_of(c, 0)});
}

/// All windows along a dimension, in a new last one.
void unfold(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    const auto axis = shape ? checked_axis(c, c.integer("dim", -1), shape->size()) : std::nullopt;
    const int64_t step = c.integer("step", 1);
    if (!axis || step < 1) return;
    const DimId size = c.dims().constant(c.integer("size", 0));
    const DimId steps = c.dims().floor_div(c.dims().sub((*shape)[*axis], size), c.dims().constant(step));
    (*shape)[*axis] = c.dims().add(steps, c.dims().constant(1));
    shape->push(size);
    c.set_shape(0, *shape);
}

void time_warping(Context& c) {
    c.set(0, DataType::kInt32, {c.dims().constant(2), DimId()});
}

/// How much is padded, is an input.
void conv_transpose(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto data = c.shape(0);
    const auto weights = c.shape(1);
    if (!data || data->size() < 3) return;
    DimList result = unknown_dims(data->size());
    result[0] = (*data)[0];
    if (weights && weights->size() == data->size())
        result[1] = c.dims().mul((*weights)[1], c.dims().constant(c.integer("group", 1)));
    c.set_shape(0, result);
}

/// One score for each pair of places, for each head.
void gated_bias(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto query = c.shape(0);
    if (!query || query->size() != 3 || c.has(6)) return c.set_shape(0, unknown_dims(4));
    c.set_shape(0, {(*query)[0], c.dims().constant(c.integer("num_heads", 0)), (*query)[1], (*query)[1]});
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"AllGather", all_gather},
    {"AllReduce", like<0>},
    {"AllToAll", like<0>},
    {"BiasAdd", like<0>},
    {"BiasDropout", bias_dropout},
    {"BiasGelu", broadcast_both},
    {"BiasSoftmax", like<0>},
    {"BiasSplitGelu", split_gelu},
    {"BitmaskBiasDropout", like<0>},
    {"BitmaskDropout", like<0>},
    {"CDist", distances},
    {"ComplexMul", broadcast_both},
    {"ComplexMulConj", broadcast_both},
    {"ConvTransposeWithDynamicPads", conv_transpose},
    {"CropAndResize", crop_and_resize},
    {"DequantizeLinear", dequantize_linear},
    {"DequantizeWithOrder", dequantize_with_order},
    {"DynamicQuantizeLSTM", recur},
    {"DynamicQuantizeMatMul", matmul},
    {"DynamicTimeWarping", time_warping},
    {"ExpandDims", expand_dims},
    {"FastGelu", like<0>},
    {"FusedConv", conv},
    {"FusedGemm", matmul},
    {"FusedMatMul", matmul},
    {"FusedMatMulActivation", matmul},
    {"GatedAdd", like<0>},
    {"GatedRMSNorm", like<0>},
    {"GatedRelativePositionBias", gated_bias},
    {"GatherBlockQuantized", gather_quantized},
    {"GatherND", gather_tuples},
    {"Gelu", like<0>},
    {"GemmFastGelu", matmul},
    {"GemmFloat8", gemm_float8},
    {"GridSample", grid_sample},
    {"GroupNorm", like<0>},
    {"Inverse", like<0>},
    {"MatMulBnb4", packed_matmul},
    {"MatMulFpQ4", matmul_fpq4},
    {"MatMulInteger16", matmul_integer16},
    {"MatMulIntegerToFloat", matmul_integer_to_float},
    {"MatMulNBits", packed_matmul},
    {"MaxpoolWithMask", masked_pool},
    {"MulInteger", mul_integer},
    {"MurmurHash3", murmur_hash},
    {"NGramRepeatBlock", like<1>},
    {"NhwcConv", nhwc_conv},
    {"NhwcFusedConv", nhwc_conv},
    {"NhwcMaxPool", nhwc_pool},
    {"Pad", pad},
    {"QGemm", qgemm},
    {"QLinearAdd", quantized_binary},
    {"QLinearAveragePool", quantized_pool},
    {"QLinearConcat", quantized_concat},
    {"QLinearConv", quantized_conv},
    {"QLinearConvTranspose", quantized_conv_transpose},
    {"QLinearGlobalAveragePool", quantized_global_pool},
    {"QLinearLeakyRelu", like<0>},
    {"QLinearMul", quantized_binary},
    {"QLinearReduceMean", quantized_reduce_mean},
    {"QLinearSigmoid", like<0>},
    {"QLinearSoftmax", like<0>},
    {"QLinearWhere", quantized_where},
    {"QOrderedGelu", like<0>},
    {"QOrderedLayerNormalization", like<0>},
    {"QOrderedLongformerAttention", like<0>},
    {"QOrderedMatMul", ordered_matmul},
    {"QuantizeLinear", quantize_linear},
    {"QuantizeWithOrder", quantize_with_order},
    {"QuickGelu", like<0>},
    {"Range", range},
    {"ReduceSumInteger", reduce_sum_integer},
    {"ReluGrad", like<0>},
    {"RemovePadding", remove_padding},
    {"RestorePadding", restore_padding},
    {"Rfft", rfft},
    {"SampleOp", like<0>},
    {"SkipGroupNorm", skip_group_norm},
    {"SparseToDenseMatMul", matmul},
    {"Tokenizer", tokenizer},
    {"TorchEmbedding", embedding},
    {"TransposeMatMul", matmul},
    {"Trilu", like<0>},
    {"UnfoldTensor", unfold},
    {"Unique", unique},
});

}  // namespace

std::span<const OperatorFunction> microsoft_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
