// Normalizations, softmax and dropout of ONNX.

#include <array>

#include "operator_functions.h"
#include "shape_rules.h"

namespace netloupe::infer {

namespace {

void batch_normalization(Context& c) {
    like_input(c, 0, 0);
    const auto shape = c.shape(0);
    for (size_t i = 1; i < c.outputs(); ++i) {
        // Running statistics keep the type that they came in with.
        c.set_type(i, c.dtype(i == 1 || i == 3 ? 3 : 4));
        if (shape && shape->size() > 1) c.set_shape(i, {(*shape)[1]});
    }
}

/// Before ai.onnx had it, it was ONNX Runtime's, whose result is of the type of the scale.
bool follows_scale(const Context& c) {
    static constexpr int32_t kFirstOfOnnx = 17;
    return c.has(1) && (c.version() < kFirstOfOnnx || c.op() == "SimplifiedLayerNormalization");
}

void layer_normalization(Context& c) {
    like_input(c, 0, 0);
    if (follows_scale(c)) c.set_type(0, c.dtype(1));
    const DataType type = c.type("stash_type", DataType::kFloat32);
    c.set_type(1, type);
    c.set_type(2, type);
    auto shape = c.shape(0);
    const auto axis = shape ? checked_axis(c, c.integer("axis", -1), shape->size()) : std::nullopt;
    if (!axis) return;
    for (size_t i = *axis; i < shape->size(); ++i) (*shape)[i] = c.dims().constant(1);
    c.set_shape(1, *shape);
    c.set_shape(2, *shape);
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"BatchNormalization", batch_normalization},
    {"GroupNormalization", like<0>},
    {"Hardmax", like<0>},
    {"InstanceNormalization", like<0>},
    {"LRN", like<0>},
    {"LayerNormalization", layer_normalization},
    {"LogSoftmax", like<0>},
    {"LpNormalization", like<0>},
    {"MeanVarianceNormalization", like<0>},
    {"RMSNormalization", like<0>},
    {"SimplifiedLayerNormalization", layer_normalization},
    {"Softmax", like<0>},
});

}  // namespace

std::span<const OperatorFunction> normalization_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
