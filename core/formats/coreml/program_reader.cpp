#include "program_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "mil_quantization.h"
#include "mil_values.h"

namespace netloupe::coreml {

namespace {

using wire::bytes_tag;

/// An entry of a map: its key, and where its value is.
struct Entry {
    StringId key{0U};
    Piece value;
};

Entry read_entry(CoremlReading& reading, Piece message) {
    Entry out;
    reading.each_field(message, "map entry", [&](const wire::Field& field) {
        if (field.tag == bytes_tag(1)) out.key = reading.text(field);
        if (field.tag == bytes_tag(2)) out.value = piece_of(field);
    });
    return out;
}

/// A NamedValueType message.
struct Named {
    StringId name{0U};
    Piece type;
};

Named read_named(CoremlReading& reading, Piece message) {
    Named out;
    reading.each_field(message, "NamedValueType", [&](const wire::Field& field) {
        if (field.tag == bytes_tag(1)) out.name = reading.text(field);
        if (field.tag == bytes_tag(2)) out.type = piece_of(field);
    });
    return out;
}

/// Maps have no order in the file; people expect what flows in before what it meets.
size_t rank_of(std::string_view argument) {
    static constexpr auto kFirst = std::to_array<std::string_view>(
        {"x",         "input",     "data", "values", "tensors", "cond", "pred",
         "loop_vars", "query",     "key",  "value",  "indices", "y",    "weight",
         "weight_ih", "weight_hh", "bias", "gamma",  "beta",    "mean", "variance"});
    return static_cast<size_t>(std::ranges::find(kFirst, argument) - kFirst.begin());
}

/// The parts of an Operation message.
struct Operation {
    std::string_view type;
    std::vector<Entry> arguments;  ///< Values are Argument messages.
    std::vector<Piece> outputs;
    std::vector<Piece> blocks;
    std::vector<Entry> attributes;  ///< Values are Value messages.
};

Operation read_operation(CoremlReading& reading, Piece message) {
    Operation out;
    reading.each_field(message, "Operation", [&](const wire::Field& field) {
        switch (field.tag) {
            case bytes_tag(1):
                out.type = as_text(field.bytes);
                break;
            case bytes_tag(2):
                out.arguments.push_back(read_entry(reading, piece_of(field)));
                break;
            case bytes_tag(3):
                out.outputs.push_back(piece_of(field));
                break;
            case bytes_tag(4):
                out.blocks.push_back(piece_of(field));
                break;
            case bytes_tag(5):
                out.attributes.push_back(read_entry(reading, piece_of(field)));
                break;
            default:
                break;
        }
    });
    const auto rank = [&](const Entry& entry) { return rank_of(reading.model.text(entry.key)); };
    std::ranges::stable_sort(out.arguments, {}, rank);
    return out;
}

/// Values of a block by name; those of the blocks around it come in as captures.
class BlockReader {
public:
    BlockReader(CoremlReading& reading, GraphId graph, BlockReader* outer)
        : reading_(reading),
          model_(reading.model),
          values_(reading, graph),
          outer_(outer),
          depth_(outer == nullptr ? 0 : outer->depth_ + 1) {}

    void add_input(Piece message) {
        const Named named = read_named(reading_, message);
        const TensorId id = values_.define(named.name);
        set_mil_type(reading_, named.type, values_[id]);
        graph().inputs.push_back(id);
    }

    void read(Piece block) {
        std::vector<StringId> outputs;
        std::vector<Piece> operations;
        reading_.each_field(block, "Block", [&](const wire::Field& field) {
            if (field.tag == bytes_tag(1)) add_input(piece_of(field));
            if (field.tag == bytes_tag(2)) outputs.push_back(reading_.text(field));
            if (field.tag == bytes_tag(3)) operations.push_back(piece_of(field));
        });
        for (const Piece& operation : operations) {
            if (reading_.hopeless()) return;
            read_node(operation);
        }
        for (const StringId output : outputs) graph().outputs.push_back(find(output));
    }

private:
    Graph& graph() { return model_.graphs[values_.graph().index()]; }

