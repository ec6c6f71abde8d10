// Operators of ONNX between real numbers and integers.

#include "quantization.h"

#include <array>

#include "operator_functions.h"
#include "shape_rules.h"

namespace netloupe::infer {

void quantize_linear(Context& c) {
    const DataType stated = c.type("output_dtype", DataType::kUnknown);
    like_input(c, 0, 0);
    c.set_type(0, c.has(2) ? c.dtype(2) : stated != DataType::kUnknown ? stated : DataType::kUint8);
}

void dequantize_linear(Context& c) {
    const DataType stated = c.type("output_dtype", DataType::kUnknown);
    like_input(c, 0, 0);
    c.set_type(0, stated != DataType::kUnknown ? stated : c.dtype(1));
}

namespace {

void dynamic_quantize_linear(Context& c) {
    like_input(c, 0, 0);
    c.set_type(0, DataType::kUint8);
    c.set(1, DataType::kFloat32, {});
    c.set(2, DataType::kUint8, {});
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"DequantizeLinear", dequantize_linear},
    {"DynamicQuantizeLinear", dynamic_quantize_linear},
    {"QuantizeLinear", quantize_linear},
});

}  // namespace

std::span<const OperatorFunction> quantization_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
