// Operators that compute each output element by itself.

#include <algorithm>
#include <array>

#include "formulas.h"

namespace netloupe::cost {

namespace {

constexpr auto kElements = std::to_array<ElementCost>({
    // Activations
    {OpKind::kRelu, 1, "max"},
    {OpKind::kRelu6, 2, "max, min"},
    {OpKind::kReluN1To1, 2, "max, min"},
    {OpKind::kRelu0To1, 2, "max, min"},
    {OpKind::kLeakyRelu, 2, "compare, multiply"},
    {OpKind::kPRelu, 2, "compare, multiply"},
    {OpKind::kThresholdedRelu, 1, "compare"},
    {OpKind::kElu, 4, "compare, exp, subtract, multiply"},
    {OpKind::kSelu, 5, "compare, exp, subtract, multiply twice"},
    {OpKind::kCelu, 5, "compare, divide, exp, subtract, multiply"},
    {OpKind::kClip, 2, "max, min"},
    {OpKind::kSigmoid, 4, "negate, exp, add, divide"},
    {OpKind::kHardSigmoid, 4, "multiply, add, max, min"},
    {OpKind::kTanh, 1, "tanh"},
    {OpKind::kHardSwish, 5, "add, max, min, multiply twice"},
    {OpKind::kSwish, 5, "sigmoid, multiply"},
    {OpKind::kGelu, 5, "divide, erf, add, multiply twice"},
    {OpKind::kBiasGelu, 6, "add, gelu"},
    {OpKind::kMish, 5, "exp, add, log, tanh, multiply"},
    {OpKind::kSoftplus, 3, "exp, add, log"},
    {OpKind::kSoftsign, 3, "abs, add, divide"},
    {OpKind::kShrink, 3, "compare twice, add"},
    {OpKind::kSwiglu, 6, "swish, multiply"},
    // Arithmetic
    {OpKind::kAdd, 1, "add"},
    {OpKind::kSub, 1, "subtract"},
    {OpKind::kMul, 1, "multiply"},
    {OpKind::kDiv, 1, "divide"},
    {OpKind::kFloorDiv, 2, "divide, round"},
    {OpKind::kMod, 1, "remainder"},
    {OpKind::kPow, 1, "power"},
    {OpKind::kSquaredDifference, 2, "subtract, multiply"},
    {OpKind::kAbs, 1, "abs"},
    {OpKind::kNeg, 1, "negate"},
    {OpKind::kSign, 1, "sign"},
    {OpKind::kReciprocal, 1, "divide"},
    {OpKind::kSquare, 1, "multiply"},
    {OpKind::kSqrt, 1, "root"},
    {OpKind::kRsqrt, 2, "root, divide"},
    {OpKind::kExp, 1, "exp"},
    {OpKind::kLog, 1, "log"},
    {OpKind::kErf, 1, "erf"},
    {OpKind::kFloor, 1, "round"},
    {OpKind::kCeil, 1, "round"},
    {OpKind::kRound, 1, "round"},
    {OpKind::kSin, 1, "sin"},
    {OpKind::kCos, 1, "cos"},
    {OpKind::kTan, 1, "tan"},
    {OpKind::kAsin, 1, "asin"},
    {OpKind::kAcos, 1, "acos"},
    {OpKind::kAtan, 1, "atan"},
    {OpKind::kAtan2, 2, "divide, atan"},
    {OpKind::kSinh, 1, "sinh"},
    {OpKind::kCosh, 1, "cosh"},
    {OpKind::kAsinh, 1, "asinh"},
    {OpKind::kAcosh, 1, "acosh"},
    {OpKind::kAtanh, 1, "atanh"},
    {OpKind::kScale, 2, "add or subtract, multiply"},
    {OpKind::kCumSum, 1, "add"},
    {OpKind::kCumProd, 1, "multiply"},
    // Logic
    {OpKind::kAnd, 1, "and"},
    {OpKind::kOr, 1, "or"},
    {OpKind::kXor, 1, "xor"},
    {OpKind::kNot, 1, "not"},
    {OpKind::kBitwiseAnd, 1, "and"},
    {OpKind::kBitwiseOr, 1, "or"},
    {OpKind::kBitwiseXor, 1, "xor"},
    {OpKind::kBitwiseNot, 1, "not"},
    {OpKind::kBitShift, 1, "shift"},
    {OpKind::kEqual, 1, "compare"},
    {OpKind::kNotEqual, 1, "compare"},
    {OpKind::kGreater, 1, "compare"},
    {OpKind::kGreaterOrEqual, 1, "compare"},
    {OpKind::kLess, 1, "compare"},
    {OpKind::kLessOrEqual, 1, "compare"},
    {OpKind::kIsInf, 1, "compare"},
    {OpKind::kIsNan, 1, "compare"},
    // Quantization
    {OpKind::kQuantize, 5, "divide, round, add, max, min"},
    {OpKind::kDequantize, 2, "subtract, multiply"},
    {OpKind::kDynamicQuantize, 7, "largest, smallest, then as Quantize"},
    {OpKind::kFakeQuantize, 7, "quantize, dequantize"},
    // Values out of nothing
    {OpKind::kWindow, 3, "multiply, cos, subtract"},
    {OpKind::kRange, 2, "multiply, add"},
});

/// One operation for each input beyond the first.
Work combine(const Operation& op) {
    const auto inputs = static_cast<int64_t>(op.inputs());
    return Operation::only(op.math().mul(op.output_elements(), std::max<int64_t>(inputs - 1, 0)));
}
Work mean(const Operation& op) {
    return Operation::only(op.math().mul(op.output_elements(), static_cast<int64_t>(op.inputs())));
}

template <int64_t each>
Work elementwise(const Operation& op) {
    return Operation::only(op.math().mul(op.output_elements(), each));
}

constexpr auto kVariadic = std::to_array<KindFormula>({
    {OpKind::kSum, combine, "FLOPs: output elements × (operands − 1)"},
    {OpKind::kMean, mean, "FLOPs: output elements × operands"},
    {OpKind::kMax, combine, "FLOPs: output elements × (operands − 1)"},
    {OpKind::kMin, combine, "FLOPs: output elements × (operands − 1)"},
});

constexpr std::string_view kMicrosoft = "com.microsoft";
constexpr std::string_view kMoved = "no FLOPs: moves elements";
constexpr auto kExceptions = std::to_array<NameFormula>({
    {Dialect::kOnnx, "ai.onnx.ml", "Binarizer", elementwise<1>, "a FLOP for each output element"},
    {Dialect::kOnnx, "ai.onnx.ml", "Imputer", elementwise<1>, "a FLOP for each output element"},
    {Dialect::kOnnx, "", "CenterCropPad", elementwise<0>, kMoved},
    {Dialect::kOnnx, "", "MelWeightMatrix", elementwise<6>, "6 FLOPs for each output element"},
    {Dialect::kOnnx, kMicrosoft, "MurmurHash3", elementwise<15>, "15 FLOPs for each output element"},
    {Dialect::kOnnx, kMicrosoft, "RelativePositionBias", elementwise<0>, kMoved},
    {Dialect::kOnnx, kMicrosoft, "RemovePadding", elementwise<0>, kMoved},
    {Dialect::kOnnx, kMicrosoft, "RestorePadding", elementwise<0>, kMoved},
    {Dialect::kOnnx, kMicrosoft, "UnfoldTensor", elementwise<0>, kMoved},
    {Dialect::kTflite, "", "REAL", elementwise<0>, kMoved},
    {Dialect::kTflite, "", "IMAG", elementwise<0>, kMoved},
    {Dialect::kTflite, "custom", "Roll", elementwise<0>, kMoved},
    {Dialect::kOnnx, kMicrosoft, "BiasAdd", elementwise<2>, "2 FLOPs for each output element: two sums"},
    {Dialect::kOnnx, kMicrosoft, "GatedAdd", elementwise<2>, "2 FLOPs for each output element: product, sum"},
    {Dialect::kOnnx, kMicrosoft, "BiasDropout", elementwise<2>, "2 FLOPs for each output element: two sums"},
    {Dialect::kOnnx, kMicrosoft, "BitmaskBiasDropout", elementwise<2>,
     "2 FLOPs for each output element: two sums"},
    {Dialect::kOnnx, kMicrosoft, "BiasSplitGelu", elementwise<8>,
     "8 FLOPs for each output element: two sums, gelu, product"},
    {Dialect::kOnnx, kMicrosoft, "ComplexMul", elementwise<3>, "3 FLOPs for each output element"},
    {Dialect::kOnnx, kMicrosoft, "ComplexMulConj", elementwise<3>, "3 FLOPs for each output element"},
    {Dialect::kTflite, "", "COMPLEX_ABS", elementwise<4>, "4 FLOPs for each output element"},
    {Dialect::kTflite, "", "STABLEHLO_CBRT", elementwise<1>, "a FLOP for each output element"},
    {Dialect::kTflite, "", "STABLEHLO_COMPARE", elementwise<1>, "a FLOP for each output element"},
});

}  // namespace

std::span<const ElementCost> element_costs() {
    return kElements;
}
std::span<const KindFormula> variadic_formulas() {
    return kVariadic;
}
std::span<const NameFormula> elementwise_exceptions() {
    return kExceptions;
}

}  // namespace netloupe::cost
