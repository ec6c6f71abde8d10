#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace netloupe::tflite {

/// Operator codes of schema versions 0 and 1, before they were renumbered after Android's NN API, under the
/// names that the same operators have had since.
inline constexpr int32_t kLegacyCustom = 0;
inline constexpr std::array<std::string_view, 24> kLegacyOperators = {
    "CUSTOM",
    "CONV_2D",
    "DEPTHWISE_CONV_2D",
    "CONCAT_EMBEDDINGS",
    "LSH_PROJECTION",
    "TANH",
    "RELU",
    "AVERAGE_POOL_2D",
    "MAX_POOL_2D",
    "L2_POOL_2D",
    "LOGISTIC",
    "SVDF",
    "RNN",
    "RELU6",
    "EMBEDDING_LOOKUP",
    "FULLY_CONNECTED",
    "HASHTABLE_LOOKUP",
    "SOFTMAX",
    "CONCATENATION",
    "LSTM",
    "ADD",
    "L2_NORMALIZATION",
    "LOCAL_RESPONSE_NORMALIZATION",
    "RESIZE_BILINEAR",
};

inline std::string legacy_operator(int32_t code) {
    if (code >= 0 && static_cast<size_t>(code) < kLegacyOperators.size()) {
        return std::string(kLegacyOperators[static_cast<size_t>(code)]);
    }
    return "BUILTIN_" + std::to_string(code);
}

}  // namespace netloupe::tflite
