#pragma once

#include "cost/costs.h"
#include "cost/text.h"
#include "formats/reader.h"
#include "infer/known_types.h"
#include "model/quantization.h"
#include "model/values.h"

namespace netloupe::fuzz {

/// Reads the bytes with one reader, then all that a view or a rule would read of the result.
inline void read_and_touch(const FormatReader& reader, const uint8_t* data, size_t size) {
    const auto* bytes = reinterpret_cast<const std::byte*>(data);
    Model model;
    // A folder that does not exist, so that no external file is ever opened.
    model.files.push_back({"/nonexistent/fuzz", std::vector<std::byte>(bytes, bytes + size)});
    (void)sniff(reader, model.files[0].bytes());
    if (!reader.read(model, {})) return;
    for (const Constant& constant : model.constants) {
        const uint64_t elements = element_count(model, constant.shape).value_or(0);
        (void)read_values(model, constant, 0, 8);
        (void)read_values(model, constant, elements / 2, 8);
    }
    for (const Quantization& quantization : model.quantizations) (void)quant_parameters(model, quantization);
    const Meaning meaning(model);
    const infer::Shapes shapes = infer::infer_shapes(model, meaning);
    const cost::Costs costs = cost::count_costs(model, meaning, shapes);
    const infer::KnownTypes types(model, &shapes);
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        const Graph& graph = model.graphs[g];
        for (size_t t = 0; t < graph.tensors.size(); ++t) (void)types.type_text(GraphId(g), TensorId(t));
        (void)cost::text(costs, costs.graph(GraphId(g)).total.flops, cost::Unit::kCount);
        for (const Node& node : graph.nodes) {
            for (const TensorId id : model.inputs(node)) {
                if (id.valid() && id.index() >= graph.tensors.size()) __builtin_trap();
            }
        }
        uint64_t steps = 0;
        for (GraphId at = graph.parent; at.valid(); at = model.graph(at).parent) {
            if (++steps > model.graphs.size()) __builtin_trap();
        }
    }
}

}  // namespace netloupe::fuzz
