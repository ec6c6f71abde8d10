#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "infer/known_types.h"
#include "model/quantization.h"
#include "model/values.h"
#include "query/describe.h"
#include "report/costs.h"
#include "report/signature.h"
#include "report/summary.h"

namespace netloupe::report {

namespace {

using Json = nlohmann::ordered_json;

/// Values of a constant that are shown.
constexpr uint64_t kFirstValues = 4;
/// Scales and zero points of a tensor that are written.
constexpr size_t kParameters = 65536;

/// The same with keys as this file writes them: "bytes_read" for the protocol's "bytesRead".
Json with_snake_keys(const Json& json) {
    if (json.is_array()) {
        Json list = Json::array();
        for (const Json& element : json) list.push_back(with_snake_keys(element));
        return list;
    }
    if (!json.is_object()) return json;
    Json object = Json::object();
    for (const auto& [key, value] : json.items()) {
        std::string snake;
        for (const char letter : key) {
            const bool capital = letter >= 'A' && letter <= 'Z';
            if (capital) snake += '_';
            snake += capital ? static_cast<char>(letter - 'A' + 'a') : letter;
        }
        object[snake] = with_snake_keys(value);
    }
    return object;
}

/// JSON has no NaN and no infinity: they are texts.
Json number(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
    return value;
}

Json values_json(DataType dtype, const Values& values) {
    Json list = Json::array();
    std::visit(
        [&](const auto& all) {
            for (const auto& value : all) {
                using Value = std::decay_t<decltype(value)>;
                if constexpr (std::is_same_v<Value, std::string>) {
                    list.push_back(to_utf8(value));
                } else if constexpr (std::is_same_v<Value, double>) {
                    list.push_back(number(value));
                } else if (dtype == DataType::kBool) {
                    list.push_back(value != 0);
                } else {
                    list.push_back(value);
                }
            }
        },
        values);
    return list;
}

class SummaryJson {
public:
    SummaryJson(const Model& model, const infer::Shapes& shapes, const cost::Costs& costs)
        : model_(model), shapes_(shapes), costs_(costs) {}

    std::string write() {
        Json root{{"file", to_utf8(model_.files[0].path)},
                  {"format",
                   model_.format_name + (model_.format_version.empty() ? "" : " ") + model_.format_version},
                  {"producer", to_utf8(model_.producer)}};
        const auto set = [&root](const char* key, const std::string& value) {
            if (!value.empty()) root[key] = to_utf8(value);
        };
        set("version", model_.version);
        set("domain", model_.domain);
        set("runtime", model_.runtime);
        set("description", model_.description);
        root["imports"] = Json::array();
        for (const OpsetImport& import : model_.imports) {
            root["imports"].push_back(
                fmt::format("{} v{}", to_utf8(model_.text(import.domain)), import.version));
        }
        root["metadata"] = metadata(model_.model_metadata);
        add_graphs(root);
        root["costs"] = with_snake_keys(costs_json(model_, costs_));
        root["card"] = Json::array();
        for (const signature::Entry& entry : signature::card_of(model_, Meaning(model_), &shapes_).entries) {
            root["card"].push_back(with_snake_keys(signature_json(entry)));
        }
        root["attachments"] = Json::array();
        for (const Attachment& attachment : model_.attachments) {
            root["attachments"].push_back({{"name", text(attachment.name)},
                                           {"bytes", attachment.bytes},
                                           {"text", text(attachment.text)}});
        }
        root["damages"] = Json::array();
        for (const Damage& damage : model_.damages) root["damages"].push_back(damage_json(damage));
        return root.dump(1) + "\n";
    }

private:
    [[nodiscard]] std::string text(StringId id) const { return to_utf8(model_.text(id)); }

    [[nodiscard]] Json metadata(Range range) const {
        Json object = Json::object();
        for (const KeyValue& entry : model_.metadata_of(range)) object[text(entry.key)] = text(entry.value);
        return object;
    }

    /// Graphs that stand side by side in the file are "graphs", those inside a node "subgraphs" (subgraphs of
    /// TensorFlow Lite stand side by side, whoever calls them).
    void add_graphs(Json& root) const {
        Json graphs = Json::array();
        Json functions = Json::array();
        Json subgraphs = Json::array();
        for (size_t g = 0; g < model_.graphs.size(); ++g) {
            const Graph& graph = model_.graphs[g];
            Json json = graph_json(GraphId(g));
            if (graph.kind == GraphKind::kFunction) {
                functions.push_back(std::move(json));
            } else if (graph.kind == GraphKind::kSubgraph && model_.format != Format::kTflite) {
                json["path"] = path_of(graph);
                subgraphs.push_back(std::move(json));
            } else {
                graphs.push_back(std::move(json));
            }
        }
        root["graph_count"] = graphs.size();
        root["function_count"] = functions.size();
        root["graphs"] = std::move(graphs);
        root["functions"] = std::move(functions);
        root["subgraphs"] = std::move(subgraphs);
    }

