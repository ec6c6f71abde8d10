#include "compiled_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "containers/flatbuffer_view.h"
#include "schemas/rknn_generated.h"

namespace netloupe::rknn {

namespace {

namespace wire = ::netloupe::wire::rknn;
using WireModel = wire::Model;

constexpr std::string_view kIdentifier = "RKNN";

/// Element types are numbered as in ONNX.
DataType data_type(int8_t type) {
    static constexpr auto kTypes = std::to_array<DataType>({
        DataType::kUnknown,
        DataType::kFloat32,
        DataType::kUint8,
        DataType::kInt8,
        DataType::kUint16,
        DataType::kInt16,
        DataType::kInt32,
        DataType::kInt64,
        DataType::kString,
        DataType::kBool,
        DataType::kFloat16,
        DataType::kFloat64,
        DataType::kUint32,
        DataType::kUint64,
        DataType::kComplex64,
        DataType::kComplex128,
        DataType::kBFloat16,
    });
    return type >= 0 && static_cast<size_t>(type) < kTypes.size() ? kTypes[static_cast<size_t>(type)]
                                                                  : DataType::kUnknown;
}

/// Weights; their values are packed in a way that is not known.
bool is_weight(int8_t kind) {
    return kind == 4 || kind == 5;
}

class Reader {
public:
    Reader(Model& model, const Container& container, const CancelToken& cancel)
        : model_(model), source_(container.data, container.data_offset), cancel_(cancel) {}

    void read() {
        const auto root = flat_root(source_, WireModel::GetFullyQualifiedName());
        if (!root) return damage("The compiled model's root table is damaged.", 0);
        if (model_.producer.empty()) model_.producer = root->text(WireModel::VT_GENERATOR);
        if (model_.runtime.empty()) model_.runtime = root->text(WireModel::VT_RUNTIME);
        const KeyValue compiler{intern("compiler"), intern(root->text(WireModel::VT_COMPILER))};
        model_.model_metadata = append(model_.metadata, std::span(&compiler, 1));
        const auto graphs = root->tables<wire::Graph>(WireModel::VT_GRAPHS);
        const bool alone = model_.graphs.empty();
        for (uint32_t i = 0; i < graphs.size() && i < limits::kGraphs && !stopped(); ++i) {
            read_graph(graphs[i], i == 0 && !alone);
        }
    }

private:
    StringId intern(std::string_view text) { return model_.strings.intern(text); }
    [[nodiscard]] bool stopped() const { return source_.exhausted() || cancel_.cancelled() || told_ > 16; }

    void damage(std::string message, uint64_t offset) {
        ++told_;
        if (model_.damages.size() < limits::kDamages) {
            model_.damages.push_back({{ErrorCode::kCorrupt, std::move(message), offset, 0}, {}, {}, {}});
        }
    }

    void settle(std::string_view where) {
        if (const auto fault = source_.take_fault()) {
            damage(fmt::format("The compiled model's {} {}.", where, fault->what), fault->offset);
        }
    }

    void read_graph(const FlatTable& table, bool inner) {
        const GraphId id(model_.graphs.size());
        model_.graphs.emplace_back();
        Graph& graph = model_.graphs.back();
        graph.origin.offset = table.offset();
        if (inner) adopt(id);
        const auto tensors = table.tables<wire::Tensor>(wire::Graph::VT_TENSORS);
        for (uint32_t i = 0; i < tensors.size() && !stopped(); ++i) read_tensor(tensors[i], graph);
        settle("tensors");
        const auto nodes = table.tables<wire::Node>(wire::Graph::VT_NODES);
        for (uint32_t i = 0; i < nodes.size() && !stopped(); ++i) read_node(nodes[i], graph);
        graph.inputs = ends(table, wire::Graph::VT_INPUTS, graph);
        graph.outputs = ends(table, wire::Graph::VT_OUTPUTS, graph);
        settle("nodes");
    }

