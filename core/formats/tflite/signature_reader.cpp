#include "signature_reader.h"

#include <fmt/format.h>

namespace netloupe::tflite {

namespace {

using wire::SignatureDef;
using wire::TensorMap;

std::vector<Signature::Binding> read_bindings(ReadContext& context, const FlatTable& signature,
                                              uint16_t field, const Graph& graph) {
    std::vector<Signature::Binding> out;
    const auto maps = signature.tables<TensorMap>(field);
    for (uint32_t i = 0; i < maps.size() && !context.hopeless(); ++i) {
        const FlatTable map = maps[i];
        const auto tensor = map.number<uint32_t>(TensorMap::VT_TENSOR_INDEX);
        if (tensor < graph.tensors.size()) {
            out.push_back({context.intern(map.text(TensorMap::VT_NAME)), TensorId(tensor)});
        } else {
            map.reject(TensorMap::VT_TENSOR_INDEX, "names a tensor that does not exist");
        }
    }
    return out;
}

}  // namespace

void read_signatures(ReadContext& context) {
    const auto signatures = context.root.tables<SignatureDef>(wire::Model::VT_SIGNATURE_DEFS);
    for (uint32_t i = 0; i < signatures.size() && !context.hopeless(); ++i) {
        const FlatTable table = signatures[i];
        const GraphId graph(table.number<uint32_t>(SignatureDef::VT_SUBGRAPH_INDEX));
        if (graph.index() < context.model.graphs.size()) {
            const Graph& of = context.model.graph(graph);
            context.model.signatures.push_back({context.intern(table.text(SignatureDef::VT_SIGNATURE_KEY)),
                                                graph,
                                                read_bindings(context, table, SignatureDef::VT_INPUTS, of),
                                                read_bindings(context, table, SignatureDef::VT_OUTPUTS, of)});
        } else {
            table.reject(SignatureDef::VT_SUBGRAPH_INDEX, "names a subgraph that does not exist");
        }
        context.settle([&] { return fmt::format("signature_defs[{}]", i); },
                       SignatureDef::GetFullyQualifiedName(), {});
    }
    context.settle([] { return std::string(); }, wire::Model::GetFullyQualifiedName(), {});
}

}  // namespace netloupe::tflite