    /// "name of the node/attribute" that holds it.
    [[nodiscard]] std::string path_of(const Graph& graph) const {
        if (!graph.parent.valid() || !graph.owner.valid()) return text(graph.owner_attribute);
        const Node& owner = model_.graph(graph.parent).node(graph.owner);
        const std::string name = text(owner.name);
        return (name.empty() ? text(owner.op) : name) + "/" + text(graph.owner_attribute);
    }

    [[nodiscard]] Json graph_json(GraphId id) const {
        constexpr std::array<std::string_view, 4> kKinds{"main", "subgraph", "function", "training"};
        const Graph& graph = model_.graph(id);
        Json json{
            {"id", id.value}, {"name", text(graph.name)}, {"kind", kKinds[static_cast<size_t>(graph.kind)]}};
        if (const std::string doc = text(graph.doc); !doc.empty()) json["description"] = doc;
        if (const std::string domain = text(graph.domain); !domain.empty()) json["domain"] = domain;
        json["inputs"] = operands(graph, graph.inputs);
        json["outputs"] = operands(graph, graph.outputs);
        json["signatures"] = signatures(id);
        json["nodes"] = graph.nodes.size();
        json["ops"] = Json::object();
        for (const Node& node : graph.nodes) {
            Json& count = json["ops"][text(node.op)];
            count = count.is_null() ? 1 : count.get<int64_t>() + 1;
        }
        json["node_list"] = Json::array();
        for (const Node& node : graph.nodes) json["node_list"].push_back(node_json(graph, node));
        add_tensors(json, graph);
        json["inferred"] = inferred(id);
        json["metadata"] = metadata(graph.metadata);
        return json;
    }

    /// Tensors of whose shape the file says nothing, by their id, as the operators give them.
    [[nodiscard]] Json inferred(GraphId id) const {
        const infer::KnownTypes types(model_, &shapes_);
        Json list = Json::object();
        for (size_t t = 0; t < model_.graph(id).tensors.size(); ++t) {
            if (!types.only_inferred(id, TensorId(t))) continue;
            Json dims = Json::array();
            for (const infer::DimId dim : shapes_.dims(shapes_.tensor(id, TensorId(t)))) {
                const auto value = shapes_.table().value(dim);
                const std::string symbol = shapes_.table().text(dim);
                dims.push_back(value ? Json(*value) : symbol == "?" ? Json() : Json(symbol));
            }
            list[fmt::format("{}", t)] = {{"dtype", name(types.dtype(id, TensorId(t)))}, {"shape", dims}};
        }
        return list;
    }

    [[nodiscard]] Json shape(const Shape& shape) const {
        if (!shape.known) return {};
        Json dims = Json::array();
        for (const Dimension& dimension : model_.dims_of(shape)) {
            if (dimension.fixed()) {
                dims.push_back(dimension.value);
            } else if (const std::string symbol = text(dimension.symbol); !symbol.empty()) {
                dims.push_back(symbol);
            } else {
                dims.push_back(nullptr);
            }
        }
        return dims;
    }

    /// The element type; the whole type of what is not a tensor; null when nobody says.
    [[nodiscard]] Json dtype(const Tensor& tensor) const {
        if (std::string type = text(tensor.type_name); !type.empty()) return type;
        if (tensor.dtype == DataType::kUnknown) return {};
        return name(tensor.dtype);
    }

    [[nodiscard]] Json operand(const Graph& graph, TensorId id) const {
        const Tensor& tensor = graph.tensor(id);
        Json json{{"name", text(tensor.name)}, {"dtype", dtype(tensor)}, {"shape", shape(tensor.shape)}};
        if (tensor.default_shape.known) json["default_shape"] = shape(tensor.default_shape);
        if (tensor.constant.valid()) json["initializer"] = true;
        json["id"] = fmt::format("{}", id.value);
        return json;
    }

    [[nodiscard]] Json operands(const Graph& graph, const std::vector<TensorId>& tensors) const {
        Json list = Json::array();
        for (const TensorId id : tensors) {
            if (id.valid()) list.push_back(operand(graph, id));
        }
        return list;
    }

