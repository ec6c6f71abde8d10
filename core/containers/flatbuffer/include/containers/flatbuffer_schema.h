#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "containers/flatbuffer_view.h"

namespace reflection {
struct Schema;
}

namespace netloupe {

/// An enumeration of a schema.
struct FlatEnum {
    struct Entry {
        int64_t value;
        std::string_view name;
        std::string_view table;  ///< Of a union: full name of the member's table.
    };
    std::vector<Entry> entries;  ///< By ascending value.

    [[nodiscard]] const Entry* find(int64_t value) const;
};

/// A field of a table, as far as a reader without code of its own for the table needs to know it.
struct FlatField {
    enum class Kind : uint8_t {
        kInt,
        kReal,
        kBool,
        kText,
        kInts,
        kReals,
        kBools,
        kBytes,
        kTexts,
        kTable,
        kTables,
        kUnion,
        kOther
    };

    std::string_view name;
    uint16_t slot = 0;  ///< Its vtable offset.
    Kind kind = Kind::kOther;
    uint8_t width = 0;      ///< Bytes of the number or of a vector's element.
    bool is_signed = true;  ///< Of kInt and kInts.
    int32_t enumeration =
        -1;                  ///< For FlatSchema::enumeration(): values are its members, or a union's type is.
    std::string_view table;  ///< Of kTable and kTables: full name.
    int64_t default_integer = 0;
    double default_real = 0;
};

/// Value of a kInt or kBool field, its default when the table does not have it.
int64_t integer_of(const FlatTable& table, const FlatField& field);
/// Value of a kReal field.
double real_of(const FlatTable& table, const FlatField& field);
/// Elements of a vector of numbers as they stand in the file.
Bytes elements_of(const FlatTable& table, const FlatField& field);

/// What a schema says, read from the binary form that flatc embeds (`--bfbs-gen-embed`). The bytes are
/// our own and trusted.
class FlatSchema {
public:
    explicit FlatSchema(const uint8_t* bfbs);

    /// Fields of a table in the order of their ids; empty for an unknown name.
    [[nodiscard]] std::vector<FlatField> fields(std::string_view table) const;
    [[nodiscard]] FlatEnum enumeration(int32_t index) const;
    [[nodiscard]] FlatEnum enumeration(std::string_view name) const;

    /// Error for a fault below the element that `element` names ("subgraphs[0].tensors[12]"), whose table is
    /// of type `type`: "subgraphs[0].tensors[12].quantization.scale points beyond the end of the file."
    [[nodiscard]] Error error(const FlatFault& fault, const std::string& element,
                              std::string_view type) const;

private:
    [[nodiscard]] std::optional<std::string> path_to(std::string_view from, std::string_view to,
                                                     uint32_t depth) const;
    [[nodiscard]] std::string field_name(std::string_view table, uint16_t slot) const;

    const reflection::Schema* schema_;
};

}  // namespace netloupe
