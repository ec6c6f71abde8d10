#include "containers/flatbuffer_json.h"

#include <nlohmann/json.hpp>

#include "base/limits.h"
#include "base/utf8.h"
#include "json_number.h"

namespace netloupe {

namespace {

using Json = nlohmann::ordered_json;
using Kind = FlatField::Kind;

class Writer {
public:
    Writer(const FlatSchema& schema, uint64_t budget) : schema_(schema), budget_(budget) {}

    /// Null when the budget ran out, which spent() tells.
    Json table(const FlatTable& table, std::string_view type, uint32_t depth) {
        Json out = Json::object();
        if (depth > limits::kNesting) budget_ = 0;
        for (const FlatField& field : schema_.fields(type)) {
            if (!table.has(field.slot) || field.kind == Kind::kOther || !take()) continue;
            out[std::string(field.name)] = value(table, field, depth);
        }
        return out;
    }

    [[nodiscard]] bool spent() const { return budget_ == 0; }

private:
    bool take() {
        if (budget_ != 0) --budget_;
        return budget_ != 0;
    }

    Json value(const FlatTable& table, const FlatField& field, uint32_t depth) {
        switch (field.kind) {
            case Kind::kInt:
                return integer(field, integer_of(table, field));
            case Kind::kReal:
                return json_real(real_of(table, field));
            case Kind::kBool:
                return integer_of(table, field) != 0;
            case Kind::kText:
                return to_utf8(table.text(field.slot));
            case Kind::kTable:
                return this->table(table.table(field.slot, field.table), field.table, depth + 1);
            case Kind::kTables:
                return tables(table, field, depth);
            case Kind::kTexts:
                return texts(table, field);
            case Kind::kUnion:
                return member(table, field, depth);
            default:
                return numbers(table, field);
        }
    }

    Json integer(const FlatField& field, int64_t number) const {
        if (field.enumeration >= 0) {
            const FlatEnum values = schema_.enumeration(field.enumeration);
            if (const auto* entry = values.find(number)) return std::string(entry->name);
        }
        if (!field.is_signed && field.width == 8) return static_cast<uint64_t>(number);
        return number;
    }

    Json member(const FlatTable& table, const FlatField& field, uint32_t depth) {
        // A union's type stands in the slot before its value.
        const auto type = table.number<uint8_t>(static_cast<uint16_t>(field.slot - sizeof(uint16_t)));
        const FlatEnum members = schema_.enumeration(field.enumeration);
        const auto* entry = members.find(type);
        if (entry == nullptr) return type;
        Json out;
        out[std::string(entry->name)] =
            this->table(table.table(field.slot, entry->table), entry->table, depth + 1);
        return out;
    }

    Json tables(const FlatTable& table, const FlatField& field, uint32_t depth) {
        Json out = Json::array();
        const auto elements = table.tables(field.slot, field.table);
        for (uint32_t i = 0; i < elements.size() && take(); ++i) {
            out.push_back(this->table(elements[i], field.table, depth + 1));
        }
        return out;
    }

    Json texts(const FlatTable& table, const FlatField& field) {
        Json out = Json::array();
        const auto elements = table.texts(field.slot);
        for (uint32_t i = 0; i < elements.size() && take(); ++i) out.push_back(to_utf8(elements[i]));
        return out;
    }

    Json numbers(const FlatTable& table, const FlatField& field) {
        Json out = Json::array();
        const Bytes elements = elements_of(table, field);
        for (uint64_t at = 0; at < elements.size() && take(); at += field.width) {
            if (field.kind == Kind::kReals) {
                out.push_back(
                    json_real(field.width == 8 ? stored<double>(elements, at) : stored<float>(elements, at)));
            } else if (field.kind == Kind::kBools) {
                out.push_back(elements[at] != std::byte{0});
            } else {
                out.push_back(integer(field, element(elements, at, field)));
            }
        }
        return out;
    }

    /// Elements stand within what elements_of() checked.
    template <typename T>
    static T stored(Bytes elements, uint64_t at) {
        return load<T>(elements, at).value_or(T());
    }

    static int64_t element(Bytes elements, uint64_t at, const FlatField& field) {
        switch (field.width) {
            case 1:
                return field.is_signed ? stored<int8_t>(elements, at) : stored<uint8_t>(elements, at);
            case 2:
                return field.is_signed ? stored<int16_t>(elements, at) : stored<uint16_t>(elements, at);
            case 4:
                return field.is_signed ? stored<int32_t>(elements, at)
                                       : int64_t{stored<uint32_t>(elements, at)};
            default:
                return stored<int64_t>(elements, at);
        }
    }

    const FlatSchema& schema_;
    uint64_t budget_;
};

}  // namespace

std::optional<std::string> to_json(const FlatSchema& schema, const FlatTable& table, std::string_view type,
                                   uint64_t values) {
    Writer writer(schema, values);
    const Json json = writer.table(table, type, 0);
    return writer.spent() ? std::nullopt : std::optional(json.dump());
}

}  // namespace netloupe
