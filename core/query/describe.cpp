#include "query/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "base/utf8.h"
#include "ops/meaning.h"
#include "ops/node_schema.h"

namespace netloupe::query {

namespace {

/// Elements of a list that are written out in one line.
constexpr size_t kListed = 64;

template <typename Range, typename Text>
std::string list_text(const Range& values, size_t total, Text text) {
    std::string joined = "[";
    size_t written = 0;
    for (const auto& value : values) {
        if (written == kListed) break;
        if (written++ != 0) joined += ", ";
        joined += text(value);
    }
    if (total > written) joined += fmt::format(" … ({} values)", total);
    return joined + "]";
}

std::string integer_text(int64_t value) {
    return fmt::format("{}", value);
}

std::string constant_text(const Model& model, ConstantId id) {
    if (!id.valid()) return {};
    const Constant& constant = model.constant(id);
    std::string type = fmt::format("{} {}", name(constant.dtype), shape_text(model, constant.shape));
    const auto count = element_count(model, constant.shape);
    if (!count || *count == 0 || *count > kListed) return type;
    const auto values = read_values(model, constant, 0, *count);
    if (!values) return type;
    const auto texts = value_texts(*values);
    return type + " " + list_text(texts, texts.size(), [](const std::string& text) { return text; });
}

std::string list_value_text(const Model& model, const Attribute& attribute) {
    const size_t count = attribute.list.count;
    switch (attribute.type) {
        case AttributeType::kInts:
            return list_text(Model::slice_of(model.ints, attribute.list), count, integer_text);
        case AttributeType::kFloats:
            return list_text(Model::slice_of(model.floats, attribute.list), count, number_text);
        case AttributeType::kStrings:
            return list_text(Model::slice_of(model.texts, attribute.list), count,
                             [&model](StringId id) { return to_utf8(model.text(id)); });
        case AttributeType::kGraphs:
            return list_text(Model::slice_of(model.ids, attribute.list), count,
                             [&model](uint32_t id) { return to_utf8(model.text(model.graphs[id].name)); });
        default:
            return list_text(Model::slice_of(model.ids, attribute.list), count,
                             [&model](uint32_t id) { return constant_text(model, ConstantId(id)); });
    }
}

std::string without_spaces(std::string text) {
    std::erase(text, ' ');
    return text;
}

bool has_default_value(const Model& model, const Attribute& attribute, const AttributeSchema& schema) {
    if (!schema.has_default) return false;
    if (const auto number = schema.default_int())
        return attribute.type == AttributeType::kInt && attribute.integer == *number;
    if (const auto real = schema.default_float())
        return attribute.type == AttributeType::kFloat &&
               static_cast<float>(attribute.real) == static_cast<float>(*real);
    return without_spaces(value_text(model, attribute)) == without_spaces(std::string(schema.default_text));
}

std::string_view type_name(AttributeKind kind) {
    constexpr std::array kNames =
        std::to_array<std::string_view>({"int", "float", "string", "tensor", "graph", "sparse tensor", "type",
                                         "ints", "floats", "strings", "tensors", "graphs"});
    return kNames[static_cast<size_t>(kind)];
}

std::string operand_name(const Model& model, const Node& node, size_t index, bool input) {
    const auto given = Model::slice_of(model.texts, input ? node.input_names : node.output_names);
    if (index < given.size()) return to_utf8(model.text(given[index]));
    if (node.callee.valid()) {
        const Graph& function = model.graph(node.callee);
        const auto& formal = input ? function.inputs : function.outputs;
        if (index < formal.size() && formal[index].valid())
            return to_utf8(model.text(function.tensor(formal[index]).name));
    }
    if (const OperatorSchema* schema = schema_of(model, node)) {
        const OperandSchema* operand = input ? schema->input(index) : schema->output(index);
        if (operand != nullptr) return std::string(operand->name);
    }
    return fmt::format("{}", index);
}

/// What calibration saw, where a converter wrote that down without quantizing.
std::string observed_text(const Model& model, const Quantization& quantization) {
    const auto pool = [&](const ParameterSource& source) {
        return source.kind == ParameterSource::Kind::kPool ? Model::slice_of(model.floats, source.pool)
                                                           : std::span<const double>();
    };
    const auto mins = pool(quantization.min);
    const auto maxs = pool(quantization.max);
    if (mins.empty() || maxs.empty()) return {};
    return fmt::format("observed {:.4g} … {:.4g}", std::ranges::min(mins), std::ranges::max(maxs));
}

}  // namespace

std::string number_text(double value) {
    const auto narrow = static_cast<float>(value);
    if (static_cast<double>(narrow) == value) return fmt::format("{}", narrow);
    return fmt::format("{}", value);
}

std::string input_name(const Model& model, const Node& node, size_t index) {
    return operand_name(model, node, index, true);
}

std::string output_name(const Model& model, const Node& node, size_t index) {
    return operand_name(model, node, index, false);
}

std::string_view known_name(const Model& model, const Graph& graph, const Node& node) {
    if (const auto own = model.text(node.name); !own.empty()) return own;
    for (const TensorId output : model.outputs(node)) {
        if (output.valid()) return model.text(graph.tensor(output).name);
    }
    return {};
}

std::string_view type_name(AttributeType type) {
    constexpr std::array kNames = std::to_array<std::string_view>(
        {"int", "float", "bool", "string", "bytes", "enum", "ints", "floats", "strings", "tensor", "tensors",
         "graph", "graphs", "type", "json", "reference"});
    return kNames[static_cast<size_t>(type)];
}

std::string value_text(const Model& model, const Attribute& attribute) {
    if (attribute.constant.valid()) return constant_text(model, attribute.constant);
    switch (attribute.type) {
        case AttributeType::kInt:
            return integer_text(attribute.integer);
        case AttributeType::kFloat:
            return number_text(attribute.real);
        case AttributeType::kBool:
            return attribute.integer != 0 ? "true" : "false";
        case AttributeType::kEnum:
            return attribute.text.valid() && !model.text(attribute.text).empty()
                       ? std::string(model.text(attribute.text))
                       : integer_text(attribute.integer);
        case AttributeType::kGraph:
            return attribute.graph.valid() ? to_utf8(model.text(model.graph(attribute.graph).name)) : "";
        case AttributeType::kInts:
        case AttributeType::kFloats:
        case AttributeType::kStrings:
        case AttributeType::kTensors:
        case AttributeType::kGraphs:
            return list_value_text(model, attribute);
        default:
            return to_utf8(model.text(attribute.text));
    }
}

std::vector<AppliedAttribute> applied_attributes(const Model& model, const Node& node) {
    std::vector<AppliedAttribute> applied;
    const OperatorSchema* schema = schema_of(model, node);
    const auto written = model.attributes_of(node);
    for (const Attribute& attribute : written) {
        const std::string_view own_name = model.text(attribute.name);
        const AttributeSchema* formal = schema == nullptr ? nullptr : schema->attribute(own_name);
        applied.push_back({to_utf8(own_name), std::string(type_name(attribute.type)),
                           value_text(model, attribute),
                           formal != nullptr && has_default_value(model, attribute, *formal), &attribute});
    }
    if (schema == nullptr) return applied;
    for (const AttributeSchema& formal : schema->attributes) {
        if (!formal.has_default || model.find_attribute(node, formal.name) != nullptr) continue;
        applied.push_back({std::string(formal.name), std::string(type_name(formal.kind)),
                           std::string(formal.default_text), true, nullptr});
    }
    return applied;
}

std::string_view scheme_name(const Quantization& quantization) {
    if (quantization.scale.kind == ParameterSource::Kind::kComputed) return "computed";
    switch (quantization.scheme) {
        case QuantizationScheme::kPerTensor:
            return "per-tensor";
        case QuantizationScheme::kPerAxis:
            return "per-axis";
        case QuantizationScheme::kBlockwise:
            return "blockwise";
        case QuantizationScheme::kCustom:
            break;
    }
    return "custom";
}

std::string quantization_text(const Model& model, const Quantization& quantization) {
    if (quantization.scheme == QuantizationScheme::kCustom)
        return "custom quantization " + to_utf8(model.text(quantization.details));
    const auto parameters = quant_parameters(model, quantization);
    if (!parameters) return parameters.error().message;
    if (parameters->computed) return "scale known only at run time";
    if (parameters->scales.empty()) return observed_text(model, quantization);
    const auto zero_point = [&]() -> std::string {
        const auto& points = parameters->zero_points;
        if (points.empty()) return " · zero point 0";
        if (std::ranges::any_of(points, [&](int64_t point) { return point != points[0]; }))
            return " · several zero points";
        const std::string_view sign = points[0] < 0 ? "−" : "";
        return fmt::format(
            " · zero point {}{}", sign,
            points[0] < 0 ? 0 - static_cast<uint64_t>(points[0]) : static_cast<uint64_t>(points[0]));
    }();
    if (quantization.scheme == QuantizationScheme::kPerTensor && parameters->scales.size() == 1)
        return fmt::format("scale {:.6g}{}", parameters->scales[0], zero_point);
    const auto [low, high] = std::ranges::minmax(parameters->scales);
    const std::string_view unit =
        quantization.scheme == QuantizationScheme::kBlockwise ? "blockwise" : "per-channel";
    return fmt::format("{} ×{}, scale {:.6g} … {:.6g}{}", unit, parameters->scales.size(), low, high,
                       zero_point);
}

std::vector<std::string> value_texts(const Values& values) {
    std::vector<std::string> texts;
    std::visit(
        [&texts](const auto& numbers) {
            texts.reserve(numbers.size());
            for (const auto& value : numbers) {
                using Value = std::decay_t<decltype(value)>;
                if constexpr (std::is_same_v<Value, std::string>) {
                    texts.push_back(to_utf8(value));
                } else if constexpr (std::is_same_v<Value, double>) {
                    texts.push_back(number_text(value));
                } else {
                    texts.push_back(fmt::format("{}", value));
                }
            }
        },
        values);
    return texts;
}

std::string bytes_text(uint64_t bytes) {
    constexpr std::array<std::string_view, 5> kUnits{"KiB", "MiB", "GiB", "TiB", "PiB"};
    if (bytes < 1024) return fmt::format("{} B", bytes);
    double amount = static_cast<double>(bytes) / 1024;
    size_t unit = 0;
    while (amount >= 1024 && unit + 1 < kUnits.size()) {
        amount /= 1024;
        ++unit;
    }
    return fmt::format("{:.{}f} {}", amount, amount < 10 ? 1 : 0, kUnits[unit]);
}

uint64_t bytes_of(const Model& model, const Constant& constant) {
    const auto count = element_count(model, constant.shape);
    const auto packed = count ? packed_bytes(constant.dtype, *count) : std::nullopt;
    return packed.value_or(constant.length);
}

Totals totals(const Model& model) {
    Totals totals;
    std::unordered_set<ConstantId> counted;
    for (const Graph& graph : model.graphs) {
        totals.nodes += graph.nodes.size();
        totals.tensors += graph.tensors.size();
        for (const Tensor& tensor : graph.tensors) {
            if (!tensor.constant.valid() || !counted.insert(tensor.constant).second) continue;
            const Constant& constant = model.constant(tensor.constant);
            totals.parameters += element_count(model, constant.shape).value_or(0);
            totals.weight_bytes += bytes_of(model, constant);
        }
    }
    return totals;
}

std::vector<OperatorCount> operator_counts(const Model& model) {
    std::unordered_map<StringId, uint64_t> counts;
    for (const Graph& graph : model.graphs) {
        for (const Node& node : graph.nodes) ++counts[node.op];
    }
    std::vector<OperatorCount> sorted;
    sorted.reserve(counts.size());
    for (const auto& [op, count] : counts) sorted.push_back({model.text(op), count});
    std::ranges::sort(sorted, [](const OperatorCount& a, const OperatorCount& b) {
        return a.count != b.count ? a.count > b.count : a.op < b.op;
    });
    return sorted;
}

std::vector<LargeConstant> largest_constants(const Model& model, size_t most) {
    std::vector<LargeConstant> all;
    std::unordered_set<ConstantId> listed;
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        const Graph& graph = model.graphs[g];
        for (size_t t = 0; t < graph.tensors.size(); ++t) {
            const ConstantId id = graph.tensors[t].constant;
            if (!id.valid() || !listed.insert(id).second) continue;
            all.push_back({GraphId(g), TensorId(t), id, bytes_of(model, model.constant(id))});
        }
    }
    const size_t count = std::min(most, all.size());
    std::ranges::partial_sort(all, all.begin() + static_cast<ptrdiff_t>(count),
                              [](const LargeConstant& a, const LargeConstant& b) {
                                  if (a.bytes != b.bytes) return a.bytes > b.bytes;
                                  return std::pair(a.graph, a.tensor) < std::pair(b.graph, b.tensor);
                              });
    all.resize(count);
    return all;
}

std::vector<Property> properties(const Model& model) {
    const std::array<Property, 6> all{{{"Format", model.format_name + " " + model.format_version},
                                       {"Producer", to_utf8(model.producer)},
                                       {"Version", to_utf8(model.version)},
                                       {"Domain", to_utf8(model.domain)},
                                       {"Minimum runtime", to_utf8(model.runtime)},
                                       {"Description", to_utf8(model.description)}}};
    std::vector<Property> given;
    std::ranges::copy_if(all, std::back_inserter(given), [](const Property& p) { return !p.value.empty(); });
    return given;
}

}  // namespace netloupe::query