    /// The tensor of that name: of this block, or standing for one around it.
    TensorId find(StringId name) {
        if (knows(name)) return values_.use(name);
        for (BlockReader* around = outer_; around != nullptr; around = around->outer_) {
            if (!around->knows(name)) continue;
            const TensorId outer = around->values_.use(name);
            const Tensor known = around->values_[outer];
            const TensorId local = values_.define(name);
            Tensor& tensor = values_[local];
            tensor = known;
            tensor.is_captured = true;
            graph().captures.push_back({local, around->values_.graph(), outer});
            return local;
        }
        return values_.use(name);
    }

    /// Whether the block has a value of that name. A short constant becomes a tensor when an operation takes
    /// it as an operand; most are parameters.
    bool knows(StringId name) {
        if (values_.knows(name)) return true;
        const auto found = constants_.find(name);
        if (found == constants_.end()) return false;
        add_constant(name, found->second);
        return true;
    }

    void add_constant(StringId name, const MilValue& value) {
        const TensorId id = values_.define(name);
        const Constant constant = mil_constant(reading_, value, name);
        Tensor& tensor = values_[id];
        tensor.declared = true;
        tensor.dtype = constant.dtype;
        tensor.shape = constant.shape;
        tensor.constant = ConstantId(model_.constants.size());
        model_.constants.push_back(constant);
    }

    /// A constant with its value in the program, when the name is one.
    const MilValue* immediate(StringId name) const {
        for (const BlockReader* at = this; at != nullptr; at = at->outer_) {
            const auto found = at->constants_.find(name);
            if (found != at->constants_.end()) return &found->second;
            if (at->values_.knows(name)) return nullptr;
        }
        return nullptr;
    }

    void read_node(Piece message) {
        const Operation operation = read_operation(reading_, message);
        if (operation.type == "const" && read_constant(operation)) return;
        NodeDraft draft;
        draft.node.op = reading_.intern(operation.type);
        draft.node.origin.offset = message.offset;
        const size_t first = model_.attributes.size();
        for (const Entry& argument : operation.arguments) read_argument(argument, draft);
        for (const Entry& attribute : operation.attributes) {
            const MilValue value = read_mil_value(reading_, attribute.value);
            if (model_.text(attribute.key) == "name") {
                draft.node.name = reading_.intern(mil_text(value));
            } else {
                add_value(value, attribute.key, draft);
            }
        }
        for (const Piece& output : operation.outputs) {
            const Named named = read_named(reading_, output);
            const TensorId id = values_.define(named.name);
            set_mil_type(reading_, named.type, values_[id]);
            draft.outputs.push_back(id);
        }
        const NodeId node = add_node(reading_, values_.graph(), std::move(draft), first);
        read_blocks(operation, node);
        attach_mil_quantization(model_, values_.graph(), node);
    }

    bool read_constant(const Operation& operation) {
        if (operation.outputs.size() != 1) return false;
        const auto found = std::ranges::find_if(operation.attributes, [&](const Entry& attribute) {
            return model_.text(attribute.key) == "val";
        });
        if (found == operation.attributes.end()) return false;
        const MilValue value = read_mil_value(reading_, found->value);
        if (!value.valid()) return false;
        const Named named = read_named(reading_, operation.outputs[0]);
        if (value.storage == MilValue::Storage::kBlob) {
            add_constant(named.name, value);
        } else {
            constants_.emplace(named.name, value);
        }
        return true;
    }

    /// Short constants are parameters of the node; what flows and long ones are operands.
    void read_argument(const Entry& argument, NodeDraft& draft) {
        std::vector<Entry> bindings;
        reading_.each_field(argument.value, "Argument", [&](const wire::Field& field) {
            if (field.tag == bytes_tag(1)) bindings.push_back(read_binding(piece_of(field)));
        });
        for (const Entry& binding : bindings) {
            if (binding.value.bytes.data() != nullptr) {
                add_value(read_mil_value(reading_, binding.value), argument.key, draft);
                continue;
            }
            const MilValue* value = bindings.size() == 1 ? immediate(binding.key) : nullptr;
            if (value != nullptr && add_mil_attribute(reading_, *value, argument.key)) continue;
            draft.inputs.push_back(find(binding.key));
            draft.input_names.push_back(argument.key);
        }
    }

    /// A name, or a value.
    Entry read_binding(Piece message) {
        Entry out;
        reading_.each_field(message, "Binding", [&](const wire::Field& field) {
            if (field.tag == bytes_tag(1)) out.key = reading_.text(field);
            if (field.tag == bytes_tag(2)) out.value = piece_of(field);
        });
        return out;
    }

