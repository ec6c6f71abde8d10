#include "model/module_graph.h"

#include <algorithm>

namespace netloupe {

ModuleGraph::ModuleGraph(Model& model, char separator) : model_(model), separator_(separator) {
    if (model.graphs.empty()) model.graphs.emplace_back();
}

TensorId ModuleGraph::add(std::string_view name, ConstantId constant, Origin origin) {
    const size_t end = name.rfind(separator_);
    if (end == std::string_view::npos) return add(module({}, "Module", origin), name, name, constant, origin);
    return add(module(name.substr(0, end), "Module", origin), name.substr(end + 1), name, constant, origin);
}

TensorId ModuleGraph::add(NodeId module, std::string_view parameter, std::string_view name,
                          ConstantId constant, Origin origin) {
    Tensor tensor;
    tensor.name = model_.strings.intern(name);
    tensor.kind = ValueKind::kTensor;
    if (constant.valid()) {
        tensor.dtype = model_.constant(constant).dtype;
        tensor.shape = model_.constant(constant).shape;
        tensor.constant = constant;
        tensor.declared = true;
    }
    tensor.origin = origin;
    const TensorId id(graph().tensors.size());
    graph().tensors.push_back(tensor);
    parameters_.push_back({module, id, model_.strings.intern(parameter)});
    return id;
}

NodeId ModuleGraph::module(std::string_view path, std::string_view op, Origin origin) {
    const StringId name = model_.strings.intern(path);
    const auto [found, added] = modules_.try_emplace(name, NodeId(graph().nodes.size()));
    if (!added) return found->second;
    Node node;
    node.op = model_.strings.intern(op);
    node.name = name;
    node.origin = origin;
    graph().nodes.push_back(node);
    return found->second;
}

void ModuleGraph::finish() {
    std::ranges::stable_sort(parameters_, {}, &Parameter::module);
    for (const Parameter& parameter : parameters_) {
        Node& node = graph().nodes[parameter.module.index()];
        if (node.inputs.empty()) {
            node.inputs.begin = static_cast<uint32_t>(model_.operands.size());
            node.input_names.begin = static_cast<uint32_t>(model_.texts.size());
        }
        model_.operands.push_back(parameter.tensor);
        model_.texts.push_back(parameter.name);
        ++node.inputs.count;
        ++node.input_names.count;
    }
    connect(model_, graph());
}

}  // namespace netloupe
