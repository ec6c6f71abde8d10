#include "plan_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/limits.h"
#include "formats/torch/arguments.h"
#include "plan_values.h"
#include "quantization.h"

namespace netloupe::executorch {

namespace {

using wire::Call;
using wire::Plan;
using wire::Value;

/// One instruction: which values it takes and which it gives.
struct Instruction {
    Call kind = Call::NONE;
    uint32_t chain = 0;
    uint32_t position = 0;  ///< In its chain.
    FlatTable table;        ///< Of the call.
    std::vector<int64_t> inputs;
    std::vector<int64_t> outputs;
};

std::vector<int64_t> widened(const FlatNumbers<int32_t>& numbers) {
    std::vector<int64_t> out;
    out.reserve(numbers.size());
    for (uint32_t i = 0; i < numbers.size(); ++i) out.push_back(numbers[i]);
    return out;
}

class PlanReader {
public:
    PlanReader(ProgramReading& reading, const FlatTable& table)
        : reading_(reading),
          model_(reading.model),
          table_(table),
          id_(model_.graphs.size()),
          values_(reading, table, id_),
          operators_(table.tables<wire::Operator>(Plan::VT_OPERATORS)),
          delegates_(table.tables<wire::Delegate>(Plan::VT_DELEGATES)),
          attributes_(model_) {
        model_.graphs.emplace_back();
    }

    void read() {
        graph().name = reading_.intern(table_.text(Plan::VT_NAME));
        graph().origin.offset = table_.offset();
        const auto inputs = table_.numbers<int32_t>(Plan::VT_INPUTS);
        const auto outputs = table_.numbers<int32_t>(Plan::VT_OUTPUTS);
        for (uint32_t i = 0; i < inputs.size(); ++i) values_.mark_computed(inputs[i]);
        read_instructions();
        read_ends(inputs, Plan::VT_INPUTS, &Graph::inputs);
        for (const Instruction& instruction : instructions_) {
            if (reading_.hopeless()) break;
            add_node(instruction);
        }
        for (uint32_t i = 0; i < outputs.size(); ++i) values_.mark_computed(outputs[i]);
        read_ends(outputs, Plan::VT_OUTPUTS, &Graph::outputs);
        read_memory();
        settle_plan();
    }

private:
    Graph& graph() { return model_.graphs[id_.index()]; }

    void settle_plan() {
        reading_.settle([&] { return fmt::format("execution_plan[{}]", id_.index()); },
                        Plan::GetFullyQualifiedName(), {id_, NodeId(), TensorId()});
    }

    void read_ends(const FlatNumbers<int32_t>& numbers, uint16_t field, std::vector<TensorId> Graph::* ends) {
        std::vector<TensorId> out;
        for (uint32_t i = 0; i < numbers.size() && !reading_.hopeless(); ++i) {
            const TensorId tensor = values_.tensor(numbers[i]);
            if (tensor.valid()) {
                out.push_back(tensor);
            } else {
                table_.reject(field, "names a value that does not exist", i);
            }
        }
        graph().*ends = std::move(out);
        settle_plan();
    }

    /// What is computed must be known before the first node is made, because loops jump back.
    void read_instructions() {
        const auto chains = table_.tables<wire::Chain>(Plan::VT_CHAINS);
        for (uint32_t c = 0; c < chains.size() && !reading_.hopeless(); ++c) {
            const auto list = chains[c].tables<wire::Instruction>(wire::Chain::VT_INSTRUCTIONS);
            for (uint32_t i = 0; i < list.size() && !reading_.hopeless(); ++i) {
                Instruction instruction = read_instruction(list[i]);
                instruction.chain = c;
                instruction.position = i;
                for (const int64_t value : instruction.outputs) values_.mark_computed(value);
                instructions_.push_back(std::move(instruction));
                if (reading_.source.faulty()) settle(instructions_.back(), NodeId());
            }
        }
        settle_plan();
    }

    void settle(const Instruction& at, NodeId node) {
        reading_.settle(
            [&] {
                return fmt::format("execution_plan[{}].chains[{}].instructions[{}]", id_.index(), at.chain,
                                   at.position);
            },
            wire::Instruction::GetFullyQualifiedName(), {id_, node, TensorId()});
    }

    Instruction read_instruction(const FlatTable& table) {
        using Wire = wire::Instruction;
        Instruction out;
        out.kind = static_cast<Call>(table.number<uint8_t>(Wire::VT_CALL_TYPE));
        switch (out.kind) {
            case Call::KernelCall:
                out.table = table.table<wire::KernelCall>(Wire::VT_CALL);
                split_kernel(widened(out.table.numbers<int32_t>(wire::KernelCall::VT_ARGS)), out);
                break;
            case Call::DelegateCall:
                out.table = table.table<wire::DelegateCall>(Wire::VT_CALL);
                split_delegate(widened(out.table.numbers<int32_t>(wire::DelegateCall::VT_ARGS)), out);
                break;
            case Call::MoveCall:
                out.table = table.table<wire::MoveCall>(Wire::VT_CALL);
                out.inputs = {out.table.number<int32_t>(wire::MoveCall::VT_FROM)};
                out.outputs = {out.table.number<int32_t>(wire::MoveCall::VT_TO)};
                break;
            case Call::JumpFalseCall:
                out.table = table.table<wire::JumpFalseCall>(Wire::VT_CALL);
                out.inputs = {out.table.number<int32_t>(wire::JumpFalseCall::VT_CONDITION)};
                break;
            case Call::FreeCall:
                out.table = table.table<wire::FreeCall>(Wire::VT_CALL);
                out.inputs = {out.table.number<int32_t>(wire::FreeCall::VT_VALUE)};
                break;
            default:
                table.reject(Wire::VT_CALL_TYPE, "is no instruction that is known");
        }
        return out;
    }

