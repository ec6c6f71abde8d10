#include "coreml_reading.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.pb.h>

#include <memory>
#include <utility>

#include "base/limits.h"
#include "schemas/coreml_descriptor.h"

namespace netloupe::coreml {

namespace {

const google::protobuf::DescriptorPool& pool() {
    static const auto kPool = [] {
        google::protobuf::FileDescriptorSet files;
        auto made = std::make_unique<google::protobuf::DescriptorPool>();
        files.ParseFromArray(schemas::kCoremlDescriptor, sizeof schemas::kCoremlDescriptor);
        for (const auto& file : files.file()) made->BuildFile(file);
        return made;
    }();
    return *kPool;
}

}  // namespace

const Descriptor& descriptor(std::string_view message) {
    return *pool().FindMessageTypeByName("netloupe.schema.coreml." + std::string(message));
}

bool CoremlReading::hopeless() const {
    return model.damages.size() >= limits::kDamages || cancel.cancelled();
}

void CoremlReading::damage(Error error, GraphId graph, NodeId node, TensorId tensor) {
    if (model.damages.size() >= limits::kDamages) return;
    model.damages.push_back({std::move(error), graph, node, tensor});
}

void CoremlReading::check(const wire::Reader& reader, std::string_view name) {
    if (const auto fault = reader.fault()) {
        damage({ErrorCode::kCorrupt, fmt::format("{}: {}.", name, fault->message), fault->offset, 0});
    }
}

Shape CoremlReading::row(uint64_t count) {
    const Dimension all{static_cast<int64_t>(count), StringId()};
    return {append(model.dims, std::span(&all, 1)), true};
}

TensorId NamedValues::use(StringId name) {
    const auto [found, is_new] = by_name_.try_emplace(name, reading_.model.graph(graph_).tensors.size());
    if (!is_new) return found->second;
    Tensor tensor;
    tensor.name = name;
    tensor.kind = ValueKind::kTensor;
    reading_.model.graphs[graph_.index()].tensors.push_back(tensor);
    return found->second;
}

TensorId NamedValues::define(StringId name) {
    // What was used before anything gave it is this value; the graph is not in order.
    const auto [first, is_first] = defined_.try_emplace(name, true);
    if (!is_first) by_name_.erase(name);
    return use(name);
}

NodeId add_node(CoremlReading& reading, GraphId graph, NodeDraft draft, size_t first_attribute) {
    Model& model = reading.model;
    Node& node = draft.node;
    node.attributes = {static_cast<uint32_t>(first_attribute),
                       static_cast<uint32_t>(model.attributes.size() - first_attribute)};
    node.inputs = append(model.operands, std::span<const TensorId>(draft.inputs));
    node.outputs = append(model.operands, std::span<const TensorId>(draft.outputs));
    if (!draft.input_names.empty()) {
        draft.input_names.resize(draft.inputs.size(), StringId(0U));
        node.input_names = append(model.texts, std::span<const StringId>(draft.input_names));
    }
    auto& nodes = model.graphs[graph.index()].nodes;
    nodes.push_back(node);
    return NodeId(nodes.size() - 1);
}

}  // namespace netloupe::coreml
