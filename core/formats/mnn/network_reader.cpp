#include "network_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/limits.h"
#include "blob_reader.h"
#include "weight_scales.h"

namespace netloupe::mnn {

namespace {

using wire::Net;
using wire::Op;
using wire::OpType;
using wire::SubGraphProto;

/// Elements that a count is believed for before they are there.
constexpr uint32_t kReserve = 1U << 16;

/// The same parts stand in the root and in a subgraph.
struct GraphFields {
    uint16_t tensors;
    uint16_t nodes;
    uint16_t descriptions;
    std::string_view nodes_name;
};
constexpr GraphFields kNet = {Net::VT_TENSORNAME, Net::VT_OPLISTS, Net::VT_EXTRATENSORDESCRIBE, "oplists"};
constexpr GraphFields kSubgraph = {SubGraphProto::VT_TENSORS, SubGraphProto::VT_NODES,
                                   SubGraphProto::VT_EXTRATENSORDESCRIBE, "nodes"};

class GraphReader {
public:
    GraphReader(MnnReading& reading, ParameterReader& parameters, const FlatTable& table,
                const GraphFields& fields, std::string path, std::string_view type)
        : reading_(reading),
          model_(reading.model),
          parameters_(parameters),
          table_(table),
          fields_(fields),
          path_(std::move(path)),
          type_(type),
          id_(model_.graphs.size()) {
        model_.graphs.emplace_back();
    }

    void read() {
        graph().origin.offset = table_.offset();
        const auto names = table_.texts(fields_.tensors);
        tensor_count_ = names.size();
        graph().tensors.reserve(std::min(tensor_count_, kReserve));
        for (uint32_t i = 0; i < tensor_count_ && !reading_.hopeless(); ++i) {
            Tensor& tensor = graph().tensors.emplace_back();
            tensor.name = reading_.intern(names[i]);
            tensor.kind = ValueKind::kTensor;
        }
        tensor_count_ = static_cast<uint32_t>(graph().tensors.size());
        settle();
        read_descriptions();
        read_nodes();
    }

    /// The tensor that an index of the file names.
    [[nodiscard]] TensorId tensor(int64_t index) const {
        return index >= 0 && index < int64_t{tensor_count_} ? TensorId(static_cast<uint32_t>(index))
                                                            : TensorId();
    }
    [[nodiscard]] GraphId id() const { return id_; }
    Graph& graph() { return model_.graphs[id_.index()]; }

    std::vector<TensorId> read_ends(uint16_t field) {
        const auto indices = table_.numbers<int32_t>(field);
        std::vector<TensorId> out;
        for (uint32_t i = 0; i < indices.size(); ++i) {
            const TensorId end = tensor(indices[i]);
            if (end.valid()) {
                out.push_back(end);
            } else {
                table_.reject(field, "names a tensor that does not exist", i);
            }
        }
        settle();
        return out;
    }

    void settle() {
        reading_.settle([&] { return path_; }, type_, {id_, NodeId(), TensorId()});
    }

private:
    /// Shapes, types and scales that a converter measured.
    void read_descriptions() {
        using wire::TensorDescribe;
        const auto list = table_.tables<TensorDescribe>(fields_.descriptions);
        for (uint32_t i = 0; i < list.size() && !reading_.hopeless(); ++i) {
            const FlatTable description = list[i];
            const TensorId id = tensor(description.number<int32_t>(TensorDescribe::VT_INDEX));
            if (!id.valid()) {
                description.reject(TensorDescribe::VT_INDEX, "names a tensor that does not exist");
                break;
            }
            read_description(description, graph().tensors[id.index()]);
        }
        settle();
    }

