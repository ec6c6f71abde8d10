#include "formats/onnx/semantics.h"

#include <algorithm>
#include <array>
#include <string>

#include "formats/onnx/quantization.h"
#include "formats/onnx/types.h"
#include "model/values.h"

namespace netloupe::onnx {

namespace {

/// Values that stand in a node's attribute; Constant::decoder_argument is its index in Model::attributes.
class AttributeDecoder : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const Attribute& attribute = model.attributes[constant.decoder_argument];
        switch (attribute.type) {
            case AttributeType::kInt:
                return part<int64_t>(std::span(&attribute.integer, 1), first, count);
            case AttributeType::kFloat:
                return part<double>(std::span(&attribute.real, 1), first, count);
            case AttributeType::kInts:
                return part<int64_t>(Model::slice_of(model.ints, attribute.list), first, count);
            case AttributeType::kFloats:
                return part<double>(Model::slice_of(model.floats, attribute.list), first, count);
            case AttributeType::kStrings:
                return texts(model, Model::slice_of(model.texts, attribute.list), first, count);
            default:
                return texts(model, std::span(&attribute.text, 1), first, count);
        }
    }

private:
    template <typename T>
    static std::span<const T> window(std::span<const T> all, uint64_t first, uint64_t count) {
        if (first >= all.size()) return {};
        return all.subspan(first, std::min<uint64_t>(count, all.size() - first));
    }
    template <typename T>
    static std::vector<T> part(std::span<const T> all, uint64_t first, uint64_t count) {
        const auto chosen = window(all, first, count);
        return {chosen.begin(), chosen.end()};
    }
    static std::vector<std::string> texts(const Model& model, std::span<const StringId> all, uint64_t first,
                                          uint64_t count) {
        std::vector<std::string> out;
        for (const StringId id : window(all, first, count)) out.emplace_back(model.text(id));
        return out;
    }
};

const AttributeDecoder kAttributeDecoder;

DataType element_type(AttributeType type) {
    switch (type) {
        case AttributeType::kInt:
        case AttributeType::kInts:
            return DataType::kInt64;
        case AttributeType::kFloat:
        case AttributeType::kFloats:
            return DataType::kFloat32;
        case AttributeType::kString:
        case AttributeType::kBytes:
        case AttributeType::kStrings:
            return DataType::kString;
        default:
            return DataType::kUnknown;
    }
}

bool is_list(AttributeType type) {
    return type == AttributeType::kInts || type == AttributeType::kFloats || type == AttributeType::kStrings;
}

/// The constant that an attribute of a Constant node stands for; none for references and unknown attributes.
ConstantId constant_of(Model& model, uint32_t index) {
    const Attribute& attribute = model.attributes[index];
    const std::string_view name = model.text(attribute.name);
    if (!name.starts_with("value") && name != "sparse_value") return {};
    if (attribute.constant.valid()) return attribute.constant;
    const DataType dtype = element_type(attribute.type);
    if (dtype == DataType::kUnknown) return {};
    Constant constant;
    constant.dtype = dtype;
    constant.decoder = &kAttributeDecoder;
    constant.decoder_argument = index;
    constant.file = FileId(0U);
    constant.shape.known = true;
    if (is_list(attribute.type)) {
        const Dimension dim{attribute.list.count, {}};
        constant.shape.dims = append(model.dims, std::span(&dim, 1));
    }
    model.constants.push_back(constant);
    return ConstantId(model.constants.size() - 1);
}

void attach_constant(Model& model, Graph& graph, const Node& node) {
    if (node.outputs.empty()) return;
    const TensorId output = model.operands[node.outputs.begin];
    if (!output.valid()) return;
    for (uint32_t i = node.attributes.begin; i < node.attributes.end(); ++i) {
        const ConstantId id = constant_of(model, i);
        if (!id.valid()) continue;
        Tensor& tensor = graph.tensors[output.index()];
        Constant& constant = model.constants[id.index()];
        if (model.text(constant.name).empty()) constant.name = tensor.name;
        tensor.constant = id;
        if (!tensor.declared) {
            tensor.kind = constant.sparse ? ValueKind::kSparseTensor : ValueKind::kTensor;
            tensor.dtype = constant.dtype;
            tensor.shape = constant.shape;
        }
        return;
    }
}

}  // namespace

void attach_constant_nodes(Model& model) {
    const StringId op = model.strings.find("Constant");
    if (!op.valid()) return;
    for (Graph& graph : model.graphs) {
        for (const Node& node : graph.nodes) {
            if (node.op == op && is_standard_domain(model.text(node.domain))) {
                attach_constant(model, graph, node);
            }
        }
    }
}

void name_type_attributes(Model& model) {
    std::array<StringId, 4> names = {model.strings.find("to"), model.strings.find("dtype"),
                                     model.strings.find("output_dtype"),
                                     model.strings.find("output_datatype")};
    if (std::ranges::none_of(names, &StringId::valid)) return;
    for (const Graph& graph : model.graphs) {
        for (const Node& node : graph.nodes) {
            if (node.attributes.empty() || !is_standard_domain(model.text(node.domain))) continue;
            for (uint32_t i = node.attributes.begin; i < node.attributes.end(); ++i) {
                Attribute& attribute = model.attributes[i];
                if (attribute.type != AttributeType::kInt) continue;
                if (std::ranges::find(names, attribute.name) == names.end()) continue;
                const DataType type = data_type_of(attribute.integer);
                if (type == DataType::kUnknown) continue;
                attribute.type = AttributeType::kEnum;
                attribute.text = model.strings.intern(name(type));
            }
        }
    }
}

void assign_versions(const Model& model, Graph& graph, std::span<const OpsetImport> imports) {
    // Nodes of one domain follow each other, so the last answer nearly always serves again.
    bool is_first = true;
    StringId domain;
    int32_t version = 0;
    bool custom = false;
    for (Node& node : graph.nodes) {
        if (is_first || node.domain != domain) {
            is_first = false;
            domain = node.domain;
            const std::string_view text = model.text(domain);
            const auto import = std::ranges::find(imports, shown_domain(text), [&](const OpsetImport& i) {
                return shown_domain(model.text(i.domain));
            });
            version = import == imports.end() ? 0 : static_cast<int32_t>(import->version);
            custom = !is_standard_domain(text);
        }
        node.version = version;
        node.is_custom = custom && !node.callee.valid();
    }
}

void finish_graphs(Model& model, std::span<const GraphScope> scopes) {
    name_type_attributes(model);
    attach_constant_nodes(model);
    resolve_captures(model, scopes);
    for (Graph& graph : model.graphs) connect(model, graph);
    attach_quantization(model);
}

}  // namespace netloupe::onnx
