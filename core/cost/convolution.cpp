// Convolutions of all formats.

#include <array>

#include "formulas.h"

namespace netloupe::cost {

namespace {

/// Each output element sums over the filter of its channel, which is dimension `axis` of the weights.
Work gather(const Operation& op, int axis) {
    const auto weight = op.slot_of(OperandRole::kWeight);
    if (!weight) return {};
    return op.with_bias(op.math().mul(op.output_elements(), op.elements_per(*weight, axis)));
}

/// Each input element is multiplied with the filters of its channel, which is dimension `axis`.
Work spread(const Operation& op, int axis) {
    const auto weight = op.slot_of(OperandRole::kWeight);
    const auto data = op.slot_of(OperandRole::kData);
    if (!weight || !data) return {};
    return op.with_bias(op.math().mul(op.elements(*data), op.elements_per(*weight, axis)));
}

Work conv(const Operation& op) {
    return gather(op, 0);
}
/// Filters of TensorFlow Lite's volumes end with the output channels.
Work conv_3d(const Operation& op) {
    return gather(op, -1);
}
/// Filters are 1, height, width, channels.
Work depthwise(const Operation& op) {
    return gather(op, -1);
}
Work conv_transpose(const Operation& op) {
    return spread(op, 0);
}
/// TensorFlow Lite's filters end with the input channels.
Work conv_transpose_tflite(const Operation& op) {
    return spread(op, -1);
}

/// Weight positions of each output position and group of offsets are sampled between four pixels.
Work deform_conv(const Operation& op) {
    Work work = conv(op);
    Arithmetic& math = op.math();
    const Quantity positions = math.mul(op.extent(2, 1), math.mul(op.extent(2, 2), op.extent(2, 3)));
    const Quantity channels = math.div(op.extent(0, 1), op.count("offset_group", 1));
    // The offsets have two channels for each weight position.
    const Quantity samples =
        math.mul(math.mul(op.extent(0, 0), channels), math.div(positions, Quantity(int64_t{2})));
    work.operations = math.add(work.operations, math.mul(samples, op.has(4) ? 8 : 7));
    return work;
}

/// Every channel is convolved with its own row of weights.
Work causal_conv(const Operation& op) {
    return op.with_bias(op.math().mul(op.output_elements(), op.extent(1, -1)));
}

Work stablehlo_conv(const Operation& op) {
    const auto axis = op.integer("kernel_output_feature_dimension", 0);
    return axis && *axis >= 0 && *axis <= INT8_MAX ? gather(op, static_cast<int>(*axis)) : Work();
}

constexpr auto kKinds = std::to_array<KindFormula>({
    {OpKind::kConv, conv,
     "MACs: output elements × weights of one output channel (channels of the group × kernel)"},
    {OpKind::kDepthwiseConv, depthwise, "MACs: output elements × kernel"},
    {OpKind::kConvTranspose, conv_transpose,
     "MACs: input elements × weights of one input channel; what padding cuts off is counted"},
    {OpKind::kDeformConv, deform_conv,
     "as Conv, and 7 FLOPs (8 with a mask) for each sample between four pixels"},
});

constexpr auto kExceptions = std::to_array<NameFormula>({
    {Dialect::kTflite, "", "CONV_3D", conv_3d, "MACs: output elements × weights of one output channel"},
    {Dialect::kTflite, "", "TRANSPOSE_CONV", conv_transpose_tflite,
     "MACs: input elements × weights of one input channel"},
    {Dialect::kTflite, "", "CONV_3D_TRANSPOSE", conv_transpose_tflite,
     "MACs: input elements × weights of one input channel"},
    {Dialect::kTflite, "custom", "Convolution2DTransposeBias", conv_transpose_tflite,
     "MACs: input elements × weights of one input channel"},
    {Dialect::kTflite, "", "STABLEHLO_CONVOLUTION", stablehlo_conv,
     "MACs: output elements × weights of one output channel"},
    {Dialect::kOnnx, "", "CausalConvWithState", causal_conv, "MACs: output elements × kernel"},
    {Dialect::kOnnx, "com.microsoft", "CausalConvWithState", causal_conv, "MACs: output elements × kernel"},
    {Dialect::kOnnx, "com.microsoft", "VarlenCausalConvWithState", causal_conv,
     "MACs: output elements × kernel"},
});

}  // namespace

std::span<const KindFormula> convolution_formulas() {
    return kKinds;
}
std::span<const NameFormula> convolution_exceptions() {
    return kExceptions;
}

}  // namespace netloupe::cost
