#pragma once

#include <cstdint>
#include <string_view>

namespace netloupe {

/// What an operator computes, the same for all formats: CONV_2D of TensorFlow Lite, Conv and QLinearConv of
/// ONNX are all kConv. kUnknown is an operator that no table knows.
enum class OpKind : uint16_t {
    kUnknown,
#define OP_KIND(name, category, traits) k##name,
#include "ops/op_kinds.inc"
#undef OP_KIND
};

/// Colour groups of the drawing, numbered as in schemas/view.fbs.
enum class OpCategory : uint8_t {
    kCustom = 0,  ///< Unknown to every table, or known only to its own runtime.
    kMatrix = 1,  ///< Convolutions, matrix products, attention.
    kActivation = 2,
    kNormalization = 3,
    kPooling = 4,
    kLayout = 5,     ///< Reshapes, selection of elements, casts.
    kMath = 6,       ///< Elementwise and other mathematics.
    kReduction = 7,  ///< Reductions, arg-max, top-k, box selection.
    kQuantization = 8,
    kControlFlow = 9,
    kRecurrent = 10,
    kConstant = 11,  ///< Makes a value from nothing or from a shape.
    kData = 12,      ///< Sequences, optionals, maps, text, variables.
};

/// Facts about an operator, as bits that can be combined.
enum class OpTraits : uint32_t {
    kNone = 0,
    kPassThrough = 1U << 0,   ///< Moves bytes and computes nothing: Reshape, Concat, MaxPool, ...
    kCompute = 1U << 1,       ///< Multiplies weights, which makes a path a backbone: Conv, MatMul, LSTM, ...
    kElementwise = 1U << 2,   ///< Output element i depends on input elements i only (after broadcasting).
    kComparison = 1U << 3,    ///< Boolean result of comparing two inputs.
    kReduction = 1U << 4,     ///< Folds axes.
    kBoundaryTail = 1U << 5,  ///< May stay in float behind the last quantized layer: Softmax, ArgMax, ...
    kQuantize = 1U << 6,      ///< Real to integer.
    kDequantize = 1U << 7,    ///< Integer to real.
    kControlFlow = 1U << 8,   ///< Runs subgraphs.
    kRandom = 1U << 9,        ///< Results differ from run to run (Dropout: only while training).
    kStateful = 1U << 10,     ///< Reads or writes state that outlives the node; not dead without consumers.
    kTraining = 1U << 11,     ///< Of use only while training.
    kIntegerKernel = 1U << 12,  ///< Itself works on integers, with scales as inputs: QLinearConv, ...
    /// Data inputs and outputs must have the same scale and zero point. TensorFlow Lite (int8): the kernel
    /// copies or compares integers. ONNX: a Q/DQ node unit that moves bytes; ONNX Runtime keeps it in float
    /// otherwise.
    kSameScale = 1U << 13,
    /// ONNX: with DequantizeLinear before and QuantizeLinear behind it is one integer node unit to ONNX
    /// Runtime.
    kQdqNodeUnit = 1U << 14,
    kCpuNodeUnit = 1U << 15,  ///< ... and ONNX Runtime's CPU provider has an integer kernel for the unit.
};

constexpr OpTraits operator|(OpTraits a, OpTraits b) {
    return static_cast<OpTraits>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}

/// Whether all bits of `wanted` are set.
constexpr bool has(OpTraits traits, OpTraits wanted) {
    return (static_cast<uint32_t>(traits) & static_cast<uint32_t>(wanted)) == static_cast<uint32_t>(wanted);
}

/// The traits that a kind has in every format. What a format adds (kIntegerKernel and later bits) is in
/// OperatorSchema::traits.
OpTraits traits_of(OpKind kind);
OpCategory category_of(OpKind kind);

/// "Conv", "LayerNormalization", ...; "Unknown" for kUnknown.
std::string_view name_of(OpKind kind);
/// kUnknown for a name that no kind has.
OpKind op_kind_from_name(std::string_view name);
/// "matrix", "activation", "control-flow", ...
std::string_view name_of(OpCategory category);

}  // namespace netloupe
