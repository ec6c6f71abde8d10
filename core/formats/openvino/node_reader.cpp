#include "node_reader.h"

#include <nlohmann/json.hpp>

#include "attributes.h"
#include "base/text.h"
#include "base/utf8.h"

namespace netloupe::openvino {

namespace {

/// "opset8" is operator set 8; other sets have no numbers of their own.
void read_operator_set(Reading& reading, const pugi::xml_node& layer, Node& node) {
    constexpr std::string_view kPrefix = "opset";
    const std::string_view set = Reading::text(layer, "version");
    if (set.empty()) return;
    const auto number =
        set.starts_with(kPrefix) ? parse_number<int32_t>(set.substr(kPrefix.size())) : std::nullopt;
    if (number) {
        node.version = *number;
    } else {
        node.domain = reading.intern(set);
        node.is_custom = true;
    }
}

TensorId add_weight(Reading& reading, const Blob& blob, const Layer& layer, Graph& graph) {
    const Constant& constant = reading.model.constant(blob.constant);
    Tensor& tensor = graph.tensors.emplace_back();
    tensor.name = constant.name;
    tensor.dtype = constant.dtype;
    tensor.kind = ValueKind::kTensor;
    tensor.declared = true;
    tensor.shape = constant.shape;
    tensor.constant = blob.constant;
    tensor.origin = reading.origin(layer.xml);
    return TensorId(graph.tensors.size() - 1);
}

}  // namespace

Node read_node(Reading& reading, const LayerTable& table, const Layer& layer, Graph& graph, NodeId id,
               GraphId graph_id) {
    Node node;
    node.op = reading.intern(Reading::text(layer.xml, "type"));
    node.name = layer.name;
    node.origin = reading.origin(layer.xml);
    read_operator_set(reading, layer.xml, node);
    std::vector<TensorId> inputs = table.sources(layer);
    for (size_t i = 0; i < inputs.size(); ++i) {
        if (inputs[i].valid()) continue;
        reading.damage(layer.xml,
                       "Input " + std::to_string(i) + " of the layer \"" +
                           std::string(reading.model.text(layer.name)) + "\" has no edge.",
                       graph_id, id);
    }
    for (const Blob& blob : read_blobs(reading, layer.xml, layer.name, graph_id)) {
        inputs.push_back(add_weight(reading, blob, layer, graph));
    }
    const std::vector<TensorId> outputs = table.outputs(layer);
    node.inputs = append(reading.model.operands, std::span<const TensorId>(inputs));
    node.outputs = append(reading.model.operands, std::span<const TensorId>(outputs));
    std::vector<KeyValue> entries;
    reading.flatten(layer.xml.child("rt_info"), {}, entries);
    node.metadata = reading.keep(entries);
    return node;
}

std::vector<Attribute> read_attributes(Reading& reading, const pugi::xml_node& layer) {
    std::vector<Attribute> attributes;
    for (const pugi::xml_node child : layer.children()) {
        if (!std::string_view(child.name()).ends_with("data")) continue;
        for (const pugi::xml_attribute attribute : child.attributes()) {
            attributes.push_back(read_attribute(reading, attribute.name(), attribute.value()));
        }
    }
    return attributes;
}

Attribute describe_ports(Reading& reading, const pugi::xml_node& ports) {
    auto list = nlohmann::ordered_json::array();
    for (const pugi::xml_node port : ports.children()) {
        nlohmann::ordered_json entry{{"kind", to_utf8(port.name())}};
        for (const pugi::xml_attribute attribute : port.attributes()) {
            entry[to_utf8(attribute.name())] = to_utf8(attribute.value());
        }
        list.push_back(std::move(entry));
    }
    Attribute attribute;
    attribute.name = reading.intern(ports.name());
    attribute.type = AttributeType::kJson;
    attribute.text = reading.intern(list.dump());
    return attribute;
}

}  // namespace netloupe::openvino
