#include "options_reader.h"

#include <algorithm>
#include <string>

#include "base/limits.h"
#include "custom_options.h"

namespace netloupe::tflite {

namespace {

using wire::Operator;

struct Union {
    uint16_t type;
    uint16_t value;
    const char* name;
};
constexpr std::array<Union, 2> kUnions = {{
    {Operator::VT_BUILTIN_OPTIONS_TYPE, Operator::VT_BUILTIN_OPTIONS, "netloupe.wire.tflite.BuiltinOptions"},
    {Operator::VT_BUILTIN_OPTIONS_2_TYPE, Operator::VT_BUILTIN_OPTIONS_2,
     "netloupe.wire.tflite.BuiltinOptions2"},
}};

/// Fields that hold numbers of subgraphs are known by their names; the schema says no more than int.
bool names_subgraphs(std::string_view field) {
    return field.ends_with("subgraph_index") || field.ends_with("subgraph_indices") || field == "subgraph" ||
           field == "called_computations";
}

DataType element_type(const FlatField& field) {
    if (field.kind == FlatField::Kind::kBools) return DataType::kBool;
    if (field.kind == FlatField::Kind::kReals) {
        return field.width == 8 ? DataType::kFloat64 : DataType::kFloat32;
    }
    switch (field.width) {
        case 1:
            return field.is_signed ? DataType::kInt8 : DataType::kUint8;
        case 2:
            return field.is_signed ? DataType::kInt16 : DataType::kUint16;
        case 4:
            return field.is_signed ? DataType::kInt32 : DataType::kUint32;
        default:
            return field.is_signed ? DataType::kInt64 : DataType::kUint64;
    }
}

}  // namespace

OptionsReader::OptionsReader(ReadContext& context, size_t subgraph_count)
    : context_(context),
      list_(context.model),
      subgraph_count_(subgraph_count),
      custom_options_(context.intern("custom_options")) {
    for (size_t i = 0; i < kUnions.size(); ++i) {
        unions_[i] = context.schema.enumeration(kUnions[i].name);
        plans_[i].resize(UINT8_MAX + 1);
    }
}

void OptionsReader::read(const FlatTable& op, GraphId graph, NodeId node) {
    for (size_t i = 0; i < kUnions.size(); ++i) {
        const auto member = op.number<uint8_t>(kUnions[i].type);
        if (member == 0) continue;
        const Plan* steps = plan(i, member);
        if (steps == nullptr) {
            // Newer than the schema: at least say what it is.
            list_.add_int(context_.intern(i == 0 ? "builtin_options_type" : "builtin_options_2_type"),
                          member);
            continue;
        }
        // A writer may leave out an empty table; its defaults hold all the same.
        const FlatTable options = op.table(kUnions[i].value, steps->table);
        if (!options && op.has(kUnions[i].value)) continue;
        for (const Step& step : steps->steps) read_field(options, step, {graph, node});
    }
    const auto custom = op.span<uint8_t>(Operator::VT_CUSTOM_OPTIONS);
    if (!custom.empty()) return add_custom_options(list_, custom_options_, custom.bytes());
    const auto offset = op.number<uint64_t>(Operator::VT_LARGE_CUSTOM_OPTIONS_OFFSET);
    if (offset <= 1) return;
    const auto length = op.number<uint64_t>(Operator::VT_LARGE_CUSTOM_OPTIONS_SIZE);
    const auto large = slice(context_.source.bytes(), offset, length);
    if (large) return add_custom_options(list_, custom_options_, *large);
    op.reject(Operator::VT_LARGE_CUSTOM_OPTIONS_OFFSET, "points beyond the end of the file");
}

const OptionsReader::Plan* OptionsReader::plan(size_t which, uint8_t member) {
    auto& made = plans_[which][member];
    if (!made) {
        const FlatEnum::Entry* entry = unions_[which].find(member);
        if (entry == nullptr) return nullptr;
        made = std::make_unique<Plan>(make_plan(entry->table));
    }
    return made.get();
}

OptionsReader::Plan OptionsReader::make_plan(std::string_view table) {
    Plan made{table, {}};
    for (const FlatField& field : context_.schema.fields(table)) {
        Step step{field, context_.intern(field.name), Step::Role::kPlain, nullptr};
        if (field.enumeration >= 0) step.enumerators = enumerators(field.enumeration);
        if (names_subgraphs(field.name)) step.role = Step::Role::kSubgraph;
        if (field.kind == FlatField::Kind::kBytes) step.role = Step::Role::kOptions;
        made.steps.push_back(step);
    }
    return made;
}

const OptionsReader::Enumerators* OptionsReader::enumerators(int32_t index) {
    const auto [at, added] = enumerators_.try_emplace(index);
    if (added) {
        at->second.values = context_.schema.enumeration(index);
        for (const auto& entry : at->second.values.entries)
            at->second.names.push_back(context_.intern(entry.name));
    }
    return &at->second;
}

void OptionsReader::read_field(const FlatTable& options, const Step& step, User user) {
    switch (step.field.kind) {
        case FlatField::Kind::kInt:
            return read_number(options, step, user);
        case FlatField::Kind::kReal:
            return list_.add_real(step.name, real_of(options, step.field));
        case FlatField::Kind::kBool:
            return list_.add_bool(step.name, integer_of(options, step.field) != 0);
        case FlatField::Kind::kText:
            if (options.has(step.field.slot))
                list_.add_text(step.name, as_bytes(options.text(step.field.slot)));
            return;
        case FlatField::Kind::kInts:
        case FlatField::Kind::kReals:
        case FlatField::Kind::kBools:
        case FlatField::Kind::kBytes:
            if (options.has(step.field.slot)) read_vector(options, step, user);
            return;
        default:
            return;
    }
}

void OptionsReader::read_number(const FlatTable& options, const Step& step, User user) {
    const int64_t value = integer_of(options, step.field);
    if (step.role == Step::Role::kSubgraph) {
        if (is_subgraph(value)) {
            const GraphId to(static_cast<uint32_t>(value));
            uses_.push_back({user.graph, user.node, step.name, to});
            return list_.add_graph(step.name, to, value);
        }
        // -1 is how some writers say that there is none.
        if (value >= 0) options.reject(step.field.slot, "names a subgraph that does not exist");
        return list_.add_int(step.name, value);
    }
    if (step.enumerators == nullptr) return list_.add_int(step.name, value);
    const FlatEnum::Entry* entry = step.enumerators->values.find(value);
    if (entry == nullptr) return list_.add_int(step.name, value);
    const auto i = static_cast<size_t>(entry - step.enumerators->values.entries.data());
    list_.add_enum(step.name, value, step.enumerators->names[i]);
}

void OptionsReader::read_vector(const FlatTable& options, const Step& step, User user) {
    const Bytes bytes = elements_of(options, step.field);
    switch (step.role) {
        case Step::Role::kOptions:
            return add_custom_options(list_, step.name, bytes);
        case Step::Role::kSubgraph:
            return read_subgraph_list(options, step, user);
        case Step::Role::kPlain:
            break;
    }
    if (step.enumerators == nullptr) return list_.add_numbers(step.name, element_type(step.field), bytes);
    const auto values = options.numbers<uint32_t>(step.field.slot);
    std::vector<StringId> names;
    for (uint32_t i = 0; i < values.size() && i < limits::kInlineList; ++i) {
        const FlatEnum::Entry* entry = step.enumerators->values.find(values[i]);
        names.push_back(context_.intern(entry == nullptr ? std::to_string(values[i]) : entry->name));
    }
    list_.add_texts(step.name, names);
}

void OptionsReader::read_subgraph_list(const FlatTable& options, const Step& step, User user) {
    const auto values = options.numbers<int32_t>(step.field.slot);
    const Range list{static_cast<uint32_t>(context_.model.ids.size()), values.size()};
    for (uint32_t i = 0; i < values.size(); ++i) {
        if (!is_subgraph(values[i])) {
            options.reject(step.field.slot, "names a subgraph that does not exist", i);
            return list_.add_numbers(step.name, DataType::kInt32, values.bytes());
        }
        context_.model.ids.push_back(static_cast<uint32_t>(values[i]));
    }
    for (uint32_t i = 0; i < values.size(); ++i) {
        uses_.push_back({user.graph, user.node, step.name, GraphId(static_cast<uint32_t>(values[i]))});
    }
    list_.add_graphs(step.name, list);
}

}  // namespace netloupe::tflite
