// Builtin operators of TensorFlow Lite that compute: channels stand last.

#include <array>

#include "operator_functions.h"
#include "reduction.h"
#include "shape_rules.h"
#include "value_rules.h"

namespace netloupe::infer {

namespace {

/// Places of a window along a dimension.
DimId places(Context& c, DimId extent, DimId kernel, int64_t stride, int64_t dilation) {
    DimensionTable& table = c.dims();
    if (stride < 1) {
        c.conflict("A stride must be at least 1.");
        return {};
    }
    const DimId step = table.constant(stride);
    if (c.text("padding", "SAME") != "VALID") return table.ceil_div(extent, step);
    const DimId covered = table.mul(table.sub(kernel, table.constant(1)), table.constant(dilation));
    const DimId result = table.ceil_div(table.sub(extent, covered), step);
    const auto number = table.value(result);
    return number && *number < 0 ? DimId() : result;
}

/// Names of the options for the spatial dimensions, outermost first.
struct Axis {
    std::string_view stride;
    std::string_view dilation;
};
constexpr std::array<Axis, 3> kAxes = {{{"stride_d", "dilation_d_factor"},
                                        {"stride_h", "dilation_h_factor"},
                                        {"stride_w", "dilation_w_factor"}}};

/// `kernel` are the extents of the spatial dimensions of the filters.
void convolve(Context& c, const DimList& data, std::span<const DimId> kernel, DimId channels) {
    DimList result{data[0]};
    for (size_t i = 0; i < kernel.size(); ++i) {
        const Axis& axis = kAxes[kAxes.size() - kernel.size() + i];
        result.push(
            places(c, data[1 + i], kernel[i], c.integer(axis.stride, 1), c.integer(axis.dilation, 1)));
    }
    result.push(channels);
    c.set_shape(0, result);
}

void conv_2d(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto data = c.shape(0);
    const auto filter = c.shape(1);
    if (!data || data->size() != 4 || !filter || filter->size() != 4) return;
    // With fewer channels in the filters, the convolution is grouped.
    convolve(c, *data, filter->span().subspan(1, 2), (*filter)[0]);
}

void depthwise_conv_2d(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto data = c.shape(0);
    const auto filter = c.shape(1);
    if (!data || data->size() != 4 || !filter || filter->size() != 4) return;
    convolve(c, *data, filter->span().subspan(1, 2), (*filter)[3]);
}

void conv_3d(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto data = c.shape(0);
    const auto filter = c.shape(1);
    if (!data || data->size() != 5 || !filter || filter->size() != 5) return;
    c.same((*data)[4], (*filter)[3], "Channels of the data and of the filters");
    convolve(c, *data, filter->first(3), (*filter)[4]);
}

/// The output's shape is an input.
void transpose_conv(Context& c) {
    c.set_type(0, c.dtype(2));
    if (const auto dims = listed_dims(c, 0)) c.set_shape(0, *dims);
}

void pool_2d(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto data = c.shape(0);
    if (!data || data->size() != 4) return;
    const std::array kernel{c.dims().constant(c.integer("filter_height", 1)),
                            c.dims().constant(c.integer("filter_width", 1))};
    convolve(c, *data, kernel, (*data)[3]);
}

void fully_connected(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto data = c.shape(0);
    const auto weights = c.shape(1);
    if (!data || !weights || weights->size() != 2) return;
    if (c.flag("keep_num_dims") && !data->empty()) {
        DimList result = *data;
        c.same(result[result.size() - 1], (*weights)[1], "Columns of the data and of the weights");
        result[result.size() - 1] = (*weights)[0];
        return c.set_shape(0, result);
    }
    const DimId whole = c.dims().product(data->span());
    c.set_shape(0, {c.dims().floor_div(whole, (*weights)[1]), (*weights)[0]});
}

void batch_matmul(Context& c) {
    // Sums of 8-bit integers may stay 32 bits wide.
    if (is_floating(c.dtype(0))) c.set_type(0, c.dtype(0));
    auto a = c.shape(0);
    auto b = c.shape(1);
    if (!a || !b || a->size() < 2 || b->size() < 2) return;
    if (c.flag("adj_x")) std::swap((*a)[a->size() - 1], (*a)[a->size() - 2]);
    if (c.flag("adj_y")) std::swap((*b)[b->size() - 1], (*b)[b->size() - 2]);
    if (const auto shape = matmul_shape(c, *a, *b)) c.set_shape(0, *shape);
}

template <ValueRule kRule = nullptr>
void binary(Context& c) {
    c.set_type(0, c.dtype(0));
    if (const auto shape = broadcast_inputs(c, 0, 2)) c.set_shape(0, *shape);
    if (c.text("fused_activation_function", "NONE") == "NONE") fold_inputs(c, kRule);
}

template <ValueRule kRule = nullptr>
void comparison(Context& c) {
    binary<kRule>(c);
    c.set_type(0, DataType::kBool);
}

template <ElementRule kRule>
void folding_unary(Context& c) {
    like_input(c, 0, 0);
    fold_unary(c, kRule);
}

void select(Context& c) {
    like_input(c, 0, 1);
    fold_where(c);
}
void select_v2(Context& c) {
    c.set_type(0, c.dtype(1));
    if (const auto shape = broadcast_inputs(c, 0, 3)) c.set_shape(0, *shape);
    fold_where(c);
}

/// The shape of the input; the file alone says the type.
void shape_only(Context& c) {
    if (const auto shape = c.shape(0)) c.set_shape(0, *shape);
}

void cast(Context& c) {
    shape_only(c);
    if (const auto elements = c.value(0)) c.set_value(0, *elements);
}

template <DataType kType>
void typed_like(Context& c) {
    like_input(c, 0, 0);
    c.set_type(0, kType);
}

/// Parts of complex numbers.
void real_part(Context& c) {
    like_input(c, 0, 0);
    c.set_type(0, c.dtype(0) == DataType::kComplex128 ? DataType::kFloat64 : DataType::kFloat32);
}

void rfft2d(Context& c) {
    c.set_type(0, DataType::kComplex64);
    auto shape = c.shape(0);
    const auto length = listed_dims(c, 1);
    if (!shape || shape->size() < 2 || !length || length->size() != 2) return;
    const DimId half = c.dims().floor_div((*length)[1], c.dims().constant(2));
    (*shape)[shape->size() - 2] = (*length)[0];
    (*shape)[shape->size() - 1] = c.dims().add(half, c.dims().constant(1));
    c.set_shape(0, *shape);
}

template <ValueRule kRule = nullptr>
void reduce_axes(Context& c) {
    c.set_type(0, c.dtype(0));
    // An axis that is not known could be any; several may be negative or repeated.
    reduce(c, 0, {true, c.ints(1)}, std::nullopt, c.flag("keep_dims"));
    fold_all(c, kRule);
}

void arg_extreme(Context& c) {
    c.set_type(0, c.type("output_type", DataType::kInt64));
    const auto shape = c.shape(0);
    if (!shape || shape->empty()) return;
    const auto axis = c.scalar(1);
    if (!axis) return c.set_shape(0, unknown_dims(shape->size() - 1));
    IntList axes;
    axes.push(*axis);
    reduce(c, 0, {true, axes}, std::nullopt, false);
}

void top_k(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    const auto count = c.value(1);
    if (!shape || shape->empty()) return;
    (*shape)[shape->size() - 1] = count && count->size() == 1 ? (*count)[0] : DimId();
    c.set_shape(0, *shape);
    c.set_shape(1, *shape);
}

/// Rows of the first segment to the last one, which is known only from values.
void segment_sum(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape || shape->empty()) return;
    const auto segments = c.ints(1);
    const bool known = segments && !segments->empty();
    const DimId last = known ? c.dims().constant((*segments)[segments->size() - 1]) : DimId();
    (*shape)[0] = c.dims().add(last, c.dims().constant(1));
    c.set_shape(0, *shape);
}

void unsorted_segment(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto shape = c.shape(0);
    const auto segments = c.rank(1);
    const auto count = c.value(2);
    if (!shape || !segments || *segments > shape->size()) return;
    DimList result{count && count->size() == 1 ? (*count)[0] : DimId()};
    result.append(shape->from(*segments));
    c.set_shape(0, result);
}

/// Selected boxes (and with version 5 their scores), then how many there are.
template <bool kScores>
void non_max_suppression(Context& c) {
    const auto most = c.value(2);
    const DimId count = most && most->size() == 1 ? (*most)[0] : DimId();
    c.set(0, DataType::kInt32, {count});
    if (kScores) c.set(1, DataType::kFloat32, {count});
    c.set(kScores ? 2 : 1, DataType::kInt32, {});
}

DimId extent_of(Context& c, size_t slot, size_t axis) {
    const auto shape = c.shape(slot);
    return shape && axis < shape->size() ? (*shape)[axis] : DimId();
}

/// The input with another last extent.
void with_last(Context& c, size_t slot, DimId last) {
    c.set_type(slot, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape || shape->empty()) return;
    (*shape)[shape->size() - 1] = last;
    c.set_shape(slot, *shape);
}

void rnn(Context& c) {
    with_last(c, 0, extent_of(c, 1, 0));
}

void both_directions(Context& c, DimId forward, DimId backward) {
    if (c.flag("merge_outputs")) return with_last(c, 0, c.dims().add(forward, backward));
    with_last(c, 0, forward);
    with_last(c, 1, backward);
}

void bidirectional_rnn(Context& c) {
    both_directions(c, extent_of(c, 1, 0), extent_of(c, 5, 0));
}

/// What the recurrent output weights, whose second extent it is, say.
void sequence_lstm(Context& c) {
    with_last(c, 0, extent_of(c, 8, 1));
}
void bidirectional_lstm(Context& c) {
    both_directions(c, extent_of(c, 8, 1), extent_of(c, 25, 1));
}

void svdf(Context& c) {
    const DimId rank = c.dims().constant(c.integer("rank", 1));
    c.set(0, c.dtype(0), {extent_of(c, 0, 0), c.dims().floor_div(extent_of(c, 1, 0), rank)});
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"ABS", folding_unary<absolute>},
    {"ADD", binary<sum>},
    {"ADD_N", like<0>},
    {"ARG_MAX", arg_extreme},
    {"ARG_MIN", arg_extreme},
    {"ATAN2", binary<>},
    {"AVERAGE_POOL_2D", pool_2d},
    {"BATCH_MATMUL", batch_matmul},
    {"BIDIRECTIONAL_SEQUENCE_LSTM", bidirectional_lstm},
    {"BIDIRECTIONAL_SEQUENCE_RNN", bidirectional_rnn},
    {"BITWISE_XOR", binary<>},
    {"BUCKETIZE", typed_like<DataType::kInt32>},
    {"CAST", cast},
    {"CEIL", folding_unary<whole>},
    {"COMPLEX_ABS", real_part},
    {"CONV_2D", conv_2d},
    {"CONV_3D", conv_3d},
    {"CONV_3D_TRANSPOSE", transpose_conv},
    {"COS", like<0>},
    {"CUMSUM", like<0>},
    {"DENSIFY", like<0>},
    {"DEPTHWISE_CONV_2D", depthwise_conv_2d},
    {"DEQUANTIZE", typed_like<DataType::kFloat32>},
    {"DIV", binary<quotient>},
    {"ELU", like<0>},
    {"EQUAL", comparison<equal>},
    {"EXP", like<0>},
    {"FAKE_QUANT", like<0>},
    {"FLOOR", folding_unary<whole>},
    {"FLOOR_DIV", binary<floor_quotient>},
    {"FLOOR_MOD", binary<remainder>},
    {"FULLY_CONNECTED", fully_connected},
    {"GELU", like<0>},
    {"GREATER", comparison<greater>},
    {"GREATER_EQUAL", comparison<greater_or_equal>},
    {"HARD_SWISH", like<0>},
    {"IMAG", real_part},
    {"L2_NORMALIZATION", like<0>},
    {"L2_POOL_2D", pool_2d},
    {"LEAKY_RELU", like<0>},
    {"LESS", comparison<less>},
    {"LESS_EQUAL", comparison<less_or_equal>},
    {"LOCAL_RESPONSE_NORMALIZATION", like<0>},
    {"LOG", like<0>},
    {"LOGICAL_AND", comparison<both>},
    {"LOGICAL_NOT", folding_unary<opposite>},
    {"LOGICAL_OR", comparison<either>},
    {"LOGISTIC", like<0>},
    {"LOG_SOFTMAX", like<0>},
    {"MAXIMUM", binary<larger>},
    {"MAX_POOL_2D", pool_2d},
    {"MEAN", reduce_axes<>},
    {"MINIMUM", binary<smaller>},
    {"MUL", binary<product>},
    {"NEG", folding_unary<negative>},
    {"NON_MAX_SUPPRESSION_V4", non_max_suppression<false>},
    {"NON_MAX_SUPPRESSION_V5", non_max_suppression<true>},
    {"NOT_EQUAL", comparison<not_equal>},
    {"POW", binary<power>},
    {"PRELU", binary<>},
    {"QUANTIZE", shape_only},
    {"REAL", real_part},
    {"REDUCE_ALL", reduce_axes<>},
    {"REDUCE_ANY", reduce_axes<>},
    {"REDUCE_MAX", reduce_axes<larger>},
    {"REDUCE_MIN", reduce_axes<smaller>},
    {"REDUCE_PROD", reduce_axes<product>},
    {"RELU", folding_unary<not_below_zero>},
    {"RELU6", like<0>},
    {"RELU_0_TO_1", like<0>},
    {"RELU_N1_TO_1", like<0>},
    {"RFFT2D", rfft2d},
    {"RIGHT_SHIFT", binary<>},
    {"RNN", rnn},
    {"ROUND", folding_unary<whole>},
    {"RSQRT", like<0>},
    {"SEGMENT_SUM", segment_sum},
    {"SELECT", select},
    {"SELECT_V2", select_v2},
    {"SIGN", folding_unary<sign>},
    {"SIN", like<0>},
    {"SOFTMAX", shape_only},  // Of int8, the result may be int16.
    {"SQRT", like<0>},
    {"SQUARE", like<0>},
    {"SQUARED_DIFFERENCE", binary<>},
    {"STABLEHLO_ABS", like<0>},
    {"STABLEHLO_ADD", like<0>},
    {"STABLEHLO_AND", like<0>},
    {"STABLEHLO_CBRT", like<0>},
    {"STABLEHLO_CLAMP", like<1>},
    {"STABLEHLO_COMPARE", typed_like<DataType::kBool>},
    {"STABLEHLO_CONVERT", shape_only},
    {"STABLEHLO_COSINE", like<0>},
    {"STABLEHLO_DIVIDE", like<0>},
    {"STABLEHLO_EXPONENTIAL", like<0>},
    {"STABLEHLO_FLOOR", like<0>},
    {"STABLEHLO_LOG", like<0>},
    {"STABLEHLO_LOGISTIC", like<0>},
    {"STABLEHLO_MAXIMUM", like<0>},
    {"STABLEHLO_MINIMUM", like<0>},
    {"STABLEHLO_MULTIPLY", like<0>},
    {"STABLEHLO_NEGATE", like<0>},
    {"STABLEHLO_OR", like<0>},
    {"STABLEHLO_POWER", like<0>},
    {"STABLEHLO_REMAINDER", like<0>},
    {"STABLEHLO_RSQRT", like<0>},
    {"STABLEHLO_SELECT", like<1>},
    {"STABLEHLO_SHIFT_LEFT", like<0>},
    {"STABLEHLO_SUBTRACT", like<0>},
    {"STABLEHLO_TANH", like<0>},
    {"SUB", binary<difference>},
    {"SUM", reduce_axes<sum>},
    {"SVDF", svdf},
    {"TANH", like<0>},
    {"TOPK_V2", top_k},
    {"TRANSPOSE_CONV", transpose_conv},
    {"UNIDIRECTIONAL_SEQUENCE_LSTM", sequence_lstm},
    {"UNIDIRECTIONAL_SEQUENCE_RNN", rnn},
    {"UNSORTED_SEGMENT_MAX", unsorted_segment},
    {"UNSORTED_SEGMENT_MIN", unsorted_segment},
    {"UNSORTED_SEGMENT_PROD", unsorted_segment},
    {"UNSORTED_SEGMENT_SUM", unsorted_segment},
});

}  // namespace

std::span<const OperatorFunction> tflite_compute_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
