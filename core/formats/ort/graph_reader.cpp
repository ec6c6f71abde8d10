#include "graph_reader.h"

#include <fmt/format.h>

#include <utility>

#include "attribute_reader.h"
#include "base/limits.h"
#include "tensor_reader.h"
#include "type_reader.h"

namespace netloupe::ort {

namespace {

using WireGraph = wire::Graph;
using WireNode = wire::Node;

/// Reads one graph. It is built aside, because graphs inside it make Model::graphs grow.
class GraphReader {
public:
    GraphReader(OrtReading& reading, const FlatTable& table, const GraphPlace& place)
        : reading_(reading), model_(reading.model), table_(table), place_(place), id_(model_.graphs.size()) {
        model_.graphs.emplace_back();
        reading_.scopes.push_back({{}, place.parent});
        graph_.kind = place.parent.valid() ? GraphKind::kSubgraph : GraphKind::kMain;
        graph_.parent = place.parent;
        graph_.owner = place.owner;
        graph_.owner_attribute = place.owner_attribute;
        graph_.origin.offset = table.offset();
    }

    GraphId read() {
        read_ends(WireGraph::VT_INPUTS, graph_.inputs);
        read_initializers();
        read_nodes();
        read_ends(WireGraph::VT_OUTPUTS, graph_.outputs);
        read_types();
        read_optimizations();
        settle(place_.path, WireGraph::GetFullyQualifiedName(), {id_, NodeId(), TensorId()});
        reading_.scopes[id_.index()].names = std::move(names_);
        model_.graphs[id_.index()] = std::move(graph_);
        return id_;
    }

private:
    void settle(const std::string& path, std::string_view type, Place place) {
        reading_.settle([&] { return path; }, type, place);
    }

    [[nodiscard]] std::string path(std::string_view list, uint32_t index) const {
        return fmt::format("{}.{}[{}]", place_.path, list, index);
    }

    /// The tensor of that name, made when it is new; none for the empty name.
    TensorId tensor(std::string_view name) {
        if (name.empty()) return {};
        const StringId interned = reading_.intern(name);
        TensorId& id = names_.at(interned);
        if (!id.valid()) {
            id = TensorId(graph_.tensors.size());
            graph_.tensors.emplace_back().name = interned;
        }
        return id;
    }

    void read_ends(uint16_t field, std::vector<TensorId>& ends) {
        const auto names = table_.texts(field);
        for (uint32_t i = 0; i < names.size() && !reading_.hopeless(); ++i) {
            const TensorId id = tensor(names[i]);
            if (id.valid()) ends.push_back(id);
        }
    }

    void read_initializers() {
        const auto dense = table_.tables<wire::Tensor>(WireGraph::VT_INITIALIZERS);
        for (uint32_t i = 0; i < dense.size() && !reading_.hopeless(); ++i) {
            const FlatTable table = dense[i];
            const std::string at = path("initializers", i);
            add_initializer(read_constant(reading_, table, at, here()), table.offset());
            settle(at, wire::Tensor::GetFullyQualifiedName(), here());
        }
        const auto sparse = table_.tables<wire::SparseTensor>(WireGraph::VT_SPARSE_INITIALIZERS);
        for (uint32_t i = 0; i < sparse.size() && !reading_.hopeless(); ++i) {
            const FlatTable table = sparse[i];
            const std::string at = path("sparse_initializers", i);
            add_initializer(read_sparse_constant(reading_, table, at, here()), table.offset());
            settle(at, wire::SparseTensor::GetFullyQualifiedName(), here());
        }
    }

    [[nodiscard]] Place here() const { return {id_, NodeId(), TensorId()}; }

    void add_initializer(ConstantId id, uint64_t offset) {
        const Constant& constant = model_.constant(id);
        const TensorId at = tensor(model_.text(constant.name));
        if (!at.valid()) return;
        Tensor& tensor = graph_.tensors[at.index()];
        tensor.constant = id;
        tensor.declared = true;
        tensor.kind = constant.sparse ? ValueKind::kSparseTensor : ValueKind::kTensor;
        tensor.dtype = constant.dtype;
        tensor.shape = constant.shape;
        tensor.origin.offset = offset;
    }

    void read_nodes() {
        const auto tables = table_.tables<WireNode>(WireGraph::VT_NODES);
        for (uint32_t i = 0; i < tables.size() && !reading_.hopeless(); ++i) {
            const Place place{id_, NodeId(i), TensorId()};
            const std::string at = path("nodes", i);
            graph_.nodes.push_back(read_node(tables[i], at, place));
            settle(at, WireNode::GetFullyQualifiedName(), place);
        }
    }

    Node read_node(const FlatTable& table, const std::string& at, Place place) {
        Node node;
        node.op = reading_.intern(table.text(WireNode::VT_OP_TYPE));
        node.domain = reading_.intern(table.text(WireNode::VT_DOMAIN));
        node.name = reading_.intern(table.text(WireNode::VT_NAME));
        node.doc = reading_.intern(table.text(WireNode::VT_DOC_STRING));
        node.origin.offset = table.offset();
        node.inputs = read_operands(table, WireNode::VT_INPUTS);
        node.outputs = read_operands(table, WireNode::VT_OUTPUTS);
        node.metadata = read_node_metadata(table);
        // Attributes of one node stand together, but graphs in them have nodes with attributes too.
        const size_t begin = reading_.attributes.size();
        const auto attributes = table.tables<wire::Attribute>(WireNode::VT_ATTRIBUTES);
        for (uint32_t i = 0; i < attributes.size() && !reading_.hopeless(); ++i) {
            const std::string attribute_path = fmt::format("{}.attributes[{}]", at, i);
            const Attribute attribute =
                read_attribute(reading_, attributes[i], attribute_path, place, place_.depth);
            reading_.attributes.push_back(attribute);
            settle(attribute_path, wire::Attribute::GetFullyQualifiedName(), place);
        }
        node.attributes =
            append(model_.attributes, std::span<const Attribute>(reading_.attributes).subspan(begin));
        reading_.attributes.resize(begin);
        return node;
    }