    [[nodiscard]] Json signatures(GraphId id) const {
        Json list = Json::array();
        for (const Signature& signature : model_.signatures) {
            if (signature.graph != id) continue;
            list.push_back({{"name", text(signature.key)},
                            {"inputs", bindings(model_.graph(id), signature.inputs)},
                            {"outputs", bindings(model_.graph(id), signature.outputs)}});
        }
        return list;
    }

    [[nodiscard]] Json bindings(const Graph& graph, const std::vector<Signature::Binding>& bindings) const {
        Json list = Json::array();
        for (const Signature::Binding& binding : bindings) {
            Json json{{"name", text(binding.name)}};
            if (binding.tensor.valid()) {
                const Tensor& tensor = graph.tensor(binding.tensor);
                json["dtype"] = dtype(tensor);
                json["shape"] = shape(tensor.shape);
                json["tensor"] = text(tensor.name);
                json["id"] = fmt::format("{}", binding.tensor.value);
            }
            list.push_back(std::move(json));
        }
        return list;
    }

    [[nodiscard]] Json node_json(const Graph& graph, const Node& node) const {
        Json json{{"op", text(node.op)}, {"name", text(node.name)}};
        if (const std::string domain = text(node.domain); !domain.empty()) json["module"] = domain;
        if (node.version != 0) json["version"] = node.version;
        if (node.is_custom) json["custom"] = true;
        if (node.callee.valid()) json["function"] = text(model_.graph(node.callee).name);
        const auto add = [&](const char* names, const char* ids, std::span<const TensorId> operands) {
            json[names] = Json::array();
            json[ids] = Json::array();
            for (const TensorId id : operands) {
                json[names].push_back(id.valid() ? text(graph.tensor(id).name) : "");
                json[ids].push_back(id.valid() ? fmt::format("{}", id.value) : "");
            }
        };
        add("inputs", "input_ids", model_.inputs(node));
        add("outputs", "output_ids", model_.outputs(node));
        json["attributes"] = Json::object();
        for (const Attribute& attribute : model_.attributes_of(node)) {
            json["attributes"][text(attribute.name)] = attribute_json(attribute);
        }
        json["args"] = Json::array();
        for (size_t i = 0; i < model_.inputs(node).size(); ++i) {
            json["args"].push_back(query::input_name(model_, node, i));
        }
        if (const Json entries = metadata(node.metadata); !entries.empty()) json["metadata"] = entries;
        if (const std::string doc = text(node.doc); !doc.empty()) json["description"] = doc;
        return json;
    }

    [[nodiscard]] Json attribute_json(const Attribute& attribute) const {
        if (attribute.constant.valid()) return constant_json(model_.constant(attribute.constant));
        switch (attribute.type) {
            case AttributeType::kInt:
                return attribute.integer;
            case AttributeType::kBool:
                return attribute.integer != 0;
            case AttributeType::kFloat:
                return number(attribute.real);
            case AttributeType::kInts:
                return Model::slice_of(model_.ints, attribute.list);
            case AttributeType::kFloats:
                return list_json(Model::slice_of(model_.floats, attribute.list), number);
            case AttributeType::kStrings:
                return list_json(Model::slice_of(model_.texts, attribute.list),
                                 [this](StringId id) { return text(id); });
            case AttributeType::kTensors:
                return list_json(Model::slice_of(model_.ids, attribute.list),
                                 [this](uint32_t id) { return constant_json(model_.constants[id]); });
            case AttributeType::kGraph:
                return attribute.graph.valid() ? graph_reference(attribute.graph) : Json();
            case AttributeType::kGraphs:
                return list_json(Model::slice_of(model_.ids, attribute.list),
                                 [this](uint32_t id) { return graph_reference(GraphId(id)); });
            case AttributeType::kJson: {
                Json json = Json::parse(model_.text(attribute.text), nullptr, false);
                return json.is_discarded() ? Json(text(attribute.text)) : json;
            }
            case AttributeType::kReference:
                return {{"reference", text(attribute.text)}};
            default:
                return query::value_text(model_, attribute);
        }
    }

    template <typename List, typename ToJson>
    static Json list_json(const List& list, ToJson to_json) {
        Json array = Json::array();
        for (const auto& element : list) array.push_back(to_json(element));
        return array;
    }

