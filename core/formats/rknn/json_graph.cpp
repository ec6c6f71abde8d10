#include "json_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <unordered_map>

#include "base/limits.h"
#include "containers/json_access.h"
#include "model/attribute_list.h"

namespace netloupe::rknn {

namespace {

using json::array;
using json::element;
using json::member;

/// "VSI_NN_TYPE_INT8" of the first toolkits, "int8" of later ones.
DataType data_type(std::string_view type) {
    struct Entry {
        std::string_view name;
        DataType dtype;
    };
    static constexpr auto kTypes = std::to_array<Entry>({
        {"uint8", DataType::kUint8},
        {"int8", DataType::kInt8},
        {"int16", DataType::kInt16},
        {"uint16", DataType::kUint16},
        {"int32", DataType::kInt32},
        {"uint32", DataType::kUint32},
        {"int64", DataType::kInt64},
        {"float16", DataType::kFloat16},
        {"float32", DataType::kFloat32},
        {"bfloat16", DataType::kBFloat16},
        {"bool8", DataType::kBool},
        {"bool", DataType::kBool},
    });
    constexpr std::string_view kPrefix = "VSI_NN_TYPE_";
    if (type.starts_with(kPrefix)) type.remove_prefix(kPrefix.size());
    const auto lower = [](unsigned char c) { return std::tolower(c); };
    const auto* found = std::ranges::find_if(
        kTypes, [&](std::string_view name) { return std::ranges::equal(name, type, {}, {}, lower); },
        &Entry::name);
    return found == kTypes.end() ? DataType::kUnknown : found->dtype;
}

/// "CONV2D" of "VSI_NN_OP_CONV2D" and of "RKNN_OP_CONV2D".
std::string_view short_op(std::string_view op) {
    for (const std::string_view prefix : {"VSI_NN_OP_", "RKNN_OP_"}) {
        if (op.starts_with(prefix)) return op.substr(prefix.size());
    }
    return op;
}

class JsonGraph {
public:
    JsonGraph(Model& model, const Container& container, const Json& root)
        : model_(model), container_(container), root_(root), attributes_(model) {}

    void read() {
        model_.graphs.emplace_back();
        graph().name = intern(json::text(member(root_, "name")));
        for (const char* kind : {"norm_tensor", "const_tensor", "virtual_tensor"}) {
            for (const Json& tensor : array(member(root_, kind))) add_tensor(kind, tensor);
        }
        const Json& nodes = array(member(root_, "nodes"));
        drafts_.resize(nodes.size());
        for (const Json& connection : array(member(root_, "connection"))) connect_operand(connection);
        for (size_t i = 0; i < nodes.size(); ++i) add_node(nodes[i], drafts_[i]);
        for (const Json& end : array(member(root_, "graph"))) add_end(end);
    }

private:
    struct Draft {
        std::vector<TensorId> inputs;
        std::vector<TensorId> outputs;
    };

    Graph& graph() { return model_.graphs[0]; }
    StringId intern(std::string_view text) { return model_.strings.intern(text); }

    static std::string tensor_key(std::string_view kind, int64_t id) {
        return fmt::format("{}:{}", kind, id);
    }

    void add_tensor(std::string_view kind, const Json& described) {
        const std::string key = tensor_key(kind, json::integer(member(described, "tensor_id"), -1));
        const TensorId id(graph().tensors.size());
        if (!tensors_.try_emplace(key, id).second) return;
        Tensor tensor;
        tensor.name = intern(key);
        tensor.kind = ValueKind::kTensor;
        tensor.declared = true;
        tensor.doc = intern(json::text(member(described, "url")));
        const Json& dtype = member(described, "dtype");
        tensor.dtype = data_type(json::text(member(dtype, "vx_type")));
        std::vector<Dimension> dims;
        for (const Json& extent : array(member(described, "size"))) {
            dims.push_back({std::max<int64_t>(json::integer(extent, 0), 0), StringId()});
        }
        if (!dims.empty() && dims.size() <= limits::kRank) {
            tensor.shape = {append(model_.dims, std::span<const Dimension>(dims)), true};
        }
        add_quantization(dtype, tensor);
        if (kind == "const_tensor") add_constant(described, tensor);
        graph().tensors.push_back(tensor);
    }

    void add_quantization(const Json& dtype, Tensor& tensor) {
        using Kind = ParameterSource::Kind;
        const std::string_view type = json::text(member(dtype, "qnt_type"));
        double scale = 0;
        if (type == "VSI_NN_QNT_TYPE_AFFINE_ASYMMETRIC") {
            scale = json::real(member(dtype, "scale"), 0);
        } else if (type == "VSI_NN_QNT_TYPE_DFP") {
            // So many of the bits stand behind the point.
            scale = std::exp2(-json::real(member(dtype, "fl"), 0));
        }
        if (!(scale > 0)) return;
        const int64_t zero = json::integer(member(dtype, "zero_point"), 0);
        Quantization out;
        out.storage = tensor.dtype;
        out.scale = {Kind::kPool, append(model_.floats, std::span<const double>(&scale, 1)), {}};
        out.zero_point = {Kind::kPool, append(model_.ints, std::span<const int64_t>(&zero, 1)), {}};
        tensor.quantization = QuantizationId(model_.quantizations.size());
        model_.quantizations.push_back(out);
    }

