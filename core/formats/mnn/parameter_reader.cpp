#include "parameter_reader.h"

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "blob_reader.h"
#include "containers/flatbuffer_json.h"
#include "convolution_reader.h"

namespace netloupe::mnn {

namespace {

using Kind = FlatField::Kind;

constexpr std::string_view kNamespace = "netloupe.wire.mnn.";
/// Values of tables in a list that are written out.
constexpr uint64_t kJsonValues = 4096;

std::string_view short_name(std::string_view type) {
    return type.starts_with(kNamespace) ? type.substr(kNamespace.size()) : type;
}

/// Tables whose weights have a reader of their own.
bool has_layer_weights(std::string_view table) {
    constexpr auto kTables =
        std::to_array<std::string_view>({"Convolution2D", "Convolution3D", "InnerProduct"});
    return std::ranges::find(kTables, table) != kTables.end();
}

/// What that reader reads; the table of scales keeps its numbers.
bool is_layer_weight(std::string_view table, std::string_view field) {
    if (table == "IDSTQuan") return field == "buffer" || field == "alpha" || field == "alphaFp16";
    if (table == "QuantizedFloatParam") return field == "weight" || field == "bias";
    return has_layer_weights(table) && (field == "weight" || field == "bias");
}

/// Vectors of other tables that are weights.
bool is_weight(std::string_view table, std::string_view field) {
    struct Weights {
        std::string_view table;
        std::string_view fields;
    };
    static constexpr auto kWeights = std::to_array<Weights>({
        {"BatchNorm", "slopeData meanData varData biasData Adata Bdata"},
        {"Scale", "scaleData biasData"},
        {"PRelu", "slope"},
        {"LayerNorm", "gamma beta"},
        {"GroupNorm", "gamma beta"},
        {"Normalize", "scale"},
        {"MatMul", "weight bias"},
        {"TfQuantizedConv2D", "weight bias"},
        {"QuantizedBiasAdd", "bias"},
    });
    const auto* found = std::ranges::find(kWeights, table, &Weights::table);
    if (found == kWeights.end()) return false;
    const size_t at = found->fields.find(field);
    if (at == std::string_view::npos) return false;
    const size_t end = at + field.size();
    return (at == 0 || found->fields[at - 1] == ' ') &&
           (end == found->fields.size() || found->fields[end] == ' ');
}

DataType element_type(const FlatField& field) {
    switch (field.kind) {
        case Kind::kReals:
            return field.width == 8 ? DataType::kFloat64 : DataType::kFloat32;
        case Kind::kBools:
            return DataType::kBool;
        default:
            break;
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

bool is_vector(Kind kind) {
    return kind == Kind::kInts || kind == Kind::kReals || kind == Kind::kBools || kind == Kind::kBytes;
}

}  // namespace

ParameterReader::ParameterReader(MnnReading& reading)
    : reading_(reading),
      list_(reading.model),
      members_(reading.schema.enumeration("netloupe.wire.mnn.OpParameter")) {}

void ParameterReader::read(Layer& layer) {
    const auto member = layer.op.number<uint8_t>(wire::Op::VT_MAIN_TYPE);
    if (member == 0) return;
    const auto* entry = members_.find(member);
    if (entry == nullptr) return layer.op.reject(wire::Op::VT_MAIN_TYPE, "is of a kind that is not known");
    const FlatTable table = layer.op.table(wire::Op::VT_MAIN, entry->table);
    if (!table) return;
    if (has_layer_weights(short_name(entry->table))) read_layer_weights(reading_, layer, table, entry->table);
    read_table(layer, table, entry->table, "", 0);
}

const std::vector<ParameterReader::Step>& ParameterReader::plan(std::string_view table) {
    const auto [made, is_new] = plans_.try_emplace(table);
    if (!is_new) return made->second;
    for (const FlatField& field : reading_.schema.fields(table)) {
        Step step{field, nullptr};
        if (field.kind == Kind::kInt && field.enumeration >= 0) {
            const auto [at, added] = enumerations_.try_emplace(field.enumeration);
            if (added) at->second = reading_.schema.enumeration(field.enumeration);
            step.enumerators = &at->second;
        }
        made->second.push_back(step);
    }
    return made->second;
}

void ParameterReader::read_table(Layer& layer, const FlatTable& table, std::string_view type,
                                 const std::string& prefix, uint32_t depth) {
    if (depth > limits::kNesting) return;
    const std::string_view name = short_name(type);
    for (const Step& step : plan(type)) {
        if (reading_.hopeless()) return;
        if (is_layer_weight(name, step.field.name)) continue;
        if (is_weight(name, step.field.name)) {
            if (!table.has(step.field.slot)) continue;
            Constant constant;
            constant.dtype = element_type(step.field);
            constant.file = FileId(0U);
            const Bytes bytes = elements_of(table, step.field);
            if (bytes.empty()) continue;
            constant.offset = static_cast<uint64_t>(bytes.data() - reading_.model.files[0].bytes().data());
            constant.length = bytes.size();
            const Dimension all{static_cast<int64_t>(bytes.size() / step.field.width), StringId()};
            constant.shape = {append(reading_.model.dims, std::span(&all, 1)), true};
            add_weight(reading_, layer, step.field.name, constant);
            continue;
        }
        read_field(layer, table, step, prefix, depth);
    }
}

void ParameterReader::read_field(Layer& layer, const FlatTable& table, const Step& step,
                                 const std::string& prefix, uint32_t depth) {
    const FlatField& field = step.field;
    const std::string full = prefix + std::string(field.name);
    if (field.kind == Kind::kTable) return read_inner(layer, table, field, full, depth);
    if (field.kind == Kind::kTables && short_name(field.table) == "Attribute") {
        return read_named(layer, table.tables(field.slot, field.table));
    }
    const StringId name = reading_.intern(full);
    switch (field.kind) {
        case Kind::kInt:
            return read_integer(table, step, name);
        case Kind::kReal:
            return list_.add_real(name, real_of(table, field));
        case Kind::kBool:
            return list_.add_bool(name, integer_of(table, field) != 0);
        case Kind::kText:
            return read_text(layer, table, field, name);
        case Kind::kTexts:
            return read_texts(table, field, name);
        case Kind::kTables:
            return read_tables(table, field, name);
        default:
            if (is_vector(field.kind)) read_numbers(table, field, name);
    }
}

void ParameterReader::read_integer(const FlatTable& table, const Step& step, StringId name) {
    const int64_t value = integer_of(table, step.field);
    const auto* entry = step.enumerators == nullptr ? nullptr : step.enumerators->find(value);
    if (entry == nullptr) return list_.add_int(name, value);
    list_.add_enum(name, value, reading_.intern(entry->name));
}

void ParameterReader::read_numbers(const FlatTable& table, const FlatField& field, StringId name) {
    if (!table.has(field.slot)) return;
    const Bytes bytes = elements_of(table, field);
    // A long list stays in the file and costs nothing.
    if (bytes.size() / field.width <= limits::kInlineList &&
        !table.source()->spend(bytes.size() / field.width)) {
        return table.reject(field.slot, FlatTable::kTooMuch);
    }
    if (field.kind == Kind::kBytes) return list_.add_bytes(name, bytes);
    list_.add_numbers(name, element_type(field), bytes);
}

/// Tables in tables: weights as Blobs, what convolutions share without its prefix.
void ParameterReader::read_inner(Layer& layer, const FlatTable& table, const FlatField& field,
                                 const std::string& name, uint32_t depth) {
    const FlatTable inner = table.table(field.slot, field.table);
    if (!inner) return;
    if (short_name(field.table) == "Blob") {
        return add_weight(reading_, layer, field.name, read_blob(reading_, layer.op, inner));
    }
    read_table(layer, inner, field.table, field.name == "common" ? "" : name + ".", depth + 1);
}

void ParameterReader::read_text(Layer& layer, const FlatTable& table, const FlatField& field, StringId name) {
    if (!table.has(field.slot)) return;
    if (field.name.ends_with("_graph")) {
        uses_.push_back({layer.place.graph, layer.place.node, reading_.model.attributes.size()});
    }
    list_.add_text(name, as_bytes(table.text(field.slot)));
}

void ParameterReader::read_texts(const FlatTable& table, const FlatField& field, StringId name) {
    if (!table.has(field.slot)) return;
    const auto texts = table.texts(field.slot);
    std::vector<StringId> out;
    for (uint32_t i = 0; i < texts.size() && !reading_.hopeless(); ++i)
        out.push_back(reading_.intern(texts[i]));
    list_.add_texts(name, out);
}

void ParameterReader::read_tables(const FlatTable& table, const FlatField& field, StringId name) {
    if (!table.has(field.slot)) return;
    const auto tables = table.tables(field.slot, field.table);
    std::string json = "[";
    for (uint32_t i = 0; i < tables.size() && !reading_.hopeless(); ++i) {
        const auto text = to_json(reading_.schema, tables[i], field.table, kJsonValues);
        if (json.size() > limits::kInlineText || !text) {
            json += ", \"…\"";
            break;
        }
        json += (i == 0 ? "" : ",") + *text;
    }
    list_.add_json(name, json + "]");
}

/// Parameters of operators that others defined: each has its own name.
void ParameterReader::read_named(Layer& layer, const FlatTables& attributes) {
    using wire::Attribute;
    for (uint32_t i = 0; i < attributes.size() && !reading_.hopeless(); ++i) {
        const FlatTable attribute = attributes[i];
        const auto key = attribute.text(Attribute::VT_KEY);
        const StringId name = reading_.intern(key);
        if (const FlatTable tensor = attribute.table<wire::Blob>(Attribute::VT_TENSOR)) {
            add_weight(reading_, layer, key, read_blob(reading_, layer.op, tensor));
        } else if (const FlatTable values = attribute.table<wire::ListValue>(Attribute::VT_LIST)) {
            for (const Step& step : plan("netloupe.wire.mnn.ListValue")) {
                if (!values.has(step.field.slot)) continue;
                if (step.field.kind == Kind::kTexts) read_texts(values, step.field, name);
                if (is_vector(step.field.kind)) read_numbers(values, step.field, name);
            }
        } else if (attribute.has(Attribute::VT_S)) {
            list_.add_text(name, as_bytes(attribute.text(Attribute::VT_S)));
        } else if (attribute.has(Attribute::VT_F)) {
            list_.add_real(name, attribute.number<float>(Attribute::VT_F));
        } else if (attribute.has(Attribute::VT_B)) {
            list_.add_bool(name, attribute.number<uint8_t>(Attribute::VT_B) != 0);
        } else {
            list_.add_int(name, attribute.number<int32_t>(Attribute::VT_I));
        }
    }
}

}  // namespace netloupe::mnn