    void read_description(const FlatTable& description, Tensor& tensor) {
        using wire::Blob;
        using wire::TensorDescribe;
        if (const FlatTable blob = description.table<Blob>(TensorDescribe::VT_BLOB);
            blob && blob.has(Blob::VT_DIMS)) {
            tensor.shape = read_extents(model_, blob, Blob::VT_DIMS);
            tensor.dtype = data_type(static_cast<wire::DataType>(
                blob.number<int32_t>(Blob::VT_DATATYPE, static_cast<int32_t>(wire::DataType::DT_FLOAT))));
            tensor.declared = true;
        }
        using wire::TensorQuantInfo;
        const FlatTable info = description.table<TensorQuantInfo>(TensorDescribe::VT_QUANTINFO);
        if (!info || info.number<float>(TensorQuantInfo::VT_SCALE) == 0) return;
        Quantization out;
        out.storage = data_type(static_cast<wire::DataType>(
            info.number<int32_t>(TensorQuantInfo::VT_TYPE, static_cast<int32_t>(wire::DataType::DT_INT8))));
        if (out.storage == DataType::kUnknown) out.storage = DataType::kInt8;
        const double scale = double{info.number<float>(TensorQuantInfo::VT_SCALE)};
        const float zero = info.number<float>(TensorQuantInfo::VT_ZERO);
        const int64_t zero_point = zero > -1e9F && zero < 1e9F ? static_cast<int64_t>(zero) : 0;
        out.scale = {ParameterSource::Kind::kPool, append(model_.floats, std::span(&scale, 1)), {}};
        out.zero_point = {ParameterSource::Kind::kPool, append(model_.ints, std::span(&zero_point, 1)), {}};
        tensor.quantization = QuantizationId(model_.quantizations.size());
        model_.quantizations.push_back(out);
    }

    void read_nodes() {
        const auto ops = table_.tables<Op>(fields_.nodes);
        graph().nodes.reserve(std::min(ops.size(), kReserve));
        for (uint32_t i = 0; i < ops.size() && !reading_.hopeless(); ++i) {
            const FlatTable op = ops[i];
            const NodeId node(graph().nodes.size());
            if (!read_source(op)) read_node(op);
            if (reading_.source.faulty()) {
                reading_.settle(
                    [&] {
                        return fmt::format("{}{}[{}]", path_.empty() ? "" : path_ + ".", fields_.nodes_name,
                                           i);
                    },
                    Op::GetFullyQualifiedName(), {id_, node, TensorId()});
            }
        }
    }

    /// Inputs and constants are tensors, not operators.
    bool read_source(const FlatTable& op) {
        const auto type = static_cast<OpType>(op.number<int32_t>(Op::VT_TYPE));
        const auto parameter = static_cast<wire::OpParameter>(op.number<uint8_t>(Op::VT_MAIN_TYPE));
        const auto outputs = op.numbers<int32_t>(Op::VT_OUTPUTINDEXES);
        if (outputs.size() != 1 || !tensor(outputs[0]).valid()) return false;
        const TensorId id = tensor(outputs[0]);
        if (type == OpType::Input) {
            if (parameter == wire::OpParameter::Input) read_input(op.table<wire::Input>(Op::VT_MAIN), id);
            graph().inputs.push_back(id);
            return true;
        }
        const bool constant = type == OpType::Const || type == OpType::TrainableParam;
        if (!constant || parameter != wire::OpParameter::Blob) return false;
        read_constant(op, id, type == OpType::TrainableParam);
        return true;
    }

    void read_input(const FlatTable& input, TensorId id) {
        Tensor& tensor = graph().tensors[id.index()];
        tensor.declared = true;
        tensor.origin.offset = input.offset();
        tensor.dtype = data_type(static_cast<wire::DataType>(
            input.number<int32_t>(wire::Input::VT_DTYPE, static_cast<int32_t>(wire::DataType::DT_FLOAT))));
        if (input.has(wire::Input::VT_DIMS)) tensor.shape = read_extents(model_, input, wire::Input::VT_DIMS);
        const auto format = static_cast<wire::MNN_DATA_FORMAT>(input.number<int8_t>(
            wire::Input::VT_DFORMAT, static_cast<int8_t>(wire::MNN_DATA_FORMAT::NC4HW4)));
        const KeyValue layout{reading_.intern("format"),
                              reading_.intern(wire::EnumNameMNN_DATA_FORMAT(format))};
        tensor.metadata = append(model_.metadata, std::span(&layout, 1));
    }

