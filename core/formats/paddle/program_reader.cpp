#include "program_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/limits.h"
#include "formats/paddle.h"
#include "op_attribute.h"
#include "parameters.h"

namespace netloupe::paddle {

namespace {

using wire::bytes_tag;
using wire::varint_tag;

/// VarType.Type beyond the element types.
constexpr uint64_t kDenseTensor = 7;
constexpr uint64_t kSelectedRows = 8;
constexpr uint64_t kFeedMinibatch = 9;
constexpr uint64_t kFetchList = 10;
constexpr uint64_t kTensorArray = 13;

/// A message that is read later, or a part of one.
struct Piece {
    Bytes bytes;
    uint64_t offset = 0;
};

Piece piece_of(const wire::Field& field) {
    return {field.bytes, field.offset};
}

/// Calls `take` with each field of the message.
template <typename Take>
void each_field(PaddleReading& reading, Piece piece, std::string_view name, GraphId graph, Take&& take) {
    wire::Reader reader(piece.bytes, piece.offset);
    wire::Field field;
    while (reader.next(field) && !reading.hopeless()) take(field);
    reading.check(reader, name, graph);
}

struct Variable {
    StringId name;
    TensorType type;
    bool persistable = false;
    bool moves_data = false;  ///< The list that feed takes from, or fetch puts into.
    uint64_t offset = 0;
};

/// The variables of a block by name, and the block around it.
struct Scope {
    std::unordered_map<StringId, TensorId> tensors;
    int64_t parent = -1;
};

/// Operands of a node.
struct Operands {
    std::vector<TensorId> ids;
    std::vector<StringId> names;  ///< Of the parameter that each belongs to.
};

/// Writers sort parameters by name ("Filter", "Input"); what flows through the operator is to come first.
void put_first(const Model& model, Operands& operands, std::initializer_list<std::string_view> flowing) {
    Operands ordered;
    for (const bool first : {true, false}) {
        for (size_t i = 0; i < operands.ids.size(); ++i) {
            const bool flows = std::ranges::find(flowing, model.text(operands.names[i])) != flowing.end();
            if (flows != first) continue;
            ordered.ids.push_back(operands.ids[i]);
            ordered.names.push_back(operands.names[i]);
        }
    }
    operands = std::move(ordered);
}

class BlockReader {
public:
    BlockReader(PaddleReading& reading, std::vector<Scope>& scopes, GraphId id)
        : reading_(reading), model_(reading.model), scopes_(scopes), id_(id) {}

    void read(Piece block, std::vector<Parameter>& parameters) {
        std::vector<Piece> ops;
        graph().origin.offset = block.offset;
        each_field(reading_, block, "BlockDesc", id_, [&](const wire::Field& field) {
            switch (field.tag) {
                case varint_tag(1):
                    graph().name = reading_.intern(std::to_string(field.integer32()));
                    break;
                case varint_tag(2):
                    scope().parent = field.integer32();
                    break;
                case bytes_tag(3):
                    add_variable(read_variable(piece_of(field)), parameters);
                    break;
                case bytes_tag(4):
                    ops.push_back(piece_of(field));
                    break;
                default:
                    break;
            }
        });
        for (const Piece& op : ops) {
            if (reading_.hopeless()) return;
            read_op(op);
        }
    }

private:
    Graph& graph() { return model_.graphs[id_.index()]; }
    Scope& scope() { return scopes_[id_.index()]; }

    Variable read_variable(Piece piece) {
        Variable out;
        out.offset = piece.offset;
        each_field(reading_, piece, "VarDesc", id_, [&](const wire::Field& field) {
            switch (field.tag) {
                case bytes_tag(1):
                    out.name = reading_.intern(as_text(field.bytes));
                    break;
                case bytes_tag(2):
                    read_type(piece_of(field), out);
                    break;
                case varint_tag(3):
                    out.persistable = field.value != 0;
                    break;
                default:
                    break;
            }
        });
        return out;
    }

    void read_type(Piece piece, Variable& out) {
        uint64_t type = 0;
        each_field(reading_, piece, "VarType", id_, [&](const wire::Field& field) {
            switch (field.tag) {
                case varint_tag(1):
                    type = field.value;
                    break;
                case bytes_tag(2):
                    out.type = read_tensor_desc(reading_, field.bytes, field.offset);
                    break;
                // A dense tensor and an array of them wrap their description.
                case bytes_tag(3):
                case bytes_tag(4):
                    each_field(reading_, piece_of(field), "LoDTensorDesc", id_,
                               [&](const wire::Field& inner) {
                                   if (inner.tag == bytes_tag(1))
                                       out.type = read_tensor_desc(reading_, inner.bytes, inner.offset);
                               });
                    break;
                default:
                    break;
            }
        });
        out.moves_data = type == kFeedMinibatch || type == kFetchList;
        out.type.kind = type == kDenseTensor    ? Kind::kTensor
                        : type == kSelectedRows ? Kind::kSparse
                        : type == kTensorArray  ? Kind::kArray
                                                : Kind::kOther;
    }