    Range read_operands(const FlatTable& table, uint16_t field) {
        const auto names = table.texts(field);
        const auto begin = static_cast<uint32_t>(model_.operands.size());
        for (uint32_t i = 0; i < names.size() && !reading_.hopeless(); ++i) {
            model_.operands.push_back(tensor(names[i]));
        }
        return {begin, static_cast<uint32_t>(model_.operands.size()) - begin};
    }

    Range read_node_metadata(const FlatTable& table) {
        std::vector<KeyValue> out;
        const auto since = table.number<int32_t>(WireNode::VT_SINCE_VERSION);
        if (since != 0)
            out.push_back({reading_.intern("since_version"), reading_.intern(std::to_string(since))});
        const auto provider = table.text(WireNode::VT_EXECUTION_PROVIDER_TYPE);
        if (!provider.empty())
            out.push_back({reading_.intern("execution_provider"), reading_.intern(provider)});
        const auto type = static_cast<wire::NodeType>(table.number<int32_t>(WireNode::VT_TYPE));
        if (type == wire::NodeType::Fused) out.push_back({reading_.intern("type"), reading_.intern("Fused")});
        return append(model_.metadata, std::span<const KeyValue>(out));
    }

    /// Types of what the graph uses; the runtime also keeps names that nothing mentions any more.
    void read_types() {
        const auto tables = table_.tables<wire::ValueInfo>(WireGraph::VT_NODE_ARGS);
        for (uint32_t i = 0; i < tables.size() && !reading_.hopeless(); ++i) {
            const FlatTable table = tables[i];
            const StringId name = model_.strings.find(table.text(wire::ValueInfo::VT_NAME));
            const TensorId id = name.valid() ? names_.find(name) : TensorId();
            if (id.valid()) {
                Tensor& tensor = graph_.tensors[id.index()];
                tensor.doc = reading_.intern(table.text(wire::ValueInfo::VT_DOC_STRING));
                if (tensor.origin.offset == Error::kNoOffset) tensor.origin.offset = table.offset();
                read_type(reading_, table.table<wire::TypeInfo>(wire::ValueInfo::VT_TYPE), tensor);
            }
            if (reading_.source.faulty()) {
                settle(path("node_args", i), wire::ValueInfo::GetFullyQualifiedName(), {id_, NodeId(), id});
            }
        }
    }

    /// What the runtime may still fuse on the device: "NhwcTransformer: Conv (nodes 3, 4)".
    void read_optimizations() {
        using wire::RuntimeOptimizationRecord;
        using Entry = wire::RuntimeOptimizationRecordContainerEntry;
        const FlatTable all = table_.table<wire::RuntimeOptimizations>(WireGraph::VT_RUNTIME_OPTIMIZATIONS);
        const auto optimizers = all.tables<Entry>(wire::RuntimeOptimizations::VT_RECORDS);
        std::vector<KeyValue> out;
        for (uint32_t i = 0; i < optimizers.size() && !reading_.hopeless(); ++i) {
            const FlatTable optimizer = optimizers[i];
            const StringId key = reading_.intern("runtime optimization " +
                                                 std::string(optimizer.text(Entry::VT_OPTIMIZER_NAME)));
            const auto records =
                optimizer.tables<RuntimeOptimizationRecord>(Entry::VT_RUNTIME_OPTIMIZATION_RECORDS);
            for (uint32_t k = 0; k < records.size() && !reading_.hopeless(); ++k) {
                out.push_back({key, reading_.intern(record_text(records[k]))});
            }
        }
        graph_.metadata = append(model_.metadata, std::span<const KeyValue>(out));
    }

    static std::string record_text(const FlatTable& record) {
        using wire::NodesToOptimizeIndices;
        using wire::RuntimeOptimizationRecord;
        std::string text(record.text(RuntimeOptimizationRecord::VT_ACTION_ID));
        const auto nodes =
            record.table<NodesToOptimizeIndices>(RuntimeOptimizationRecord::VT_NODES_TO_OPTIMIZE_INDICES)
                .numbers<uint32_t>(NodesToOptimizeIndices::VT_NODE_INDICES);
        // Absent nodes are numbered with the largest index.
        for (uint32_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i] != UINT32_MAX) text += fmt::format("{}{}", i == 0 ? ": nodes " : ", ", nodes[i]);
        }
        const auto produced = record.texts(RuntimeOptimizationRecord::VT_PRODUCED_OP_IDS);
        for (uint32_t i = 0; i < produced.size(); ++i) {
            text += fmt::format("{}{}", i == 0 ? " become " : ", ", produced[i]);
        }
        return text;
    }

    OrtReading& reading_;
    Model& model_;
    const FlatTable& table_;
    const GraphPlace& place_;
    GraphId id_;
    Graph graph_;
    onnx::NameScope names_;
};

}  // namespace

GraphId read_graph(OrtReading& reading, const FlatTable& table, const GraphPlace& place) {
    if (place.depth > limits::kNesting || reading.model.graphs.size() >= limits::kGraphs) {
        reading.damage({ErrorCode::kLimit, place.path + " is nested too deeply.", table.offset(), 0},
                       {place.parent, place.owner, TensorId()});
        return {};
    }
    return GraphReader(reading, table, place).read();
}

}  // namespace netloupe::ort
