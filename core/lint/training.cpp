#include "training.h"

#include <algorithm>

namespace netloupe::lint {

bool normalizes_by_batch(const GraphFacts& graph, NodeId node) {
    const Model& model = graph.model();
    const Node& of = graph.node(node);
    if (model.int_attribute(of, "training_mode", 0) != 0) return true;
    static constexpr int32_t kLastOpsetWithIsTest = 6;
    if (of.version > 0 && of.version <= kLastOpsetWithIsTest && model.int_attribute(of, "is_test", 0) == 0)
        return true;
    const auto outputs = graph.outputs(node);
    return std::ranges::any_of(outputs.subspan(std::min<size_t>(1, outputs.size())),
                               [&](TensorId output) { return output.valid() && graph.is_used(output); });
}

}  // namespace netloupe::lint