    /// A kernel takes its arguments, then the tensors that receive the results, then what it returns: those
    /// tensors again, several as a list of them. Kernels for numbers only return.
    void split_kernel(std::vector<int64_t> args, Instruction& out) {
        if (args.empty()) return;
        const int64_t result = args.back();
        args.pop_back();
        const bool is_list = values_.kind(result) == Value::TensorList;
        if (is_list) {
            for (const int32_t element : values_.elements(result)) out.outputs.push_back(element);
        } else {
            out.outputs = {result};
        }
        if (!args.empty() && args.back() == result) {
            args.pop_back();
        } else if (args.size() >= out.outputs.size() &&
                   std::equal(out.outputs.rbegin(), out.outputs.rend(), args.rbegin())) {
            args.resize(args.size() - out.outputs.size());
        }
        out.inputs = std::move(args);
    }

    /// A delegate takes its inputs, then the tensors that receive the results: those that nothing has filled
    /// yet.
    void split_delegate(std::vector<int64_t> args, Instruction& out) {
        size_t inputs = args.size();
        while (inputs > 0 && !values_.is_computed(args[inputs - 1]) && !has_values(args[inputs - 1]))
            --inputs;
        out.outputs.assign(args.begin() + static_cast<ptrdiff_t>(inputs), args.end());
        args.resize(inputs);
        out.inputs = std::move(args);
    }

    bool has_values(int64_t index) {
        if (values_.kind(index) != Value::Tensor) return true;
        const TensorId id = values_.tensor(index);
        return id.valid() && graph().tensor(id).constant.valid();
    }

    void add_node(const Instruction& instruction) {
        const NodeId node_id(graph().nodes.size());
        Node node;
        node.origin.offset = instruction.table.offset();
        const auto attributes = static_cast<uint32_t>(model_.attributes.size());
        operands_.clear();
        names_.clear();
        switch (instruction.kind) {
            case Call::KernelCall:
                add_kernel(instruction, node);
                break;
            case Call::DelegateCall:
                add_delegate(instruction, node);
                break;
            case Call::JumpFalseCall:
                node.op = reading_.intern("JumpFalseCall");
                attributes_.add_int(reading_.intern("destination_instruction"),
                                    instruction.table.number<int32_t>(wire::JumpFalseCall::VT_DESTINATION));
                add_values(instruction.inputs);
                break;
            default:
                node.op = reading_.intern(instruction.kind == Call::MoveCall   ? "MoveCall"
                                          : instruction.kind == Call::FreeCall ? "FreeCall"
                                                                               : "?");
                add_values(instruction.inputs);
        }
        node.attributes = {attributes, static_cast<uint32_t>(model_.attributes.size()) - attributes};
        node.inputs = append(model_.operands, std::span<const TensorId>(operands_));
        if (!names_.empty()) node.input_names = append(model_.texts, std::span<const StringId>(names_));
        operands_.clear();
        for (const int64_t value : instruction.outputs) operands_.push_back(values_.tensor(value));
        node.outputs = append(model_.operands, std::span<const TensorId>(operands_));
        node.metadata = append(model_.metadata, std::span<const KeyValue>(metadata_));
        metadata_.clear();
        graph().nodes.push_back(node);
        attach_quantization(model_, graph(), node);
        settle(instruction, node_id);
    }

    void add_values(const std::vector<int64_t>& values) {
        for (const int64_t value : values) operands_.push_back(values_.tensor(value));
    }

    void add_kernel(const Instruction& call, Node& node) {
        const auto index = call.table.number<int32_t>(wire::KernelCall::VT_OP_INDEX);
        if (index < 0 || static_cast<uint32_t>(index) >= operators_.size()) {
            call.table.reject(wire::KernelCall::VT_OP_INDEX, "names an operator that does not exist");
            node.op = reading_.intern("?");
            return add_values(call.inputs);
        }
        const FlatTable kernel = operators_[static_cast<uint32_t>(index)];
        const auto name = kernel.text(wire::Operator::VT_NAME);
        const auto overload = kernel.text(wire::Operator::VT_OVERLOAD);
        node.op = reading_.intern(name);
        node.is_custom = !name.starts_with("aten::");
        if (!overload.empty()) metadata_.push_back({reading_.intern("overload"), reading_.intern(overload)});
        auto arguments = torch::arguments_of(name, overload);
        // Another number of arguments is another version of the kernel.
        if (arguments.size() != call.inputs.size()) arguments = {};
        for (size_t i = 0; i < call.inputs.size(); ++i) {
            const torch::Argument argument = i < arguments.size() ? arguments[i] : torch::Argument();
            const StringId called = argument.name.empty() ? reading_.intern(fmt::format("argument{}", i))
                                                          : reading_.intern(argument.name);
            add_argument(call.inputs[i], called, argument.optional_tensor);
        }
    }

