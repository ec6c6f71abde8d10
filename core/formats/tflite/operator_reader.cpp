#include "operator_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "legacy_operators.h"

namespace netloupe::tflite {

namespace {

using wire::Operator;
using wire::OperatorCode;

constexpr std::string_view kOperatorType = "netloupe.wire.tflite.Operator";
constexpr auto kCustom = static_cast<int32_t>(wire::BuiltinOperator::CUSTOM);

/// "3, 4, 7": for numbers that are shown, not used.
template <typename T>
std::string listed(const FlatNumbers<T>& numbers) {
    constexpr uint32_t kShown = 64;
    std::string text;
    for (uint32_t i = 0; i < numbers.size() && i < kShown; ++i) {
        text += fmt::format("{}{}", i == 0 ? "" : ", ", numbers[i]);
    }
    return numbers.size() > kShown ? text + ", …" : text;
}

}  // namespace

std::string operator_path(GraphId graph, size_t node) {
    return fmt::format("subgraphs[{}].operators[{}]", graph.index(), node);
}

OperatorReader::OperatorReader(ReadContext& context, size_t subgraph_count, uint16_t codes_field)
    : context_(context),
      options_(context, subgraph_count),
      builtins_(context.schema.enumeration("netloupe.wire.tflite.BuiltinOperator")),
      intermediates_(context.intern("intermediates")),
      mutating_(context.intern("mutating_variable_inputs")) {
    const auto codes = context.root.tables<OperatorCode>(codes_field);
    for (uint32_t i = 0; i < codes.size() && !context.hopeless(); ++i)
        codes_.push_back(read_code(codes[i], i));
    context.settle([] { return std::string("operator_codes"); }, "netloupe.wire.tflite.OperatorCode", {});
}

OperatorReader::Code OperatorReader::read_code(const FlatTable& code, uint32_t index) {
    const auto old = int32_t{code.number<int8_t>(OperatorCode::VT_DEPRECATED_BUILTIN_CODE)};
    const auto newer = code.number<int32_t>(OperatorCode::VT_BUILTIN_CODE);
    // Codes below 0 are Circle's; there one of the two fields may be left out.
    const int32_t number = old < 0 || newer < 0 ? std::min(old, newer) : std::max(old, newer);
    const bool is_custom = number == (context_.old_operators ? kLegacyCustom : kCustom);
    Code out{StringId(), code.number<int32_t>(OperatorCode::VT_VERSION, 1), is_custom};
    const FlatEnum::Entry* entry = builtins_.find(number);
    if (is_custom) {
        const auto name = code.text(OperatorCode::VT_CUSTOM_CODE);
        out.op = context_.intern(name.empty() ? "CUSTOM" : name);
    } else if (context_.old_operators) {
        out.op = context_.intern(legacy_operator(number));
    } else if (entry != nullptr) {
        out.op = context_.intern(entry->name);
    } else {
        out.op = context_.intern(fmt::format("BUILTIN_{}", number));
    }
    context_.settle([&] { return fmt::format("operator_codes[{}]", index); },
                    "netloupe.wire.tflite.OperatorCode", {});
    return out;
}

void OperatorReader::read(GraphId graph, const FlatTables& operators) {
    auto& nodes = context_.model.graphs[graph.index()].nodes;
    for (uint32_t i = 0; i < operators.size() && !context_.hopeless(); ++i) {
        const Place place{graph, NodeId(i), TensorId()};
        nodes.push_back(read_operator(operators[i], place));
        context_.settle([&] { return operator_path(graph, i); }, kOperatorType, place);
    }
}

Node OperatorReader::read_operator(const FlatTable& table, Place place) {
    Node node;
    const auto code = table.number<uint32_t>(Operator::VT_OPCODE_INDEX);
    if (code < codes_.size()) {
        node.op = codes_[code].op;
        node.version = codes_[code].version;
        node.is_custom = codes_[code].is_custom;
    } else {
        node.op = context_.intern("?");
        table.reject(Operator::VT_OPCODE_INDEX, "names an operator code that does not exist");
    }
    const Graph& graph = context_.model.graph(place.graph);
    node.inputs = read_operands(table, Operator::VT_INPUTS, graph);
    node.outputs = read_operands(table, Operator::VT_OUTPUTS, graph);
    node.origin.offset = table.offset();

    node.attributes.begin = static_cast<uint32_t>(context_.model.attributes.size());
    options_.read(table, place.graph, place.node);
    node.attributes.count = static_cast<uint32_t>(context_.model.attributes.size()) - node.attributes.begin;

    node.metadata.begin = static_cast<uint32_t>(context_.model.metadata.size());
    add_metadata<int32_t>(table, Operator::VT_INTERMEDIATES, intermediates_, node);
    add_metadata<uint8_t>(table, Operator::VT_MUTATING_VARIABLE_INPUTS, mutating_, node);
    return node;
}

Range OperatorReader::read_operands(const FlatTable& table, uint16_t field, const Graph& graph) {
    const auto numbers = table.numbers<int32_t>(field);
    auto& operands = context_.model.operands;
    const Range range{static_cast<uint32_t>(operands.size()), numbers.size()};
    for (uint32_t i = 0; i < numbers.size(); ++i) {
        const int32_t tensor = numbers[i];
        const bool exists = tensor >= 0 && static_cast<size_t>(tensor) < graph.tensors.size();
        if (!exists && tensor != -1) table.reject(field, "names a tensor that does not exist", i);
        operands.push_back(exists ? TensorId(static_cast<uint32_t>(tensor)) : TensorId());
    }
    return range;
}

template <typename T>
void OperatorReader::add_metadata(const FlatTable& table, uint16_t field, StringId key, Node& node) {
    if (!table.has(field)) return;
    const auto numbers = table.numbers<T>(field);
    if (numbers.empty()) return;
    context_.model.metadata.push_back({key, context_.intern(listed(numbers))});
    ++node.metadata.count;
}

}  // namespace netloupe::tflite
