#include "dynamic_quantization.h"

#include <algorithm>
#include <array>

namespace netloupe::lint {

bool is_dynamic_quantization(const GraphFacts& graph, NodeId node) {
    static constexpr std::array<std::string_view, 7> kOperators{
        "DynamicQuantizeLinear", "DynamicQuantizeMatMul", "DynamicQuantizeLSTM", "ConvInteger",
        "MatMulInteger",         "MatMulIntegerToFloat",  "DynamicQuantizeConv",
    };
    return graph.schema(node) != nullptr && graph.model().format != Format::kTflite &&
           std::ranges::find(kOperators, graph.model().text(graph.node(node).op)) != kOperators.end();
}

}  // namespace netloupe::lint