    /// The node of the outer graph that stands for what was compiled holds the graph.
    void adopt(GraphId id) {
        Graph& outer = model_.graphs[0];
        Graph& inner = model_.graphs[id.index()];
        for (size_t n = 0; n < outer.nodes.size(); ++n) {
            if (!outer.nodes[n].is_custom) continue;
            inner.kind = GraphKind::kSubgraph;
            inner.parent = GraphId(0U);
            inner.owner = NodeId(n);
            inner.owner_attribute = intern("compiled");
            inner.name = outer.nodes[n].op;
            std::vector<Attribute> attributes;
            for (const Attribute& attribute : model_.attributes_of(outer.nodes[n]))
                attributes.push_back(attribute);
            Attribute& holds = attributes.emplace_back();
            holds.name = inner.owner_attribute;
            holds.type = AttributeType::kGraph;
            holds.graph = id;
            outer.nodes[n].attributes = append(model_.attributes, std::span<const Attribute>(attributes));
            return;
        }
    }

    void read_tensor(const FlatTable& table, Graph& graph) {
        Tensor tensor;
        tensor.name = intern(table.text(wire::Tensor::VT_NAME));
        tensor.kind = ValueKind::kTensor;
        tensor.declared = true;
        tensor.dtype = data_type(table.number<int8_t>(wire::Tensor::VT_DATA_TYPE));
        tensor.origin.offset = table.offset();
        const auto extents = table.numbers<int32_t>(wire::Tensor::VT_SHAPE);
        if (extents.size() <= limits::kRank) {
            tensor.shape = {{static_cast<uint32_t>(model_.dims.size()), extents.size()}, true};
            for (uint32_t i = 0; i < extents.size(); ++i) {
                model_.dims.push_back({extents[i] < 0 ? Dimension::kDynamic : extents[i], StringId()});
            }
        }
        if (is_weight(table.number<int8_t>(wire::Tensor::VT_KIND)) && element_count(model_, tensor.shape)) {
            Constant constant;
            constant.name = tensor.name;
            constant.dtype = tensor.dtype;
            constant.shape = tensor.shape;
            constant.state = ConstantState::kAbsent;
            tensor.constant = ConstantId(model_.constants.size());
            model_.constants.push_back(constant);
        }
        graph.tensors.push_back(tensor);
    }

    void read_node(const FlatTable& table, Graph& graph) {
        Node node;
        node.op = intern(table.text(wire::Node::VT_TYPE));
        node.name = intern(table.text(wire::Node::VT_NAME));
        node.origin.offset = table.offset();
        const auto inputs = ends(table, wire::Node::VT_INPUTS, graph);
        const auto outputs = ends(table, wire::Node::VT_OUTPUTS, graph);
        node.inputs = append(model_.operands, std::span<const TensorId>(inputs));
        node.outputs = append(model_.operands, std::span<const TensorId>(outputs));
        graph.nodes.push_back(node);
    }

    std::vector<TensorId> ends(const FlatTable& table, uint16_t field, const Graph& graph) {
        const auto numbers = table.numbers<int32_t>(field);
        std::vector<TensorId> out;
        out.reserve(numbers.size());
        for (uint32_t i = 0; i < numbers.size(); ++i) {
            const bool exists = numbers[i] >= 0 && static_cast<size_t>(numbers[i]) < graph.tensors.size();
            if (!exists) table.reject(field, "names a tensor that does not exist", i);
            if (exists) out.emplace_back(static_cast<uint32_t>(numbers[i]));
        }
        return out;
    }

    Model& model_;
    FlatSource source_;
    const CancelToken& cancel_;
    size_t told_ = 0;
};

}  // namespace

bool has_compiled_graph(const Container& container) {
    constexpr uint64_t kIdentifierOffset = 4;
    const auto found = slice(container.data, kIdentifierOffset, kIdentifier.size());
    return found && as_text(*found) == kIdentifier;
}

void read_compiled_graphs(Model& model, const Container& container, const CancelToken& cancel) {
    Reader(model, container, cancel).read();
}

}  // namespace netloupe::rknn