    void read_constant(const FlatTable& op, TensorId id, bool trained) {
        Constant constant = read_blob(reading_, op, op.table<wire::Blob>(Op::VT_MAIN));
        Tensor& tensor = graph().tensors[id.index()];
        constant.name = tensor.name;
        if (constant.state == ConstantState::kPresent) {
            reading_.check_size(constant, [] { return std::string("A constant"); }, {id_, NodeId(), id});
        }
        tensor.dtype = constant.dtype;
        tensor.shape = constant.shape;
        tensor.declared = true;
        tensor.is_variable = trained;
        tensor.origin.offset = op.offset();
        tensor.constant = ConstantId(model_.constants.size());
        model_.constants.push_back(constant);
    }

    void read_node(const FlatTable& op) {
        Node node;
        const auto type = static_cast<OpType>(op.number<int32_t>(Op::VT_TYPE));
        const std::string_view known = wire::EnumNameOpType(type);
        node.op = reading_.intern(known.empty() ? std::to_string(static_cast<int32_t>(type)) : known);
        node.is_custom = type == OpType::Plugin || type == OpType::Extra || known.empty();
        node.name = reading_.intern(op.text(Op::VT_NAME));
        node.origin.offset = op.offset();
        operands_.clear();
        names_.clear();
        read_operands(op, Op::VT_INPUTINDEXES);
        const auto inputs = operands_.size();
        const auto attributes = static_cast<uint32_t>(model_.attributes.size());
        Layer layer{
            op, op.text(Op::VT_NAME), {id_, NodeId(graph().nodes.size()), TensorId()}, operands_, names_};
        parameters_.read(layer);
        node.attributes = {attributes, static_cast<uint32_t>(model_.attributes.size()) - attributes};
        node.inputs = append(model_.operands, std::span<const TensorId>(operands_));
        // Weights have names in the file; what flows in has none.
        if (operands_.size() > inputs) {
            names_.insert(names_.begin(), inputs, StringId(0U));
            node.input_names = append(model_.texts, std::span<const StringId>(names_));
        }
        operands_.clear();
        read_operands(op, Op::VT_OUTPUTINDEXES);
        node.outputs = append(model_.operands, std::span<const TensorId>(operands_));
        read_cast_scales(op, type);
        graph().nodes.push_back(node);
    }

    void read_operands(const FlatTable& op, uint16_t field) {
        const auto indices = op.numbers<int32_t>(field);
        for (uint32_t i = 0; i < indices.size(); ++i) {
            const TensorId id = tensor(indices[i]);
            if (!id.valid()) op.reject(field, "names a tensor that does not exist", i);
            operands_.push_back(id);
        }
    }

    /// Operators between real numbers and integers say how the integers are scaled.
    void read_cast_scales(const FlatTable& op, OpType type) {
        const bool to_integer = type == OpType::FloatToInt8;
        if (!to_integer && type != OpType::Int8ToFloat) return;
        if (static_cast<wire::OpParameter>(op.number<uint8_t>(Op::VT_MAIN_TYPE)) !=
            wire::OpParameter::QuantizedFloatParam)
            return;
        const auto ends = op.numbers<int32_t>(to_integer ? Op::VT_OUTPUTINDEXES : Op::VT_INPUTINDEXES);
        const TensorId id = ends.empty() ? TensorId() : tensor(ends[0]);
        if (!id.valid()) return;
        Tensor& scaled = graph().tensors[id.index()];
        scaled.dtype = DataType::kInt8;
        if (scaled.quantization.valid()) return;
        scaled.quantization =
            tensor_quantization(reading_, op.table<wire::QuantizedFloatParam>(Op::VT_MAIN), to_integer);
    }