    void add_operand(int64_t value, StringId name) {
        operands_.push_back(value < 0 ? TensorId() : values_.tensor(value));
        names_.push_back(name);
    }

    void add_argument(int64_t value, StringId name, bool optional_tensor) {
        if (values_.is_tensor(value)) return add_operand(value, name);
        switch (values_.kind(value)) {
            case Value::TensorList:
            case Value::OptionalTensorList:
                for (const int32_t element : values_.elements(value)) add_operand(element, name);
                return;
            case Value::Null:
                if (optional_tensor) add_operand(-1, name);
                return;
            case Value::NONE:
                return;
            default: {
                std::vector<int64_t> computed;
                values_.add_attribute(attributes_, name, value, computed);
                for (const int64_t element : computed) add_operand(element, name);
            }
        }
    }

    void add_delegate(const Instruction& call, Node& node) {
        add_values(call.inputs);
        node.is_custom = true;
        const auto index = call.table.number<int32_t>(wire::DelegateCall::VT_DELEGATE);
        if (index < 0 || static_cast<uint32_t>(index) >= delegates_.size()) {
            call.table.reject(wire::DelegateCall::VT_DELEGATE, "names a delegate that does not exist");
            node.op = reading_.intern("?");
            return;
        }
        const FlatTable delegate = delegates_[static_cast<uint32_t>(index)];
        node.op = reading_.intern(delegate.text(wire::Delegate::VT_BACKEND));
        add_processed(delegate);
        const auto specs = delegate.tables<wire::CompileSpec>(wire::Delegate::VT_COMPILE_SPECS);
        for (uint32_t i = 0; i < specs.size() && !reading_.hopeless(); ++i) {
            const FlatTable spec = specs[i];
            attributes_.add_text(reading_.intern(spec.text(wire::CompileSpec::VT_KEY)),
                                 spec.numbers<uint8_t>(wire::CompileSpec::VT_VALUE).bytes());
        }
    }

    /// The program that the backend runs, as bytes of the file.
    void add_processed(const FlatTable& delegate) {
        const FlatTable reference = delegate.table<wire::DelegateData>(wire::Delegate::VT_PROCESSED);
        if (!reference) return;
        const auto index = reference.number<uint32_t>(wire::DelegateData::VT_INDEX);
        const auto span = processed_span(reference, index);
        if (!span)
            return reference.reject(wire::DelegateData::VT_INDEX, "names data that is not in the file");
        Constant constant;
        constant.name = reading_.intern("processed");
        constant.dtype = DataType::kUint8;
        constant.file = FileId(0U);
        constant.offset = span->offset;
        constant.length = span->length;
        const Dimension all{static_cast<int64_t>(span->length), StringId()};
        constant.shape = {append(model_.dims, std::span(&all, 1)), true};
        attributes_.add_tensor(constant.name, ConstantId(model_.constants.size()));
        model_.constants.push_back(constant);
    }

    [[nodiscard]] std::optional<Segments::Span> processed_span(const FlatTable& reference,
                                                               uint32_t index) const {
        const auto location =
            static_cast<wire::DataLocation>(reference.number<int8_t>(wire::DelegateData::VT_LOCATION));
        if (location == wire::DataLocation::SEGMENT) return reading_.segments.find(index);
        const auto data = reading_.root.tables<wire::Buffer>(wire::Program::VT_DELEGATE_DATA);
        if (index >= data.size()) return std::nullopt;
        const auto storage = data[index].span<uint8_t>(wire::Buffer::VT_STORAGE);
        return Segments::Span{storage.offset(), storage.size()};
    }

    void read_memory() {
        const auto sizes = table_.numbers<int64_t>(Plan::VT_BUFFER_SIZES);
        std::vector<KeyValue> entries;
        for (uint32_t i = 1; i < sizes.size(); ++i) {
            entries.push_back({reading_.intern(fmt::format("memory area {}", i)),
                               reading_.intern(fmt::format("{} bytes", sizes[i]))});
        }
        graph().metadata = append(model_.metadata, std::span<const KeyValue>(entries));
    }

    ProgramReading& reading_;
    Model& model_;
    const FlatTable& table_;
    GraphId id_;
    PlanValues values_;
    FlatTables operators_;
    FlatTables delegates_;
    AttributeList attributes_;
    std::vector<Instruction> instructions_;
    std::vector<TensorId> operands_;  ///< Of the node that is being read.
    std::vector<StringId> names_;     ///< ... and of its inputs.
    std::vector<KeyValue> metadata_;
};

}  // namespace

void read_plan(ProgramReading& reading, const FlatTable& table) {
    PlanReader(reading, table).read();
}

}  // namespace netloupe::executorch
