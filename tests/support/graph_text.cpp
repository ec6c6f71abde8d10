#include "support/graph_text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "formats/onnx/scope.h"
#include "formats/onnx/semantics.h"
#include "model/values.h"

namespace netloupe::test {

namespace {

/// One line, read from left to right.
class Line {
public:
    explicit Line(std::string_view text) : whole_(text), rest_(text) { skip_space(); }

    [[noreturn]] void fail(std::string_view why) const {
        throw std::invalid_argument(std::string(why) + " before \"" + std::string(rest_) +
                                    "\" in: " + std::string(whole_));
    }
    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    [[nodiscard]] bool sees(std::string_view token) const { return rest_.starts_with(token); }
    bool take(std::string_view token) {
        if (!sees(token)) return false;
        rest_.remove_prefix(token.size());
        skip_space();
        return true;
    }
    void expect(std::string_view token) {
        if (!take(token)) fail("expected " + std::string(token));
    }
    /// A name, number or symbol: everything up to one of the delimiters.
    std::string word() {
        if (take("\"")) return quoted();
        const size_t end = std::min(rest_.find_first_of(" \t,()[]{}=;|\""), rest_.size());
        // A colon ends a name, but not in "domain::Name".
        size_t colon = rest_.find(':');
        while (colon < end && rest_.substr(colon, 2) == "::") colon = rest_.find(':', colon + 2);
        return cut(std::min(end, colon));
    }
    std::optional<double> number() {
        const std::string text(rest_.substr(0, rest_.find_first_of(" \t,()[]{}=;|:")));
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (text.empty() || *end != '\0') return std::nullopt;
        cut(text.size());
        return value;
    }
    /// The number that follows is written like a real one: 0.5, 1.0, 1e-5.
    [[nodiscard]] bool sees_real() const {
        const std::string_view text = rest_.substr(0, rest_.find_first_of(" \t,()[]{}=;|:"));
        return text.find_first_of(".eE") != std::string_view::npos;
    }
    std::vector<double> numbers() {
        std::vector<double> out;
        while (const auto value = number()) out.push_back(*value);
        return out;
    }

private:
    std::string quoted() {
        const size_t end = rest_.find('"');
        if (end == std::string_view::npos) fail("unfinished text");
        std::string out(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        skip_space();
        return out;
    }
    std::string cut(size_t length) {
        if (length == 0) fail("expected a word");
        std::string out(rest_.substr(0, length));
        rest_.remove_prefix(length);
        skip_space();
        return out;
    }
    void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }

    std::string_view whole_;
    std::string_view rest_;
};

DataType data_type(const std::string& text, const Line& line) {
    for (size_t i = 0; i < static_cast<size_t>(DataType::kCount); ++i) {
        if (name(static_cast<DataType>(i)) == text) return static_cast<DataType>(i);
    }
    line.fail("unknown type " + text);
}

void append_value(std::vector<std::byte>& bytes, DataType dtype, double value) {
    const auto put = [&](auto stored) {
        const auto* raw = reinterpret_cast<const std::byte*>(&stored);
        bytes.insert(bytes.end(), raw, raw + sizeof stored);
    };
    switch (bits(dtype)) {
        case 64:
            return dtype == DataType::kFloat64 ? put(value) : put(static_cast<int64_t>(value));
        case 32:
            return dtype == DataType::kFloat32 ? put(static_cast<float>(value))
                                               : put(static_cast<int32_t>(static_cast<int64_t>(value)));
        case 16:
            if (dtype == DataType::kBFloat16)
                return put(static_cast<uint16_t>(std::bit_cast<uint32_t>(static_cast<float>(value)) >> 16));
            return dtype == DataType::kFloat16 ? put(static_cast<_Float16>(value))
                                               : put(static_cast<int16_t>(static_cast<int>(value)));
        default:
            return put(static_cast<int8_t>(static_cast<int>(value)));
    }
}

class Builder {
public:
    Model build(std::string_view text) {
        bool first = true;
        while (!text.empty()) {
            const size_t end = text.find('\n');
            std::string_view line_text = text.substr(0, end);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
            if (const size_t comment = line_text.find('#'); comment != std::string_view::npos) {
                line_text = line_text.substr(0, comment);
            }
            Line line(line_text);
            if (line.at_end()) continue;
            first ? header(line) : statement(line);
            first = false;
        }
        finish();
        return std::move(model_);
    }

private:
    [[nodiscard]] bool tflite() const { return model_.format == Format::kTflite; }
    Graph& graph() { return model_.graphs[current_]; }