    /// Constants stand in the data, unless the compiler took them into its own part.
    void add_constant(const Json& described, Tensor& tensor) {
        const auto count = element_count(model_, tensor.shape);
        const auto length = count ? packed_bytes(tensor.dtype, *count) : std::nullopt;
        if (!length) return;
        Constant constant;
        constant.name = tensor.name;
        constant.dtype = tensor.dtype;
        constant.shape = tensor.shape;
        constant.file = FileId(0U);
        constant.state = ConstantState::kAbsent;
        const int64_t offset = json::integer(member(described, "offset"), -1);
        if (offset >= 0 && slice(container_.data, static_cast<uint64_t>(offset), *length)) {
            constant.state = ConstantState::kPresent;
            constant.offset = container_.data_offset + static_cast<uint64_t>(offset);
            constant.length = *length;
        }
        tensor.constant = ConstantId(model_.constants.size());
        model_.constants.push_back(constant);
    }

    [[nodiscard]] TensorId find(std::string_view kind, int64_t id) const {
        const auto found = tensors_.find(tensor_key(kind, id));
        return found == tensors_.end() ? TensorId() : found->second;
    }

    /// An operand of a node: a tensor, or the output of another node.
    void connect_operand(const Json& connection) {
        const int64_t node = json::integer(member(connection, "node_id"), -1);
        const int64_t slot = json::integer(member(connection, "left_tensor_id"), -1);
        if (node < 0 || static_cast<size_t>(node) >= drafts_.size() || slot < 0 || slot > kMostOperands)
            return;
        TensorId id;
        if (const Json& tensor = member(connection, "right_tensor"); tensor.is_object()) {
            id = find(json::text(member(tensor, "type")), json::integer(member(tensor, "tensor_id"), -1));
        } else {
            const Json& other = member(connection, "right_node");
            id = between(json::integer(member(other, "node_id"), -1),
                         json::integer(member(other, "tensor_id"), -1));
        }
        const bool output = json::text(member(connection, "left")) == "output";
        auto& operands =
            output ? drafts_[static_cast<size_t>(node)].outputs : drafts_[static_cast<size_t>(node)].inputs;
        if (operands.size() <= static_cast<size_t>(slot)) operands.resize(static_cast<size_t>(slot) + 1);
        operands[static_cast<size_t>(slot)] = id;
    }

    /// The tensor for an output of a node that only another node takes.
    TensorId between(int64_t node, int64_t slot) {
        if (node < 0 || static_cast<size_t>(node) >= drafts_.size() || slot < 0 || slot > kMostOperands)
            return {};
        auto& outputs = drafts_[static_cast<size_t>(node)].outputs;
        if (outputs.size() <= static_cast<size_t>(slot)) outputs.resize(static_cast<size_t>(slot) + 1);
        TensorId& id = outputs[static_cast<size_t>(slot)];
        if (!id.valid()) {
            id = TensorId(graph().tensors.size());
            Tensor& tensor = graph().tensors.emplace_back();
            tensor.name = intern(fmt::format("node:{}:{}", node, slot));
            tensor.kind = ValueKind::kTensor;
        }
        return id;
    }

    void add_node(const Json& described, const Draft& draft) {
        Node node;
        const std::string_view op = json::text(member(described, "op"));
        node.op = intern(short_op(op));
        node.name = intern(json::text(member(described, "name")));
        node.is_custom = op.find("NBG") != std::string_view::npos;
        node.inputs = append(model_.operands, std::span<const TensorId>(draft.inputs));
        node.outputs = append(model_.operands, std::span<const TensorId>(draft.outputs));
        const auto first = static_cast<uint32_t>(model_.attributes.size());
        // {"nn": {"conv2d": {"stride": [1, 1]}}}: the parameters stand under the operator's own name.
        const Json& parameters = member(described, "nn");
        if (parameters.is_object()) {
            for (const auto& [name, group] : parameters.items()) {
                if (!group.is_object()) continue;
                for (const auto& [key, value] : group.items()) add_attribute(intern(key), value);
            }
        }
        node.attributes = {first, static_cast<uint32_t>(model_.attributes.size()) - first};
        graph().nodes.push_back(node);
    }

    void add_attribute(StringId name, const Json& value) {
        if (value.is_boolean()) return attributes_.add_bool(name, value.get<bool>());
        if (value.is_number_integer()) return attributes_.add_int(name, value.get<int64_t>());
        if (value.is_number()) return attributes_.add_real(name, value.get<double>());
        if (value.is_string()) return attributes_.add_text(name, as_bytes(json::text(value)));
        attributes_.add_json(name, value.dump(-1, ' ', false, Json::error_handler_t::replace));
    }

    void add_end(const Json& end) {
        const TensorId id =
            find(json::text(member(end, "right")), json::integer(member(end, "right_tensor_id"), -1));
        if (!id.valid()) return;
        auto& ends = json::text(member(end, "left")) == "output" ? graph().outputs : graph().inputs;
        ends.push_back(id);
    }

    static constexpr int64_t kMostOperands = 4096;

    Model& model_;
    const Container& container_;
    const Json& root_;
    AttributeList attributes_;
    std::unordered_map<std::string, TensorId> tensors_;
    std::vector<Draft> drafts_;
};

}  // namespace

bool read_json_graph(Model& model, const Container& container) {
    if (container.json.size() > kJsonBytes / 2) return false;
    const auto root = parse_json(container.json);
    if (!root || !root->is_object()) return false;
    const std::string_view version = json::text(member(*root, "version"));
    model.format_version = fmt::format("v{}", version.substr(0, version.find('-')));
    model.producer = json::text(member(*root, "ori_network_platform"));
    if (model.producer.empty()) model.producer = json::text(member(*root, "network_platform"));
    for (const Json& platform : array(member(*root, "target_platform"))) {
        model.runtime += (model.runtime.empty() ? "" : ", ") + std::string(json::text(platform));
    }
    JsonGraph(model, container, *root).read();
    return true;
}

}  // namespace netloupe::rknn
