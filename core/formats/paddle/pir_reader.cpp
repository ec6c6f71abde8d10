#include "pir_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/byte_cursor.h"
#include "base/limits.h"
#include "containers/json_access.h"
#include "formats/paddle.h"
#include "parameters.h"

namespace netloupe::paddle {

namespace {

/// Bytes of a program that is parsed whole; in memory it takes many times as much.
constexpr uint64_t kMostBytes = 32ULL << 20;

using json::array;
using json::element;
using json::member;

/// "1.conv2d": the number of a dialect, and a name in it.
struct PirName {
    std::string_view dialect;
    std::string_view name;
};

PirName pir_name(std::string_view text) {
    static constexpr auto kDialects =
        std::to_array<std::string_view>({"builtin", "pd_op", "cf", "custom_op", "pd_dist"});
    if (text == "p") return {kDialects[0], "parameter"};
    if (text.size() < 3 || text[1] != '.' || text[0] < '0') return {"", text};
    const auto number = static_cast<size_t>(text[0] - '0');
    return {number < kDialects.size() ? kDialects[number] : "", text.substr(2)};
}

DataType element_type(std::string_view type) {
    struct Entry {
        std::string_view name;
        DataType dtype;
    };
    static constexpr auto kTypes = std::to_array<Entry>({
        {"t_bool", DataType::kBool},
        {"t_ui8", DataType::kUint8},
        {"t_i8", DataType::kInt8},
        {"t_i16", DataType::kInt16},
        {"t_i32", DataType::kInt32},
        {"t_i64", DataType::kInt64},
        {"t_index", DataType::kInt64},
        {"t_f16", DataType::kFloat16},
        {"t_bf16", DataType::kBFloat16},
        {"t_f32", DataType::kFloat32},
        {"t_f64", DataType::kFloat64},
        {"t_c64", DataType::kComplex64},
        {"t_c128", DataType::kComplex128},
        {"t_f8e4m3", DataType::kFloat8E4M3FN},
        {"t_f8e5m2", DataType::kFloat8E5M2},
    });
    const auto* found = std::ranges::find(kTypes, pir_name(type).name, &Entry::name);
    return found == kTypes.end() ? DataType::kUnknown : found->dtype;
}

/// Where a value of the program is defined.
struct Definition {
    GraphId graph;
    TensorId tensor;
};

class PirReader {
public:
    explicit PirReader(PaddleReading& reading) : reading_(reading), model_(reading.model) {}

    Result<void> read(const Json& program) {
        const Json& regions = member(program, "regions");
        const Json& blocks = member(element(regions, 0), "blocks");
        if (!blocks.is_array() || blocks.empty()) {
            return fail(ErrorCode::kCorrupt, "The program has no blocks (program.regions[0].blocks).", 0);
        }
        read_block(blocks[0], {}, 0);
        attach_parameters(reading_, std::move(parameters_));
        for (Graph& graph : model_.graphs) {
            for (const Capture& capture : graph.captures) {
                const Tensor& outer = model_.graph(capture.outer_graph).tensor(capture.outer);
                graph.tensors[capture.local.index()].constant = outer.constant;
            }
            connect(model_, graph);
        }
        return {};
    }

private:
    struct Owner {
        GraphId graph;
        NodeId node;
        StringId attribute;
    };

    GraphId read_block(const Json& block, const Owner& owner, uint32_t depth) {
        const GraphId id(model_.graphs.size());
        Graph& graph = model_.graphs.emplace_back();
        graph.name = reading_.intern(json::text(member(block, "#")));
        if (owner.graph.valid()) {
            graph.kind = GraphKind::kSubgraph;
            graph.parent = owner.graph;
            graph.owner = owner.node;
            graph.owner_attribute = owner.attribute;
        }
        for (const Json& argument : array(member(block, "args"))) {
            const TensorId tensor = define(id, argument, "#");
            if (tensor.valid()) model_.graphs[id.index()].inputs.push_back(tensor);
        }
        for (const Json& op : array(member(block, "ops"))) {
            if (reading_.hopeless()) break;
            read_op(id, op, depth);
        }
        return id;
    }

    /// Makes the tensor of a value: its number stands in `key`, its type beside it.
    TensorId define(GraphId graph, const Json& value, const char* key, std::string_view called = {}) {
        const int64_t number = json::integer(member(value, key), 0);
        if (number == 0) return {};
        const TensorId id(model_.graphs[graph.index()].tensors.size());
        Tensor tensor;
        tensor.name = reading_.intern(called.empty() ? std::to_string(number) : called);
        read_type(member(value, "TT"), tensor);
        model_.graphs[graph.index()].tensors.push_back(tensor);
        definitions_.insert_or_assign(number, Definition{graph, id});
        return id;
    }