    void header(Line& line) {
        const std::string format = line.word();
        if (format != "tflite" && format != "onnx") line.fail("the first line names the format");
        model_.format = format == "tflite" ? Format::kTflite : Format::kOnnx;
        model_.format_name = format == "tflite" ? "TensorFlow Lite" : "ONNX";
        model_.files.push_back({"model." + format, std::vector<std::byte>()});
        while (!line.at_end()) {
            const std::string key = line.word();
            line.expect("=");
            const std::string value = line.word();
            if (key == "producer") {
                model_.producer = value;
            } else if (key == "opset") {
                opset_ = std::stoi(value);
            } else if (key == "ir") {
                model_.format_version = "v" + value;
            } else {
                model_.imports.push_back({model_.strings.intern(key), std::stoi(value)});
            }
        }
        if (!tflite() && model_.format_version.empty()) model_.format_version = "v13";
        if (!tflite()) model_.imports.push_back({model_.strings.intern("ai.onnx"), opset_});
        begin_graph("main", GraphKind::kMain);
    }

    void begin_graph(const std::string& graph_name, GraphKind kind) {
        current_ = graph_number(graph_name);
        graph().kind = kind;
    }

    size_t graph_number(const std::string& graph_name) {
        const auto [found, added] = graph_numbers_.try_emplace(graph_name, model_.graphs.size());
        if (added) {
            model_.graphs.emplace_back().name = model_.strings.intern(graph_name);
            scopes_.emplace_back();
        }
        return found->second;
    }

    void statement(Line& line) {
        if (line.take("graph ")) return begin_graph(line.word(), GraphKind::kSubgraph);
        if (line.take("input ")) return list(line, [&](TensorId id) { graph().inputs.push_back(id); });
        if (line.take("output ")) return list(line, [&](TensorId id) { graph().outputs.push_back(id); });
        if (line.take("const ")) return constant(line);
        node(line);
    }

    template <typename Add>
    void list(Line& line, Add add) {
        do add(tensor(line));
        while (line.take(","));
        if (!line.at_end()) line.fail("expected a comma");
    }

    TensorId tensor(Line& line) {
        const StringId name = model_.strings.intern(line.word());
        TensorId& id = scopes_[current_].names.at(name);
        if (!id.valid()) {
            id = TensorId(graph().tensors.size());
            graph().tensors.emplace_back().name = name;
        }
        const TensorId result = id;
        if (line.take(":")) declare(line, result);
        return result;
    }

    void declare(Line& line, TensorId id) {
        Tensor tensor = graph().tensor(id);
        tensor.dtype = data_type(line.word(), line);
        tensor.kind = ValueKind::kTensor;
        tensor.declared = true;
        if (line.take("[")) dimensions(line, tensor);
        if (line.take("(")) quantization(line, tensor);
        graph().tensors[id.index()] = tensor;
    }

    void dimensions(Line& line, Tensor& tensor) {
        std::vector<Dimension> dims;
        std::vector<Dimension> defaults;
        bool differ = false;
        while (!line.take("]")) {
            const auto value = line.number();
            defaults.push_back(value ? Dimension{static_cast<int64_t>(*value), {}} : Dimension{});
            if (!value && !line.take("?")) defaults.back().symbol = model_.strings.intern(line.word());
            dims.push_back(defaults.back());
            if (line.take("|")) {
                line.expect("?");
                dims.back() = {};
                differ = true;
            }
            line.take(",");
        }
        tensor.shape = {append(model_.dims, std::span<const Dimension>(dims)), true};
        if (differ) tensor.default_shape = {append(model_.dims, std::span<const Dimension>(defaults)), true};
    }

