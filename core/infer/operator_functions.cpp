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

const Functions& onnx_table() {
    static const Functions kTable =
        table_of(elementwise_functions(), convolution_functions(), matrix_functions(), reshape_functions(),
                 selection_functions(), resize_functions(), reduction_functions(), normalization_functions(),
                 quantization_functions(), recurrent_functions(), signal_functions(), sequence_functions(),
                 control_flow_functions(), attention_functions());
    return kTable;
}

const Functions* table_for(Dialect dialect, std::string_view domain) {
    if (dialect == Dialect::kOnnx && (domain.empty() || domain == "ai.onnx")) return &onnx_table();
    return nullptr;
}

}  // namespace

InferFunction find_function(Dialect dialect, std::string_view domain, std::string_view op) {
    const Functions* table = table_for(dialect, domain);
    if (table == nullptr) return nullptr;
    const auto found = table->find(op);
    return found == table->end() ? nullptr : found->second;
}

bool covers(Dialect dialect, std::string_view domain, std::string_view op) {
    return find_function(dialect, domain, op) != nullptr;
}

}  // namespace netloupe::infer
