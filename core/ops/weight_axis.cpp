#include "ops/weight_axis.h"

namespace netloupe {
namespace {

std::optional<int32_t> onnx_weight_axis(OpKind kind, int32_t rank, bool transposed) {
    switch (kind) {
        case OpKind::kConv:
            return 0;
        case OpKind::kConvTranspose:
            return 1;
        case OpKind::kGemm:
            return transposed ? 0 : 1;
        // A vector as second operand has no output channels.
        case OpKind::kMatMul:
            return rank >= 2 ? std::optional(rank - 1) : std::nullopt;
        case OpKind::kGather:
            return 0;
        default:
            return std::nullopt;
    }
}

std::optional<int32_t> tflite_weight_axis(OpKind kind, int32_t rank) {
    switch (kind) {
        // The three-dimensional convolutions have no quantized kernels, and their filters end in the
        // channels.
        case OpKind::kConv:
        case OpKind::kConvTranspose:
            return rank == 4 ? std::optional(0) : std::nullopt;
        case OpKind::kDepthwiseConv:
            return 3;
        case OpKind::kFullyConnected:
        case OpKind::kEmbeddingLookup:
            return 0;
        default:
            return std::nullopt;
    }
}

}  // namespace

std::optional<int32_t> weight_axis(Dialect dialect, OpKind kind, int32_t rank, bool transposed) {
    switch (dialect) {
        case Dialect::kOnnx:
            return onnx_weight_axis(kind, rank, transposed);
        case Dialect::kTflite:
            return tflite_weight_axis(kind, rank);
        default:
            return std::nullopt;
    }
}

std::optional<int32_t> bias_axis(OpKind kind) {
    switch (kind) {
        case OpKind::kConv:
        case OpKind::kDepthwiseConv:
        case OpKind::kConvTranspose:
        case OpKind::kGemm:
        case OpKind::kFullyConnected:
            return 0;
        default:
            return std::nullopt;
    }
}

}  // namespace netloupe