    void quantization(Line& line, Tensor& tensor) {
        Quantization q;
        q.storage = tensor.dtype;
        const std::vector<double> scales = line.numbers();
        q.scale = {ParameterSource::Kind::kPool, append(model_.floats, std::span<const double>(scales)), {}};
        if (line.take(",") && !line.sees("axis")) {
            const std::vector<double> given = line.numbers();
            const std::vector<int64_t> zeros(given.begin(), given.end());
            q.zero_point = {
                ParameterSource::Kind::kPool, append(model_.ints, std::span<const int64_t>(zeros)), {}};
            line.take(",");
        }
        if (scales.size() > 1) q.scheme = QuantizationScheme::kPerAxis;
        if (line.take("axis=")) q.axis = static_cast<int32_t>(line.number().value());
        if (line.take(",")) {
            line.expect("block=");
            q.scheme = QuantizationScheme::kBlockwise;
            q.block_size = static_cast<int64_t>(line.number().value());
        }
        line.expect(")");
        model_.quantizations.push_back(q);
        tensor.quantization = QuantizationId(model_.quantizations.size() - 1);
    }

    void constant(Line& line) {
        const TensorId id = tensor(line);
        if (line.take("location")) {
            line.expect("=");
            set_values(id, {0}, line);
            Constant& stored = model_.constants[graph().tensor(id).constant.index()];
            stored.location = model_.strings.intern(line.word());
            stored.state = ConstantState::kMissing;
            return;
        }
        const std::vector<double> values = line.take("=") ? line.numbers() : std::vector<double>{0};
        set_values(id, values, line);
    }

    void set_values(TensorId id, const std::vector<double>& values, const Line& line) {
        Tensor& tensor = graph().tensors[id.index()];
        tensor.shape.known = true;
        const auto count = element_count(model_, tensor.shape);
        if (!count || (*count > 0 && values.empty()))
            line.fail("a constant needs fixed dimensions and values");
        Constant constant;
        constant.name = tensor.name;
        constant.dtype = tensor.dtype;
        constant.shape = tensor.shape;
        constant.file = FileId(0U);
        constant.offset = bytes().size();
        if (bits(tensor.dtype) < 8) {
            append_packed(bits(tensor.dtype), *count, values);
        } else if (values == std::vector<double>{0}) {
            bytes().resize(bytes().size() + *count * bits(tensor.dtype) / 8);
        } else {
            for (uint64_t i = 0; i < *count; ++i) {
                append_value(bytes(), tensor.dtype, values[i % values.size()]);
            }
        }
        constant.length = packed_bytes(tensor.dtype, *count).value_or(0);
        model_.constants.push_back(constant);
        tensor.constant = ConstantId(model_.constants.size() - 1);
    }

    void append_packed(uint32_t width, uint64_t count, const std::vector<double>& values) {
        const uint32_t mask = (1U << width) - 1;
        for (uint64_t i = 0; i < count; ++i) {
            const auto shift = static_cast<int>(i * width % 8);
            if (shift == 0) bytes().push_back({});
            const auto value = static_cast<uint32_t>(static_cast<int>(values[i % values.size()])) & mask;
            bytes().back() |= static_cast<std::byte>(value) << shift;
        }
    }

    std::vector<std::byte>& bytes() { return std::get<std::vector<std::byte>>(model_.files[0].content); }

    /// A number or list in the place of an operand.
    TensorId literal(Line& line, double first) { return typed_literal(line, {first}, {}); }

    TensorId typed_literal(Line& line, const std::vector<double>& values,
                           const std::vector<Dimension>& dims) {
        Tensor tensor;
        tensor.name = model_.strings.intern("literal_" + std::to_string(literals_++));
        tensor.kind = ValueKind::kTensor;
        tensor.declared = true;
        tensor.dtype = line.take(":") ? data_type(line.word(), line) : DataType::kFloat32;
        tensor.shape = {append(model_.dims, std::span<const Dimension>(dims)), true};
        const TensorId id(graph().tensors.size());
        scopes_[current_].names.at(tensor.name) = id;
        graph().tensors.push_back(tensor);
        set_values(id, values, line);
        return id;
    }

