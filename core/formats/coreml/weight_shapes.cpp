#include "weight_shapes.h"

#include <algorithm>
#include <array>

#include "message_attributes.h"

namespace netloupe::coreml {

namespace {

/// Numbers of fields in the layer's parameters: each gives extents, one after the other.
struct Rule {
    std::string_view layer;
    std::string_view weights;
    std::array<uint32_t, 2> fields;
};

constexpr auto kRules = std::to_array<Rule>({
    {"innerProduct", "weights", {2, 1}},
    {"innerProduct", "bias", {2, 0}},
    {"embedding", "weights", {2, 1}},
    {"embedding", "bias", {2, 0}},
    {"embeddingND", "weights", {2, 1}},
    {"embeddingND", "bias", {2, 0}},
    {"batchedMatmul", "weights", {5, 6}},
    {"batchedMatmul", "bias", {6, 0}},
    {"batchnorm", "gamma", {1, 0}},
    {"batchnorm", "beta", {1, 0}},
    {"batchnorm", "mean", {1, 0}},
    {"batchnorm", "variance", {1, 0}},
    {"scale", "scale", {1, 0}},
    {"scale", "bias", {4, 0}},
    {"bias", "bias", {1, 0}},
    {"loadConstant", "data", {1, 0}},
    {"loadConstantND", "data", {1, 0}},
    {"layerNormalization", "gamma", {1, 0}},
    {"layerNormalization", "beta", {1, 0}},
});

uint64_t number(Piece message, uint32_t field, uint64_t fallback) {
    const auto all = numbers_of(message, field);
    return all.empty() ? fallback : all.back();
}

std::vector<uint64_t> kernel(Piece convolution) {
    auto out = numbers_of(convolution, 20);
    if (out.empty()) out = {3, 3};
    return out;
}

std::vector<uint64_t> convolution_shape(std::string_view weights, Piece parameters) {
    const uint64_t outputs = number(parameters, 1, 0);
    if (weights == "bias") return {outputs};
    const uint64_t inputs = number(parameters, 2, 0);
    const uint64_t groups = std::max<uint64_t>(number(parameters, 10, 1), 1);
    const bool transposed = number(parameters, 60, 0) != 0;
    // Channels of a group; a transposed convolution keeps inputs first.
    std::vector<uint64_t> out =
        transposed ? std::vector<uint64_t>{inputs, outputs / groups} : std::vector<uint64_t>{outputs, inputs};
    for (const uint64_t extent : kernel(parameters)) out.push_back(extent);
    return out;
}

std::vector<uint64_t> convolution_3d_shape(std::string_view weights, Piece parameters) {
    const uint64_t outputs = number(parameters, 1, 0);
    if (weights == "bias") return {outputs};
    return {outputs, number(parameters, 2, 0), number(parameters, 20, 0), number(parameters, 21, 0),
            number(parameters, 22, 0)};
}

/// Gates of recurrent layers: the name says what a matrix joins.
std::vector<uint64_t> recurrent_shape(std::string_view weights, Piece parameters) {
    const uint64_t inputs = number(parameters, 1, 0);
    const uint64_t outputs = number(parameters, 2, 0);
    if (weights.ends_with("RecursionMatrix") || weights == "recursionMatrix") return {outputs, outputs};
    if (weights.ends_with("WeightMatrix") || weights == "weightMatrix") return {outputs, inputs};
    return {outputs};
}

}  // namespace

std::vector<uint64_t> weight_shape(std::string_view layer, std::string_view weights, Piece parameters) {
    if (layer == "convolution") return convolution_shape(weights, parameters);
    if (layer == "convolution3d") return convolution_3d_shape(weights, parameters);
    constexpr auto kRecurrent = std::to_array<std::string_view>(
        {"simpleRecurrent", "gru", "uniDirectionalLSTM", "biDirectionalLSTM"});
    if (std::ranges::find(kRecurrent, layer) != kRecurrent.end()) return recurrent_shape(weights, parameters);
    std::vector<uint64_t> out;
    for (const Rule& rule : kRules) {
        if (rule.layer != layer || rule.weights != weights) continue;
        for (const uint32_t field : rule.fields) {
            if (field == 0) continue;
            const auto extents = numbers_of(parameters, field);
            out.insert(out.end(), extents.begin(), extents.end());
        }
    }
    return out;
}

}  // namespace netloupe::coreml