    [[nodiscard]] Json graph_reference(GraphId id) const {
        return {{"graph", text(model_.graph(id).name)}, {"id", id.value}};
    }

    [[nodiscard]] Json constant_json(const Constant& constant) const {
        Json json{{"dtype", name(constant.dtype)}, {"shape", shape(constant.shape)}};
        if (constant.state != ConstantState::kPresent) {
            json["state"] = constant.state == ConstantState::kAbsent ? "absent" : "missing";
            if (constant.state == ConstantState::kAbsent) json["empty"] = true;
        }
        json["bytes"] = query::bytes_of(model_, constant);
        if (constant.sparse) json["layout"] = "sparse";
        if (const std::string location = text(constant.location); !location.empty())
            json["location"] = location;
        if (constant.state != ConstantState::kPresent) return json;
        json["offset"] = constant.offset;
        if (const auto first = read_values(model_, constant, 0, kFirstValues)) {
            json["first"] = values_json(constant.dtype, *first);
        } else {
            json["value_error"] = first.error().message;
        }
        return json;
    }

    void add_tensors(Json& json, const Graph& graph) const {
        Json weights = Json::array();
        Json quantization = Json::array();
        Json variables = Json::array();
        for (size_t t = 0; t < graph.tensors.size(); ++t) {
            const Tensor& tensor = graph.tensors[t];
            if (tensor.constant.valid()) {
                Json weight{{"name", text(tensor.name)}, {"id", fmt::format("{}", t)}};
                weight.update(constant_json(model_.constant(tensor.constant)));
                weights.push_back(std::move(weight));
            }
            if (tensor.is_variable) variables.push_back(operand(graph, TensorId(t)));
            if (tensor.quantization.valid()) quantization.push_back(quantization_json(tensor, t));
        }
        json["weight_count"] = weights.size();
        json["weights"] = std::move(weights);
        json["variables"] = std::move(variables);
        json["quantization_count"] = quantization.size();
        json["quantization"] = std::move(quantization);
    }

    [[nodiscard]] Json quantization_json(const Tensor& tensor, size_t index) const {
        const Quantization& quantization = model_.quantization(tensor.quantization);
        Json json{{"tensor", text(tensor.name)},
                  {"id", fmt::format("{}", index)},
                  {"type", quantization.scheme == QuantizationScheme::kCustom ? "custom" : "linear"},
                  {"scheme", query::scheme_name(quantization)}};
        add_parameters(json, quantization);
        json["axis"] = quantization.axis;
        if (quantization.block_size != 0) json["block_size"] = quantization.block_size;
        json["storage"] = name(quantization.storage);
        json["expressed"] = name(quantization.expressed);
        const auto range = [&](const char* key, const ParameterSource& source) {
            if (source.kind == ParameterSource::Kind::kPool)
                json[key] = list_json(Model::slice_of(model_.floats, source.pool), number);
        };
        range("min", quantization.min);
        range("max", quantization.max);
        if (const std::string details = text(quantization.details); !details.empty())
            json["details"] = details;
        return json;
    }

    void add_parameters(Json& json, const Quantization& quantization) const {
        json["scale"] = Json::array();
        json["zero_point"] = Json::array();
        const auto parameters = quant_parameters(model_, quantization);
        if (!parameters) {
            json["error"] = parameters.error().message;
            return;
        }
        const auto first = [](const auto& list) {
            return std::span(list).first(std::min(list.size(), kParameters));
        };
        json["scale"] = list_json(first(parameters->scales), [](float scale) { return number(scale); });
        json["scale_count"] = parameters->scales.size();
        json["zero_point"] = first(parameters->zero_points);
        json["zero_point_count"] = parameters->zero_points.size();
    }

    [[nodiscard]] Json damage_json(const Damage& damage) const {
        Json json{{"message", to_utf8(damage.error.message)}};
        if (damage.error.offset != Error::kNoOffset) json["offset"] = damage.error.offset;
        if (damage.error.line != 0) json["line"] = damage.error.line;
        if (damage.graph.valid()) json["graph"] = damage.graph.value;
        if (damage.node.valid()) json["node"] = damage.node.value;
        if (damage.tensor.valid()) json["tensor"] = damage.tensor.value;
        return json;
    }

    const Model& model_;
    const infer::Shapes& shapes_;
    const cost::Costs& costs_;
};

}  // namespace

std::string summary_json(const Model& model, const infer::Shapes& shapes, const cost::Costs& costs) {
    return SummaryJson(model, shapes, costs).write();
}

}  // namespace netloupe::report
