#include "ops/operator_schema.h"

#include <algorithm>
#include <charconv>

#include "operator_tables.h"

namespace netloupe {
namespace {

const OperandSchema* operand_at(std::span<const OperandSchema> operands, size_t index) {
    if (index < operands.size()) return &operands[index];
    if (operands.empty() || operands.back().presence < Presence::kVariadic) return nullptr;
    return &operands.back();
}

const std::vector<DomainTable>& tables() {
    static const std::vector<DomainTable> kTables = [] {
        std::vector<DomainTable> parsed;
        for (const OperatorSource& source : operator_sources()) parsed.push_back(parse_operators(source));
        return parsed;
    }();
    return kTables;
}

const DomainTable* find_domain(Dialect dialect, std::string_view domain) {
    if (dialect == Dialect::kOnnx && domain == "ai.onnx") domain = {};
    const auto& all = tables();
    const auto found = std::ranges::find_if(
        all, [&](const DomainTable& table) { return table.dialect == dialect && table.domain == domain; });
    return found == all.end() ? nullptr : &*found;
}

template <typename T>
std::optional<T> parse_number(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

std::optional<int64_t> AttributeSchema::default_int() const {
    if (!has_default || kind != AttributeKind::kInt) return std::nullopt;
    return parse_number<int64_t>(default_text);
}

std::optional<double> AttributeSchema::default_float() const {
    if (!has_default || kind != AttributeKind::kFloat) return std::nullopt;
    return parse_number<double>(default_text);
}

const OperandSchema* OperatorSchema::input(size_t index) const {
    return operand_at(inputs, index);
}

const OperandSchema* OperatorSchema::output(size_t index) const {
    return operand_at(outputs, index);
}

const AttributeSchema* OperatorSchema::attribute(std::string_view attribute_name) const {
    const auto found = std::ranges::find(attributes, attribute_name, &AttributeSchema::name);
    return found == attributes.end() ? nullptr : &*found;
}

std::optional<uint32_t> OperatorSchema::input_of(OperandRole role) const {
    const auto found = std::ranges::find(inputs, role, &OperandSchema::role);
    if (found == inputs.end()) return std::nullopt;
    return static_cast<uint32_t>(found - inputs.begin());
}

const OperatorSchema* find_operator(Dialect dialect, std::string_view domain, std::string_view op,
                                    int32_t version) {
    const DomainTable* table = find_domain(dialect, domain);
    if (table == nullptr) return nullptr;
    const auto found = table->by_name.find(op);
    if (found == table->by_name.end()) return nullptr;
    const auto [first, count] = found->second;
    for (uint32_t i = first + count; i > first; --i) {
        const OperatorSchema& schema = table->schemas[i - 1];
        if (version == kNewestVersion || schema.since_version <= version) return &schema;
    }
    return nullptr;
}

bool knows_domain(Dialect dialect, std::string_view domain) {
    return find_domain(dialect, domain) != nullptr;
}

std::vector<const OperatorSchema*> all_operators(Dialect dialect) {
    std::vector<const OperatorSchema*> all;
    for (const DomainTable& table : tables()) {
        if (table.dialect != dialect) continue;
        for (const OperatorSchema& schema : table.schemas) all.push_back(&schema);
    }
    return all;
}

}  // namespace netloupe
