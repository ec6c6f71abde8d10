#include "operator_functions.h"

#include <unordered_map>

#include "infer/coverage.h"

namespace netloupe::infer {

namespace {

using Functions = std::unordered_map<std::string_view, InferFunction>;

template <typename... Families>
Functions table_of(Families... families) {
    Functions table;
    for (const std::span<const OperatorFunction> family : {families...}) {
        for (const OperatorFunction& entry : family) table.emplace(entry.name, entry.infer);
    }
    return table;
}

const Functions* onnx_table(std::string_view domain) {
    static const Functions kOnnx =
        table_of(elementwise_functions(), convolution_functions(), matrix_functions(), reshape_functions(),
                 selection_functions(), resize_functions(), reduction_functions(), normalization_functions(),
                 quantization_functions(), recurrent_functions(), signal_functions(), sequence_functions(),
                 control_flow_functions(), attention_functions());
    static const Functions kClassical = table_of(classical_functions());
    static const Functions kTraining = table_of(training_functions());
    static const Functions kMicrosoft = table_of(microsoft_functions(), microsoft_attention_functions());
    if (domain.empty() || domain == "ai.onnx") return &kOnnx;
    if (domain == "ai.onnx.ml") return &kClassical;
    if (domain == "ai.onnx.preview.training") return &kTraining;
    return domain == "com.microsoft" ? &kMicrosoft : nullptr;
}

const Functions* tflite_table(std::string_view domain) {
    static const Functions kBuiltins =
        table_of(tflite_compute_functions(), tflite_layout_functions(), tflite_control_flow_functions(),
                 tflite_stablehlo_functions(), tflite_special_functions());
    return domain.empty() ? &kBuiltins : nullptr;
}

const Functions* table_of(Dialect dialect, std::string_view domain) {
    switch (dialect) {
        case Dialect::kOnnx:
            return onnx_table(domain);
        case Dialect::kTflite:
            return tflite_table(domain);
        default:
            return nullptr;
    }
}

}  // namespace

InferFunction find_function(Dialect dialect, std::string_view domain, std::string_view op) {
    const Functions* table = table_of(dialect, domain);
    if (table == nullptr) return nullptr;
    const auto found = table->find(op);
    return found == table->end() ? nullptr : found->second;
}

bool covers(Dialect dialect, std::string_view domain, std::string_view op) {
    return find_function(dialect, domain, op) != nullptr;
}

}  // namespace netloupe::infer