    TensorId operand(Line& line) {
        if (line.take("_")) return {};
        if (const auto value = line.number()) return literal(line, *value);
        if (!line.take("[")) return tensor(line);
        const std::vector<double> values = line.numbers();
        line.expect("]");
        const std::vector<Dimension> dims{Dimension{static_cast<int64_t>(values.size()), {}}};
        return typed_literal(line, values, dims);
    }

    void node(Line& line) {
        Node node;
        std::string op = line.word();
        const size_t at = op.find('@');
        node.version = at == std::string::npos ? (tflite() ? 1 : opset_) : std::stoi(op.substr(at + 1));
        op.resize(std::min(at, op.size()));
        const size_t colons = op.find("::");
        const std::string domain = colons == std::string::npos ? "" : op.substr(0, colons);
        node.op = model_.strings.intern(colons == std::string::npos ? op : op.substr(colons + 2));
        node.is_custom = tflite() ? domain == "custom" : !domain.empty();
        node.domain = model_.strings.intern(tflite() ? "" : domain);
        if (!domain.empty() && !tflite() && at == std::string::npos) node.version = 1;
        node.inputs = operands(line);
        line.expect("->");
        node.outputs = results(line);
        if (line.take("{")) node.attributes = attributes(line);
        if (!line.at_end()) node.name = model_.strings.intern(line.word());
        if (!line.at_end()) line.fail("end of line expected");
        graph().nodes.push_back(node);
    }

    Range operands(Line& line) {
        std::vector<TensorId> list;
        line.expect("(");
        while (!line.take(")")) {
            list.push_back(operand(line));
            line.take(",");
        }
        return append(model_.operands, std::span<const TensorId>(list));
    }

    Range results(Line& line) {
        std::vector<TensorId> list;
        do list.push_back(line.take("_") ? TensorId() : tensor(line));
        while (line.take(","));
        return append(model_.operands, std::span<const TensorId>(list));
    }

    Range attributes(Line& line) {
        std::vector<Attribute> list;
        while (!line.take("}")) {
            Attribute attribute;
            attribute.name = model_.strings.intern(line.word());
            line.expect("=");
            attribute_value(line, attribute);
            list.push_back(attribute);
            line.take(",");
        }
        return append(model_.attributes, std::span<const Attribute>(list));
    }

    void list_attribute(Line& line, Attribute& attribute) {
        bool real = false;
        std::vector<double> list;
        while (!line.take("]")) {
            real |= line.sees_real();
            list.push_back(line.number().value());
            line.take(",");
        }
        attribute.type = real ? AttributeType::kFloats : AttributeType::kInts;
        const std::vector<int64_t> whole(list.begin(), list.end());
        attribute.list = real ? append(model_.floats, std::span<const double>(list))
                              : append(model_.ints, std::span<const int64_t>(whole));
    }

    void attribute_value(Line& line, Attribute& attribute) {
        if (line.take("@")) {
            attribute.type = AttributeType::kGraph;
            const size_t held = graph_number(line.word());
            attribute.graph = GraphId(held);
            scopes_[held].outer = GraphId(current_);
            Graph& inner = model_.graphs[held];
            inner.parent = GraphId(current_);
            inner.owner = NodeId(graph().nodes.size());
            inner.owner_attribute = attribute.name;
        } else if (line.take("[")) {
            list_attribute(line, attribute);
        } else if (const bool real = line.sees_real(); const auto value = line.number()) {
            attribute.type = real ? AttributeType::kFloat : AttributeType::kInt;
            attribute.integer = static_cast<int64_t>(*value);
            attribute.real = *value;
        } else {
            attribute.type = tflite() ? AttributeType::kEnum : AttributeType::kString;
            attribute.text = model_.strings.intern(line.word());
        }
    }

    void finish() {
        if (tflite()) {
            for (Graph& each : model_.graphs) connect(model_, each);
        } else {
            onnx::finish_graphs(model_, scopes_);
        }
    }

    Model model_;
    std::vector<onnx::GraphScope> scopes_;
    std::map<std::string, size_t> graph_numbers_;
    size_t current_ = 0;
    int opset_ = 17;
    int literals_ = 0;
};

}  // namespace

Model graph_from_text(std::string_view text) {
    return Builder().build(text);
}

}  // namespace netloupe::test