    void read_type(const Json& type, Tensor& tensor) {
        const std::string_view kind = pir_name(json::text(member(type, "#"))).name;
        const Json& data = member(type, "D");
        tensor.declared = true;
        if (kind == "t_dtensor") {
            tensor.kind = ValueKind::kTensor;
            tensor.dtype = element_type(json::text(member(element(data, 0), "#")));
            read_shape(element(data, 1), tensor);
        } else if (kind == "t_vec") {
            tensor.kind = ValueKind::kSequence;
            if (!element(data, 0).is_null()) {
                tensor.dtype =
                    element_type(json::text(member(element(member(element(data, 0), "D"), 0), "#")));
            }
            tensor.type_name = reading_.intern(fmt::format("sequence<{}>", name(tensor.dtype)));
        } else if (const DataType dtype = element_type(kind); dtype != DataType::kUnknown) {
            tensor.kind = ValueKind::kTensor;
            tensor.dtype = dtype;
            tensor.shape.known = true;
        } else {
            tensor.declared = false;
            tensor.kind = ValueKind::kOpaque;
            tensor.type_name = reading_.intern(kind);
        }
    }

    void read_shape(const Json& extents, Tensor& tensor) {
        if (!extents.is_array() || extents.size() > limits::kRank) return;
        std::vector<Dimension> dims;
        for (const Json& extent : extents) {
            const int64_t value = json::integer(extent, -1);
            dims.push_back({value < 0 ? Dimension::kDynamic : value, StringId()});
        }
        tensor.shape = {append(model_.dims, std::span<const Dimension>(dims)), true};
    }

    /// The tensor of a value in this graph: its own, or one that stands for an outer one.
    TensorId use(GraphId graph, const Json& operand) {
        const int64_t number = json::integer(member(operand, "%"), 0);
        const auto found = definitions_.find(number);
        if (found == definitions_.end()) return {};
        const Definition definition = found->second;
        if (definition.graph == graph) return definition.tensor;
        const uint64_t key = uint64_t{graph.value} << 32 | static_cast<uint32_t>(number);
        const auto [captured, is_new] =
            captures_.try_emplace(key, model_.graphs[graph.index()].tensors.size());
        if (!is_new) return captured->second;
        Tensor local = model_.graph(definition.graph).tensor(definition.tensor);
        local.is_captured = true;
        Graph& into = model_.graphs[graph.index()];
        into.tensors.push_back(local);
        into.captures.push_back({captured->second, definition.graph, definition.tensor});
        return captured->second;
    }

    void read_op(GraphId graph, const Json& op, uint32_t depth) {
        const PirName name = pir_name(json::text(member(op, "#")));
        if (name.name == "parameter" && name.dialect == "builtin") return read_parameter(graph, op);
        if (name.name == "fetch" && name.dialect == "pd_op") {
            const TensorId output = use(graph, element(member(op, "I"), 0));
            if (output.valid()) model_.graphs[graph.index()].outputs.push_back(output);
            return;
        }
        if (name.name == "data" && name.dialect == "pd_op") return read_input(graph, op);
        const NodeId id(model_.graphs[graph.index()].nodes.size());
        Node node;
        node.op = reading_.intern(name.name);
        node.domain = reading_.intern(name.dialect);
        node.is_custom = name.dialect == "custom_op";
        node.inputs = operands(member(op, "I"), [&](const Json& operand) { return use(graph, operand); });
        const auto first = static_cast<uint32_t>(model_.attributes.size());
        for (const Json& attribute : array(member(op, "A"))) read_attribute(attribute);
        node.outputs =
            operands(member(op, "O"), [&](const Json& value) { return define(graph, value, "%"); });
        const auto count = static_cast<uint32_t>(model_.attributes.size()) - first;
        node.attributes = {first, count};
        model_.graphs[graph.index()].nodes.push_back(node);
        if (name.name == "yield") {
            const auto results = model_.inputs(node);
            for (const TensorId result : results) {
                if (result.valid()) model_.graphs[graph.index()].outputs.push_back(result);
            }
        }
        read_regions(graph, id, op, depth);
    }

    template <typename Find>
    Range operands(const Json& list, Find&& find) {
        std::vector<TensorId> out;
        for (const Json& operand : array(list)) out.push_back(find(operand));
        return append(model_.operands, std::span<const TensorId>(out));
    }

    /// A parameter is a constant: {"A": [distributed, parameter, clipped, name], "O": its value}.
    void read_parameter(GraphId graph, const Json& op) {
        const Json& attributes = member(op, "A");
        const std::string_view name = json::text(element(attributes, 3));
        const Json& outputs = member(op, "O");
        const TensorId id = define(graph, outputs.is_array() ? element(outputs, 0) : outputs, "%", name);
        if (id.valid() && graph.index() == 0) parameters_.push_back({reading_.intern(name), id});
    }