    TensorId add_variable(const Variable& variable, std::vector<Parameter>& parameters) {
        if (!variable.name.valid() || variable.moves_data) {
            if (variable.name.valid()) moved_.insert_or_assign(variable.name, true);
            return {};
        }
        const auto [found, is_new] = scope().tensors.try_emplace(variable.name, graph().tensors.size());
        if (!is_new) return found->second;
        Tensor tensor;
        tensor.name = variable.name;
        tensor.origin.offset = variable.offset;
        tensor.declared = variable.type.kind != Kind::kOther;
        tensor.dtype = variable.type.dtype;
        tensor.shape = variable.type.shape;
        switch (variable.type.kind) {
            case Kind::kTensor:
                tensor.kind = ValueKind::kTensor;
                break;
            case Kind::kSparse:
                tensor.kind = ValueKind::kSparseTensor;
                break;
            case Kind::kArray:
                tensor.kind = ValueKind::kSequence;
                tensor.type_name = reading_.intern(fmt::format("sequence<{}>", name(tensor.dtype)));
                break;
            default:
                tensor.kind = ValueKind::kUnknown;
        }
        if (variable.persistable && variable.type.kind == Kind::kTensor && id_.index() == 0) {
            parameters.push_back({variable.name, found->second});
        }
        graph().tensors.push_back(tensor);
        return found->second;
    }

    /// The variable of that name here, one that stands for a block's around this, or a new one.
    TensorId tensor(StringId name) {
        if (name.value == 0) return {};
        if (const auto found = scope().tensors.find(name); found != scope().tensors.end())
            return found->second;
        const TensorId id(graph().tensors.size());
        Tensor tensor;
        tensor.name = name;
        int64_t outer = scope().parent;
        for (uint32_t depth = 0; outer >= 0 && depth < limits::kNesting; ++depth) {
            if (outer >= static_cast<int64_t>(id_.index())) break;
            const auto block = static_cast<size_t>(outer);
            const auto found = scopes_[block].tensors.find(name);
            if (found != scopes_[block].tensors.end()) {
                tensor = model_.graphs[block].tensors[found->second.index()];
                tensor.is_captured = true;
                tensor.producer = {};
                graph().captures.push_back({id, GraphId(block), found->second});
                break;
            }
            outer = scopes_[block].parent;
        }
        scope().tensors.emplace(name, id);
        graph().tensors.push_back(tensor);
        return id;
    }

    void read_op(Piece piece) {
        Node node;
        node.origin.offset = piece.offset;
        Operands inputs;
        Operands outputs;
        std::vector<Piece> attributes;
        each_field(reading_, piece, "OpDesc", id_, [&](const wire::Field& field) {
            switch (field.tag) {
                case bytes_tag(1):
                    read_operands(piece_of(field), inputs);
                    break;
                case bytes_tag(2):
                    read_operands(piece_of(field), outputs);
                    break;
                case bytes_tag(3):
                    node.op = reading_.intern(as_text(field.bytes));
                    break;
                case bytes_tag(4):
                    attributes.push_back(piece_of(field));
                    break;
                default:
                    break;
            }
        });
        if (read_end(node, inputs, outputs)) return;
        put_first(model_, inputs, {"X", "Input", "Ids"});
        put_first(model_, outputs, {"Y", "Out", "Output"});
        const NodeId node_id(graph().nodes.size());
        const auto first = static_cast<uint32_t>(model_.attributes.size());
        for (const Piece& attribute : attributes) {
            read_op_attribute(reading_, attribute.bytes, attribute.offset, {id_, node_id});
        }
        node.attributes = {first, static_cast<uint32_t>(model_.attributes.size()) - first};
        node.inputs = append(model_.operands, std::span<const TensorId>(inputs.ids));
        node.input_names = append(model_.texts, std::span<const StringId>(inputs.names));
        node.outputs = append(model_.operands, std::span<const TensorId>(outputs.ids));
        node.output_names = append(model_.texts, std::span<const StringId>(outputs.names));
        graph().nodes.push_back(node);
    }

    void read_operands(Piece piece, Operands& out) {
        StringId parameter;
        std::vector<StringId> arguments;
        each_field(reading_, piece, "OpDesc.Var", id_, [&](const wire::Field& field) {
            if (field.tag == bytes_tag(1)) parameter = reading_.intern(as_text(field.bytes));
            if (field.tag == bytes_tag(2)) arguments.push_back(reading_.intern(as_text(field.bytes)));
        });
        for (const StringId argument : arguments) {
            out.ids.push_back(moved_.contains(argument) ? TensorId() : tensor(argument));
            out.names.push_back(parameter.valid() ? parameter : StringId(0U));
        }
    }

