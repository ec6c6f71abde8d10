#include "containers/flatbuffer_schema.h"

#include <flatbuffers/reflection_generated.h>

#include <algorithm>

namespace netloupe {

namespace {

using reflection::BaseType;

std::string_view view(const flatbuffers::String* text) {
    return text == nullptr ? std::string_view() : std::string_view(text->c_str(), text->size());
}

const reflection::Object* find_object(const reflection::Schema& schema, std::string_view name) {
    return schema.objects()->LookupByKey(std::string(name).c_str());
}

struct Scalar {
    FlatField::Kind one;
    FlatField::Kind many;
    uint8_t width;
    bool is_signed;
};

Scalar scalar_of(BaseType type) {
    using Kind = FlatField::Kind;
    switch (type) {
        case BaseType::Bool:
            return {Kind::kBool, Kind::kBools, 1, false};
        case BaseType::Byte:
            return {Kind::kInt, Kind::kInts, 1, true};
        case BaseType::UByte:
            return {Kind::kInt, Kind::kBytes, 1, false};
        case BaseType::Short:
            return {Kind::kInt, Kind::kInts, 2, true};
        case BaseType::UShort:
            return {Kind::kInt, Kind::kInts, 2, false};
        case BaseType::Int:
            return {Kind::kInt, Kind::kInts, 4, true};
        case BaseType::UInt:
            return {Kind::kInt, Kind::kInts, 4, false};
        case BaseType::Long:
            return {Kind::kInt, Kind::kInts, 8, true};
        case BaseType::ULong:
            return {Kind::kInt, Kind::kInts, 8, false};
        case BaseType::Float:
            return {Kind::kReal, Kind::kReals, 4, true};
        case BaseType::Double:
            return {Kind::kReal, Kind::kReals, 8, true};
        default:
            return {Kind::kOther, Kind::kOther, 0, false};
    }
}

std::string_view object_name(const reflection::Schema& schema, const reflection::Type& type) {
    return view(schema.objects()->Get(static_cast<uint32_t>(type.index()))->name());
}

FlatField describe(const reflection::Schema& schema, const reflection::Field& field) {
    using Kind = FlatField::Kind;
    FlatField out;
    out.name = view(field.name());
    out.slot = field.offset();
    out.default_integer = field.default_integer();
    out.default_real = field.default_real();
    const reflection::Type& type = *field.type();
    const bool many = type.base_type() == BaseType::Vector;
    switch (const BaseType element = many ? type.element() : type.base_type()) {
        case BaseType::String:
            out.kind = many ? Kind::kTexts : Kind::kText;
            return out;
        case BaseType::Obj:
            out.kind = many ? Kind::kTables : Kind::kTable;
            out.table = object_name(schema, type);
            return out;
        case BaseType::Union:
            out.kind = many ? Kind::kOther : Kind::kUnion;
            out.enumeration = type.index();
            return out;
        default:
            const Scalar scalar = scalar_of(element);
            out.kind = many ? scalar.many : scalar.one;
            out.width = scalar.width;
            out.is_signed = scalar.is_signed;
            out.enumeration = out.kind == Kind::kOther ? -1 : type.index();
            return out;
    }
}

FlatEnum describe(const reflection::Schema& schema, const reflection::Enum& source) {
    FlatEnum out;
    for (const reflection::EnumVal* value : *source.values()) {
        const reflection::Type* type = value->union_type();
        const bool member = type != nullptr && type->index() >= 0;
        out.entries.push_back(
            {value->value(), view(value->name()), member ? object_name(schema, *type) : std::string_view()});
    }
    std::ranges::sort(out.entries, {}, &FlatEnum::Entry::value);
    return out;
}

}  // namespace

int64_t integer_of(const FlatTable& table, const FlatField& field) {
    switch (field.width) {
        case 1:
            return field.is_signed
                       ? table.number<int8_t>(field.slot, static_cast<int8_t>(field.default_integer))
                       : table.number<uint8_t>(field.slot, static_cast<uint8_t>(field.default_integer));
        case 2:
            return field.is_signed
                       ? table.number<int16_t>(field.slot, static_cast<int16_t>(field.default_integer))
                       : table.number<uint16_t>(field.slot, static_cast<uint16_t>(field.default_integer));
        case 4:
            // Widened one by one: of int32_t and uint32_t the conditional operator would make uint32_t.
            return field.is_signed ? int64_t{table.number<int32_t>(
                                         field.slot, static_cast<int32_t>(field.default_integer))}
                                   : int64_t{table.number<uint32_t>(
                                         field.slot, static_cast<uint32_t>(field.default_integer))};
        default:
            return table.number<int64_t>(field.slot, field.default_integer);
    }
}

double real_of(const FlatTable& table, const FlatField& field) {
    if (field.width == 8) return table.number<double>(field.slot, field.default_real);
    return double{table.number<float>(field.slot, static_cast<float>(field.default_real))};
}

Bytes elements_of(const FlatTable& table, const FlatField& field) {
    switch (field.width) {
        case 1:
            return table.span<uint8_t>(field.slot).bytes();
        case 2:
            return table.span<uint16_t>(field.slot).bytes();
        case 4:
            return table.span<uint32_t>(field.slot).bytes();
        default:
            return table.span<uint64_t>(field.slot).bytes();
    }
}

const FlatEnum::Entry* FlatEnum::find(int64_t value) const {
    const auto found = std::ranges::lower_bound(entries, value, {}, &Entry::value);
    return found != entries.end() && found->value == value ? &*found : nullptr;
}

FlatSchema::FlatSchema(const uint8_t* bfbs) : schema_(reflection::GetSchema(bfbs)) {}

std::vector<FlatField> FlatSchema::fields(std::string_view table) const {
    std::vector<FlatField> out;
    const reflection::Object* object = find_object(*schema_, table);
    if (object == nullptr) return out;
    for (const reflection::Field* field : *object->fields()) out.push_back(describe(*schema_, *field));
    std::ranges::sort(out, {}, &FlatField::slot);
    return out;
}

FlatEnum FlatSchema::enumeration(int32_t index) const {
    return describe(*schema_, *schema_->enums()->Get(static_cast<uint32_t>(index)));
}

FlatEnum FlatSchema::enumeration(std::string_view name) const {
    const reflection::Enum* found = schema_->enums()->LookupByKey(std::string(name).c_str());
    return found == nullptr ? FlatEnum() : describe(*schema_, *found);
}

std::string FlatSchema::field_name(std::string_view table, uint16_t slot) const {
    for (const FlatField& field : fields(table)) {
        if (field.slot == slot) return std::string(field.name);
    }
    return {};
}

std::optional<std::string> FlatSchema::path_to(std::string_view from, std::string_view to,
                                               uint32_t depth) const {
    if (from == to) return std::string();
    if (depth == 0) return std::nullopt;
    for (const FlatField& field : fields(from)) {
        std::string step = "." + std::string(field.name);
        if (field.kind == FlatField::Kind::kUnion) {
            for (const auto& entry : enumeration(field.enumeration).entries) {
                if (entry.table == to) return step;
            }
        }
        if (field.table.empty()) continue;
        if (const auto rest = path_to(field.table, to, depth - 1)) return step + *rest;
    }
    return std::nullopt;
}

Error FlatSchema::error(const FlatFault& fault, const std::string& element, std::string_view type) const {
    // Tables are at most this far below the element that a reader reports them under.
    constexpr uint32_t kDepth = 3;
    const auto below = path_to(type, fault.table, kDepth);
    std::string own = field_name(fault.table, fault.field);
    if (fault.index) own += "[" + std::to_string(*fault.index) + "]";
    // A list that holds the element: the way to the element itself is at fault.
    const bool leads_to_it = !below && !own.empty() && element.starts_with(own);
    std::string path = leads_to_it ? std::string() : element + below.value_or("");
    if (!own.empty()) path += (path.empty() ? "" : ".") + own;
    return {ErrorCode::kCorrupt, path + " " + std::string(fault.what) + ".", fault.offset, 0};
}

}  // namespace netloupe
