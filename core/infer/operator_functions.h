#pragma once

#include <span>
#include <string_view>

#include "context.h"
#include "ops/operator_schema.h"

namespace netloupe::infer {

/// What infers the outputs of one operator.
struct OperatorFunction {
    std::string_view name;
    InferFunction infer;
};

/// The function for an operator, or null. Constant time.
InferFunction find_function(Dialect dialect, std::string_view domain, std::string_view op);

/// The call of a function that the model defines.
void call_node(Context& c, GraphId function);

// The families of ONNX, ...
std::span<const OperatorFunction> elementwise_functions();
std::span<const OperatorFunction> convolution_functions();
std::span<const OperatorFunction> matrix_functions();
std::span<const OperatorFunction> reshape_functions();
std::span<const OperatorFunction> selection_functions();
std::span<const OperatorFunction> resize_functions();
std::span<const OperatorFunction> reduction_functions();
std::span<const OperatorFunction> normalization_functions();
std::span<const OperatorFunction> quantization_functions();
std::span<const OperatorFunction> recurrent_functions();
std::span<const OperatorFunction> signal_functions();
std::span<const OperatorFunction> sequence_functions();
std::span<const OperatorFunction> control_flow_functions();
std::span<const OperatorFunction> attention_functions();
std::span<const OperatorFunction> classical_functions();
std::span<const OperatorFunction> training_functions();

// ... of ONNX Runtime, ...
std::span<const OperatorFunction> microsoft_functions();
std::span<const OperatorFunction> microsoft_attention_functions();

// ... and of TensorFlow Lite.
std::span<const OperatorFunction> tflite_compute_functions();
std::span<const OperatorFunction> tflite_layout_functions();
std::span<const OperatorFunction> tflite_control_flow_functions();
std::span<const OperatorFunction> tflite_stablehlo_functions();
std::span<const OperatorFunction> tflite_special_functions();

}  // namespace netloupe::infer