    /// feed and fetch only connect the graph's inputs and outputs.
    bool read_end(const Node& node, const Operands& inputs, const Operands& outputs) {
        const std::string_view op = model_.text(node.op);
        if (op == "feed" && outputs.ids.size() == 1 && outputs.ids[0].valid()) {
            graph().inputs.push_back(outputs.ids[0]);
            return true;
        }
        if (op == "fetch" && inputs.ids.size() == 1 && inputs.ids[0].valid()) {
            graph().outputs.push_back(inputs.ids[0]);
            return true;
        }
        return false;
    }

    PaddleReading& reading_;
    Model& model_;
    std::vector<Scope>& scopes_;
    GraphId id_;
    std::unordered_map<StringId, bool> moved_;  ///< Lists that feed and fetch move data of.
};

/// "v2.4.1" of 2004001.
std::string version_text(int64_t version) {
    if (version <= 0) return {};
    const int64_t patch = version % 1000;
    std::string text = fmt::format("v{}.{}", version / 1'000'000, version / 1000 % 1000);
    return patch == 0 ? text : fmt::format("{}.{}", text, patch);
}

/// Blocks belong to the operators that name them.
void link_blocks(Model& model) {
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        for (size_t n = 0; n < model.graphs[g].nodes.size(); ++n) {
            for (const Attribute& attribute : model.attributes_of(model.graphs[g].nodes[n])) {
                const auto adopt = [&](GraphId child) {
                    // Blocks stand behind the ones that they belong to, so that there is no circle.
                    if (!child.valid() || child.index() <= g) return;
                    Graph& graph = model.graphs[child.index()];
                    if (graph.parent.valid()) return;
                    graph.parent = GraphId(g);
                    graph.owner = NodeId(n);
                    graph.owner_attribute = attribute.name;
                };
                if (attribute.type == AttributeType::kGraph) adopt(attribute.graph);
                if (attribute.type != AttributeType::kGraphs) continue;
                for (const uint32_t id : Model::slice_of(model.ids, attribute.list)) adopt(GraphId(id));
            }
        }
    }
}

}  // namespace

Result<void> read_program(PaddleReading& reading) {
    Model& model = reading.model;
    model.format = Format::kPaddle;
    model.format_name = kPaddleReader.name;
    std::vector<Piece> blocks;
    each_field(reading, {model.files[0].bytes(), 0}, "ProgramDesc", {}, [&](const wire::Field& field) {
        if (field.tag == bytes_tag(1)) blocks.push_back(piece_of(field));
        if (field.tag != bytes_tag(4)) return;
        each_field(reading, piece_of(field), "Version", {}, [&](const wire::Field& inner) {
            if (inner.tag == varint_tag(1)) model.format_version = version_text(inner.integer());
        });
    });
    if (reading.cancel.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
    if (blocks.empty()) {
        if (!model.damages.empty()) return std::unexpected(model.damages.front().error);
        return fail(ErrorCode::kCorrupt, "The program has no blocks.", 0);
    }
    blocks.resize(std::min<size_t>(blocks.size(), limits::kGraphs));
    model.graphs.resize(blocks.size());
    std::vector<Scope> scopes(blocks.size());
    std::vector<Parameter> parameters;
    for (size_t i = 0; i < blocks.size() && !reading.hopeless(); ++i) {
        if (i != 0) model.graphs[i].kind = GraphKind::kSubgraph;
        BlockReader(reading, scopes, GraphId(i)).read(blocks[i], parameters);
    }
    link_blocks(model);
    attach_parameters(reading, std::move(parameters));
    for (Graph& graph : model.graphs) {
        for (const Capture& capture : graph.captures) {
            const Tensor& outer = model.graph(capture.outer_graph).tensor(capture.outer);
            graph.tensors[capture.local.index()].constant = outer.constant;
        }
    }
    if (reading.cancel.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
    for (Graph& graph : model.graphs) connect(model, graph);
    return {};
}

bool is_program(Bytes head) {
    wire::Reader reader(head, 0);
    wire::Field field;
    if (!reader.next(field) || field.tag != bytes_tag(1)) return false;
    // The first block is number 0 and has none around it (-1, or 0 in old files).
    wire::Reader block(field.bytes, 0);
    wire::Field inner;
    if (!block.next(inner) || inner.tag != varint_tag(1) || inner.value != 0) return false;
    if (!block.next(inner) || inner.tag != varint_tag(2)) return false;
    return inner.integer32() == -1 && block.next(inner) &&
           (inner.tag == bytes_tag(3) || inner.tag == bytes_tag(4));
}

}  // namespace netloupe::paddle