    void read_input(GraphId graph, const Json& op) {
        std::string_view called;
        for (const Json& attribute : array(member(op, "A"))) {
            if (json::text(member(attribute, "N")) == "name")
                called = json::text(member(member(attribute, "AT"), "D"));
        }
        const TensorId id = define(graph, element(member(op, "O"), 0), "%", called);
        if (id.valid()) model_.graphs[graph.index()].inputs.push_back(id);
    }

    /// Regions become graphs, whose attributes are written behind those of the node: they were not known
    /// before.
    void read_regions(GraphId graph, NodeId node, const Json& op, uint32_t depth) {
        const Json& regions = array(member(op, "regions"));
        if (regions.empty()) return;
        if (depth >= limits::kNesting || model_.graphs.size() >= limits::kGraphs) {
            return reading_.damage({ErrorCode::kLimit, "Blocks are nested too deeply."}, graph, node);
        }
        std::vector<Attribute> attributes;
        for (const Attribute& attribute : model_.attributes_of(model_.graph(graph).node(node))) {
            attributes.push_back(attribute);
        }
        for (const Json& region : regions) {
            const StringId name = reading_.intern(json::text(member(region, "#")));
            for (const Json& block : array(member(region, "blocks"))) {
                Attribute attribute;
                attribute.name = name;
                attribute.type = AttributeType::kGraph;
                attribute.graph = read_block(block, {graph, node, name}, depth + 1);
                attributes.push_back(attribute);
            }
        }
        model_.graphs[graph.index()].nodes[node.index()].attributes =
            append(model_.attributes, std::span<const Attribute>(attributes));
    }

    void read_attribute(const Json& attribute) {
        const StringId name = reading_.intern(json::text(member(attribute, "N")));
        const Json& typed = member(attribute, "AT");
        const Json& data = member(typed, "D");
        AttributeList& list = reading_.attributes;
        if (data.is_boolean()) return list.add_bool(name, data.get<bool>());
        if (data.is_number_integer()) return list.add_int(name, data.get<int64_t>());
        if (data.is_number()) return list.add_real(name, data.get<double>());
        if (data.is_string()) return list.add_text(name, as_bytes(json::text(data)));
        if (data.is_array() && read_list(name, data)) return;
        if (!data.is_null()) list.add_json(name, data.dump(-1, ' ', false, Json::error_handler_t::replace));
    }

    /// A list of values of one kind, each with or without its type.
    bool read_list(StringId name, const Json& data) {
        std::vector<int64_t> integers;
        std::vector<double> reals;
        std::vector<StringId> texts;
        for (const Json& entry : data) {
            const Json& value = entry.is_object() ? member(entry, "D") : entry;
            if (value.is_boolean()) {
                integers.push_back(value.get<bool>() ? 1 : 0);
            } else if (value.is_number_integer()) {
                integers.push_back(value.get<int64_t>());
            } else if (value.is_number()) {
                reals.push_back(value.get<double>());
            } else if (value.is_string()) {
                texts.push_back(reading_.intern(json::text(value)));
            } else {
                return false;
            }
        }
        if (texts.size() == data.size() && !texts.empty()) {
            reading_.attributes.add_texts(name, texts);
        } else if (reals.size() == data.size() && !reals.empty()) {
            reading_.attributes.add_reals(name, reals);
        } else if (integers.size() == data.size()) {
            reading_.attributes.add_ints(name, integers);
        } else {
            return false;
        }
        return true;
    }

    PaddleReading& reading_;
    Model& model_;
    std::unordered_map<int64_t, Definition> definitions_;
    std::unordered_map<uint64_t, TensorId> captures_;  ///< By graph and number of the value.
    std::vector<Parameter> parameters_;
};

}  // namespace

Result<void> read_pir(PaddleReading& reading) {
    Model& model = reading.model;
    const Bytes bytes = model.files[0].bytes();
    if (bytes.size() > kMostBytes) {
        return fail(ErrorCode::kLimit,
                    fmt::format("The program has {} bytes; at most {} are read.", bytes.size(), kMostBytes));
    }
    const auto document = parse_json(as_text(bytes));
    if (!document) return fail(ErrorCode::kCorrupt, "The program is no valid JSON, or nests too deeply.", 0);
    model.format = Format::kPaddle;
    model.format_name = std::string(kPaddleReader.name) + " IR";
    model.format_version =
        fmt::format("v{}", json::integer(member(member(*document, "base_code"), "version"), 0));
    return PirReader(reading).read(member(*document, "program"));
}

bool is_pir(Bytes head) {
    const std::string_view text = as_text(head);
    const size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || text[start] != '{') return false;
    const size_t base = text.find("\"base_code\"");
    if (base == std::string_view::npos) return false;
    const size_t magic = text.find("\"magic\"", base);
    return magic != std::string_view::npos &&
           text.substr(magic, 32).find("\"pir\"") != std::string_view::npos;
}

}  // namespace netloupe::paddle