    void add_value(const MilValue& value, StringId name, NodeDraft& draft) {
        if (!value.valid() || add_mil_attribute(reading_, value, name)) return;
        Constant constant = mil_constant(reading_, value, name);
        Tensor tensor;
        tensor.name = name;
        tensor.kind = ValueKind::kTensor;
        tensor.declared = true;
        tensor.dtype = constant.dtype;
        tensor.shape = constant.shape;
        tensor.constant = ConstantId(model_.constants.size());
        model_.constants.push_back(constant);
        draft.inputs.emplace_back(graph().tensors.size());
        draft.input_names.push_back(name);
        graph().tensors.push_back(tensor);
    }

    void read_blocks(const Operation& operation, NodeId node) {
        if (operation.blocks.empty()) return;
        if (depth_ >= limits::kNesting || model_.graphs.size() + operation.blocks.size() > limits::kGraphs) {
            return reading_.damage({ErrorCode::kLimit, "Blocks are nested too deeply."}, values_.graph(),
                                   node);
        }
        std::vector<Attribute> attributes;
        for (const Attribute& attribute : model_.attributes_of(graph().nodes[node.index()])) {
            attributes.push_back(attribute);
        }
        for (size_t i = 0; i < operation.blocks.size(); ++i) {
            const GraphId child(model_.graphs.size());
            Attribute attribute;
            attribute.name = reading_.intern(fmt::format("blocks[{}]", i));
            attribute.type = AttributeType::kGraph;
            attribute.graph = child;
            Graph& made = model_.graphs.emplace_back();
            made.kind = GraphKind::kSubgraph;
            made.parent = values_.graph();
            made.owner = node;
            made.owner_attribute = attribute.name;
            made.origin.offset = operation.blocks[i].offset;
            BlockReader(reading_, child, this).read(operation.blocks[i]);
            attributes.push_back(attribute);
        }
        graph().nodes[node.index()].attributes =
            append(model_.attributes, std::span<const Attribute>(attributes));
    }

    CoremlReading& reading_;
    Model& model_;
    NamedValues values_;
    BlockReader* outer_;
    uint32_t depth_;
    std::unordered_map<StringId, MilValue> constants_;
};

/// A Function message.
void read_function(CoremlReading& reading, const Entry& function, GraphId id) {
    std::vector<Piece> inputs;
    StringId opset(0U);
    std::vector<Entry> blocks;
    reading.each_field(function.value, "Function", [&](const wire::Field& field) {
        if (field.tag == bytes_tag(1)) inputs.push_back(piece_of(field));
        if (field.tag == bytes_tag(2)) opset = reading.text(field);
        if (field.tag == bytes_tag(3)) blocks.push_back(read_entry(reading, piece_of(field)));
    });
    Graph& graph = reading.model.graphs[id.index()];
    graph.name = function.key;
    graph.origin.offset = function.value.offset;
    BlockReader reader(reading, id, nullptr);
    for (const Piece& input : inputs) reader.add_input(input);
    if (blocks.empty()) return;
    // The block for the opset that the function is written for; others are for other systems.
    const auto own = std::ranges::find(blocks, opset, &Entry::key);
    const Entry& block = own == blocks.end() ? blocks.front() : *own;
    const KeyValue entry{reading.intern("opset"), block.key};
    reading.model.graphs[id.index()].metadata = append(reading.model.metadata, std::span(&entry, 1));
    reader.read(block.value);
}

}  // namespace

void read_mil_program(CoremlReading& reading, Piece program, GraphId main) {
    std::vector<Entry> functions;
    reading.each_field(program, "Program", [&](const wire::Field& field) {
        if (field.tag == bytes_tag(2)) functions.push_back(read_entry(reading, piece_of(field)));
    });
    std::ranges::stable_partition(
        functions, [&](const Entry& function) { return reading.model.text(function.key) == "main"; });
    for (size_t i = 0; i < functions.size() && i < limits::kGraphs && !reading.hopeless(); ++i) {
        const GraphId id = i == 0 ? main : GraphId(reading.model.graphs.size());
        if (i != 0) reading.model.graphs.emplace_back();
        read_function(reading, functions[i], id);
    }
}

}  // namespace netloupe::coreml