    MnnReading& reading_;
    Model& model_;
    ParameterReader& parameters_;
    const FlatTable& table_;
    const GraphFields& fields_;
    std::string path_;
    std::string_view type_;
    GraphId id_;
    uint32_t tensor_count_ = 0;  ///< Of those that the file numbers; weights stand behind them.
    std::vector<TensorId> operands_;
    std::vector<StringId> names_;
};

/// The tensors that outputName lists; without a list those that nothing takes.
std::vector<TensorId> find_outputs(MnnReading& reading, const FlatTable& net, const Graph& graph) {
    const auto names = net.texts(Net::VT_OUTPUTNAME);
    std::vector<TensorId> out;
    if (names.size() != 0) {
        std::unordered_map<StringId, TensorId> by_name;
        for (size_t t = 0; t < graph.tensors.size(); ++t) by_name.try_emplace(graph.tensors[t].name, t);
        for (uint32_t i = 0; i < names.size(); ++i) {
            const auto found = by_name.find(reading.model.strings.find(names[i]));
            if (found != by_name.end()) out.push_back(found->second);
        }
        return out;
    }
    std::vector<bool> open(graph.tensors.size());
    for (const Node& node : graph.nodes) {
        for (const TensorId id : reading.model.outputs(node)) {
            if (id.valid()) open[id.index()] = true;
        }
    }
    for (const Node& node : graph.nodes) {
        for (const TensorId id : reading.model.inputs(node)) {
            if (id.valid()) open[id.index()] = false;
        }
    }
    for (size_t t = 0; t < open.size(); ++t) {
        if (open[t]) out.emplace_back(t);
    }
    return out;
}

/// Makes texts that name a subgraph refer to it. A subgraph belongs to the first node that names it, unless
/// it would then stand inside itself.
class Linker {
public:
    explicit Linker(MnnReading& reading) : reading_(reading), model_(reading.model) {
        for (size_t g = 1; g < model_.graphs.size(); ++g) by_name_.try_emplace(model_.graphs[g].name, g);
    }

    void link(const ParameterReader::SubgraphUse& use) {
        Attribute& attribute = model_.attributes[use.attribute];
        const auto found = by_name_.find(attribute.text);
        if (found == by_name_.end()) {
            return complain(use, "names a subgraph that does not exist");
        }
        Graph& child = model_.graphs[found->second.index()];
        attribute.type = AttributeType::kGraph;
        attribute.graph = found->second;
        if (child.parent.valid()) return;
        if (!may_stand_in(found->second, use.from))
            return complain(use, "nests subgraphs too deeply or in a circle");
        child.parent = use.from;
        child.owner = use.node;
        child.owner_attribute = attribute.name;
    }

private:
    [[nodiscard]] bool may_stand_in(GraphId child, GraphId parent) const {
        for (uint32_t depth = 0; parent.valid(); ++depth) {
            if (parent == child || depth > limits::kNesting) return false;
            parent = model_.graph(parent).parent;
        }
        return true;
    }

    void complain(const ParameterReader::SubgraphUse& use, std::string_view what) {
        const Node& node = model_.graph(use.from).node(use.node);
        const Attribute& attribute = model_.attributes[use.attribute];
        reading_.damage(
            {ErrorCode::kCorrupt,
             fmt::format("{} \"{}\": {} = \"{}\" {}.", model_.text(node.op), model_.text(node.name),
                         model_.text(attribute.name), model_.text(attribute.text), what),
             node.origin.offset, 0},
            {use.from, use.node, TensorId()});
    }

    MnnReading& reading_;
    Model& model_;
    std::unordered_map<StringId, GraphId> by_name_;
};

}  // namespace

void read_network(MnnReading& reading, const FlatTable& net) {
    ParameterReader parameters(reading);
    GraphReader main(reading, parameters, net, kNet, "", Net::GetFullyQualifiedName());
    main.read();
    main.graph().outputs = find_outputs(reading, net, main.graph());
    main.settle();
    const auto subgraphs = net.tables<SubGraphProto>(Net::VT_SUBGRAPHS);
    for (uint32_t i = 0; i < subgraphs.size() && i < limits::kGraphs && !reading.hopeless(); ++i) {
        const FlatTable table = subgraphs[i];
        GraphReader subgraph(reading, parameters, table, kSubgraph, fmt::format("subgraphs[{}]", i),
                             SubGraphProto::GetFullyQualifiedName());
        subgraph.graph().name = reading.intern(table.text(SubGraphProto::VT_NAME));
        subgraph.graph().kind = GraphKind::kSubgraph;
        subgraph.read();
        subgraph.graph().inputs = subgraph.read_ends(SubGraphProto::VT_INPUTS);
        subgraph.graph().outputs = subgraph.read_ends(SubGraphProto::VT_OUTPUTS);
    }
    Linker linker(reading);
    for (const auto& use : parameters.subgraph_uses()) {
        if (use.node.index() < reading.model.graph(use.from).nodes.size()) linker.link(use);
    }
}

}  // namespace netloupe::mnn
