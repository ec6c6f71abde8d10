#include "layer_table.h"

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "base/text.h"
#include "types.h"

namespace netloupe::openvino {

namespace {

/// Operators whose result has a rank that depends on the values of their further inputs.
constexpr auto kRankFromValues = std::to_array<std::string_view>({
    "Reshape",
    "Squeeze",
    "Unsqueeze",
    "ReduceSum",
    "ReduceMean",
    "ReduceMax",
    "ReduceMin",
    "ReduceProd",
    "ReduceL1",
    "ReduceL2",
    "ReduceLogicalAnd",
    "ReduceLogicalOr",
    "StridedSlice",
    "Gather",
    "Einsum",
    "Broadcast",
    "RandomUniform",
});
/// Operators whose result may have any rank, whatever goes in.
constexpr auto kRankUnknown = std::to_array<std::string_view>({
    "If",
    "Loop",
    "TensorIterator",
    "ReadValue",
});

Layer::Kind kind_of(std::string_view type, const pugi::xml_node& layer) {
    if (type == "Parameter" || type == "Input" || type == "input") return Layer::Kind::kInput;
    if (type == "Const") return Layer::Kind::kConstant;
    // An operator of somebody's own may bear the name.
    if (type == "Result" && !layer.child("output")) return Layer::Kind::kResult;
    return Layer::Kind::kNode;
}

/// Names are listed with commas; a comma in a name has a backslash before it.
std::string first_name(std::string_view names) {
    std::string name;
    for (size_t i = 0; i < names.size() && names[i] != ','; ++i) {
        if (names[i] == '\\' && i + 1 < names.size() && names[i + 1] == ',') ++i;
        name += names[i];
    }
    return name;
}

}  // namespace

void LayerTable::read_layers(const pugi::xml_node& layers) {
    for (const pugi::xml_node layer : layers.children("layer")) {
        if (reading_.stopped()) return;
        read_layer(layer);
    }
}

void LayerTable::read_layer(const pugi::xml_node& xml) {
    Layer layer;
    layer.xml = xml;
    layer.name = reading_.intern(Reading::text(xml, "name"));
    layer.kind = kind_of(Reading::text(xml, "type"), xml);
    const std::string_view id = Reading::text(xml, "id");
    const auto number = parse_number<int64_t>(id);
    if (!number || !by_id_.try_emplace(*number, static_cast<uint32_t>(layers_.size())).second) {
        reading_.damage(xml,
                        "The id \"" + std::string(id) + "\" of the layer \"" +
                            std::string(reading_.model.text(layer.name)) + "\" is " +
                            (number ? "another layer's too." : "no number."),
                        id_);
    }
    layer.inputs = read_ports(xml.child("input"), nullptr);
    layer.outputs = read_ports(xml.child("output"), &layer);
    if (layer.kind == Layer::Kind::kInput) read_input(layer);
    if (layer.kind == Layer::Kind::kConstant) read_constant(layer);
    layers_.push_back(layer);
}

Range LayerTable::read_ports(const pugi::xml_node& ports, Layer* producer) {
    const auto begin = static_cast<uint32_t>(ports_.size());
    size_t count = 0;
    for ([[maybe_unused]] const pugi::xml_node xml : ports.children("port")) ++count;
    bool sorted = true;
    for (const pugi::xml_node xml : ports.children("port")) {
        const auto slot = static_cast<uint32_t>(ports_.size()) - begin;
        const auto id = parse_number<uint32_t>(Reading::text(xml, "id"));
        if (!id) {
            reading_.damage(xml, "The port has no number.", id_);
            continue;
        }
        sorted &= slot == 0 || ports_.back().id <= *id;
        ports_.push_back({*id, slot, {}, xml});
        if (producer != nullptr) ports_.back().tensor = add_tensor(*producer, xml, slot, count);
    }
    if (!sorted) std::ranges::stable_sort(ports_.begin() + begin, ports_.end(), {}, &Port::id);
    return {begin, static_cast<uint32_t>(ports_.size()) - begin};
}

TensorId LayerTable::add_tensor(const Layer& layer, const pugi::xml_node& port, size_t slot, size_t count) {
    Tensor& tensor = graph_.tensors.emplace_back();
    name_tensor(tensor, layer, port, slot, count);
    std::string_view precision = Reading::text(port, "precision");
    if (precision.empty()) precision = Reading::text(layer.xml, "precision");
    if (precision.empty()) precision = reading_.precision;
    tensor.dtype = data_type_of(precision);
    tensor.kind = ValueKind::kTensor;
    tensor.declared = true;
    tensor.origin = reading_.origin(port);
    tensor.shape = port_shape(port);
    std::vector<KeyValue> entries;
    reading_.flatten(port.child("rt_info"), {}, entries);
    const std::string_view names = Reading::text(port, "names");
    if (names.find(',') != std::string_view::npos) {
        entries.push_back({reading_.intern("names"), reading_.intern(names)});
    }
    if (tensor.dtype == DataType::kUnknown && !precision.empty()) {
        entries.push_back({reading_.intern("element_type"), reading_.intern(precision)});
    }
    tensor.metadata = reading_.keep(entries);
    return TensorId(graph_.tensors.size() - 1);
}

/// The name that the port has; else the layer's, with the port's number where it has several.
void LayerTable::name_tensor(Tensor& tensor, const Layer& layer, const pugi::xml_node& port, size_t slot,
                             size_t count) {
    const std::string_view names = Reading::text(port, "names");
    if (!names.empty()) {
        tensor.name = reading_.intern(first_name(names));
    } else if (count == 1) {
        tensor.name = layer.name;
    } else {
        tensor.name =
            reading_.intern(std::string(reading_.model.text(layer.name)) + '.' + std::to_string(slot));
    }
}

Shape LayerTable::port_shape(const pugi::xml_node& port) {
    auto& pool = reading_.model.dims;
    Shape shape{{static_cast<uint32_t>(pool.size()), 0}, true};
    for (const pugi::xml_node dim : port.children("dim")) {
        const auto extent = parse_number<int64_t>(dim.child_value());
        if (!extent || shape.dims.count == limits::kRank) {
            reading_.damage(
                port,
                extent ? "The port has more dimensions than a tensor can have."
                       : "The dimension \"" + std::string(dim.child_value()) + "\" of the port is no number.",
                id_);
            return {};
        }
        pool.push_back({std::max(*extent, Dimension::kDynamic), {}});
        ++shape.dims.count;
    }
    return shape;
}

void LayerTable::read_input(const Layer& layer) {
    const auto shape = layer.xml.child("data").attribute("shape");
    for (const TensorId id : tensors(layer.outputs)) {
        Tensor& tensor = graph_.tensors[id.index()];
        if (shape) tensor.shape = read_shape(reading_, shape.value());
        graph_.inputs.push_back(id);
    }
    note_runtime_info(layer);
}

void LayerTable::read_constant(const Layer& layer) {
    for (const TensorId id : tensors(layer.outputs)) {
        Tensor& tensor = graph_.tensors[id.index()];
        const StringId name = tensor.name;
        const ConstantId constant =
            read_const_layer(reading_, layer.xml, name, tensor.shape, tensor.dtype, id_);
        tensor.constant = constant;
        tensor.dtype = reading_.model.constant(constant).dtype;
        tensor.shape = reading_.model.constant(constant).shape;
    }
    note_runtime_info(layer);
}

/// Inputs and constants are no nodes: what the file says of their layers is told of their tensors.
void LayerTable::note_runtime_info(const Layer& layer) {
    const pugi::xml_node info = layer.xml.child("rt_info");
    if (!info || layer.outputs.empty()) return;
    Tensor& tensor = graph_.tensors[ports_[layer.outputs.begin].tensor.index()];
    const auto own = reading_.model.metadata_of(tensor.metadata);
    std::vector<KeyValue> entries(own.begin(), own.end());
    reading_.flatten(info, {}, entries);
    tensor.metadata = reading_.keep(entries);
}

LayerTable::Port* LayerTable::find_port(std::string_view layer, std::string_view port, bool is_output) {
    const auto layer_id = parse_number<int64_t>(layer);
    const auto port_id = parse_number<uint32_t>(port);
    const auto found = layer_id ? by_id_.find(*layer_id) : by_id_.end();
    if (found == by_id_.end() || !port_id) return nullptr;
    const Range range = is_output ? layers_[found->second].outputs : layers_[found->second].inputs;
    const auto own = std::span(ports_).subspan(range.begin, range.count);
    const auto at = std::ranges::lower_bound(own, *port_id, {}, &Port::id);
    return at == own.end() || at->id != *port_id ? nullptr : &*at;
}

TensorId LayerTable::output(std::string_view layer, std::string_view port) {
    const Port* found = find_port(layer, port, true);
    return found == nullptr ? TensorId() : found->tensor;
}

void LayerTable::read_edges(const pugi::xml_node& edges) {
    for (const pugi::xml_node edge : edges.children("edge")) {
        if (reading_.stopped()) return;
        const std::string_view from = Reading::text(edge, "from-layer");
        const std::string_view to = Reading::text(edge, "to-layer");
        const Port* source = find_port(from, Reading::text(edge, "from-port"), true);
        Port* target = find_port(to, Reading::text(edge, "to-port"), false);
        if (source == nullptr || target == nullptr) {
            reading_.damage(edge,
                            "The edge from layer " + std::string(from) + " to layer " + std::string(to) +
                                (source == nullptr ? " begins" : " ends") + " at a port that is not there.",
                            id_);
            continue;
        }
        if (target->tensor.valid() && target->tensor != source->tensor) {
            reading_.damage(edge,
                            "Port " + std::to_string(target->id) + " of layer " + std::string(to) +
                                " has more than one edge; the first holds.",
                            id_);
            continue;
        }
        target->tensor = source->tensor;
    }
}

void LayerTable::open_body_ports() {
    if (reading_.version >= kFirstOpsetVersion) return;
    for (const Layer& layer : layers_) {
        for (uint32_t i = layer.inputs.begin; i < layer.inputs.end(); ++i) {
            if (ports_[i].tensor.valid()) continue;
            const TensorId id = add_tensor(layer, ports_[i].xml, ports_[i].slot, layer.inputs.count);
            Tensor& tensor = graph_.tensors[id.index()];
            tensor.name = reading_.intern(std::string(reading_.model.text(layer.name)) + ".input" +
                                          std::to_string(ports_[i].slot));
            ports_[i].tensor = id;
            graph_.inputs.push_back(id);
        }
    }
}

void LayerTable::settle_scalars() {
    for (const Layer& layer : layers_) {
        if (layer.kind != Layer::Kind::kNode) continue;
        for (const TensorId id : tensors(layer.outputs)) {
            Shape& shape = graph_.tensors[id.index()].shape;
            if (shape.known && shape.dims.empty() && !is_surely_scalar(layer)) shape = {};
        }
    }
}

bool LayerTable::is_surely_scalar(const Layer& layer) const {
    if (reading_.version < kFirstOpsetVersion) return false;
    const std::string_view type = Reading::text(layer.xml, "type");
    if (std::ranges::find(kRankUnknown, type) != kRankUnknown.end()) return false;
    const bool by_values = std::ranges::find(kRankFromValues, type) != kRankFromValues.end();
    bool first = true;
    for (const TensorId id : tensors(layer.inputs)) {
        if (!id.valid()) return false;
        const Tensor& tensor = graph_.tensor(id);
        if (!tensor.shape.known || (by_values && !first && !tensor.constant.valid())) return false;
        first = false;
    }
    return true;
}

std::vector<bool> LayerTable::taken() const {
    std::vector<bool> taken(graph_.tensors.size());
    for (const Layer& layer : layers_) {
        for (const TensorId id : tensors(layer.inputs)) {
            if (id.valid()) taken[id.index()] = true;
        }
    }
    return taken;
}

std::vector<TensorId> LayerTable::tensors(Range ports) const {
    std::vector<TensorId> list(ports.count);
    for (uint32_t i = ports.begin; i < ports.end(); ++i) list[ports_[i].slot] = ports_[i].tensor;
    return list;
}

}  // namespace netloupe::openvino
