#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ops/operator_schema.h"

namespace netloupe {

/// The operators of one domain, written down in this language (a line each, `#` starts a comment line):
///
///     Name [= Kind] [@category] [+flag ...]: Summary.
///       versions: inputs -> outputs [| attributes]
///           continued here when the line is full
///
/// - Kind is an OpKind; without it the kind that has the operator's own name, or kOther when @category is
/// given.
/// - Flags, see OpTraits: integer, same-scale, node-unit, cpu-node-unit (which includes node-unit), stateful,
/// random,
///   training.
/// - Versions are all versions of the domain whose documents state this signature; `!10` is the one that
/// withdrew the
///   operator.
/// - An operand is `name[:role][presence]`: role w weight, b bias, s scale, z zero point, p parameter, t
/// state, nothing
///   data; presence ? optional, ... variadic, ...? variadic and possibly empty.
/// - An attribute is `name:type[!][=default]`: type i f s t g sp tp, is fs ss ts gs; `!` required.
struct OperatorSource {
    Dialect dialect = Dialect::kOnnx;
    std::string_view domain;
    std::vector<std::string_view> texts;
};

/// One domain's signatures, found by name.
struct DomainTable {
    DomainTable() = default;
    DomainTable(DomainTable&&) = default;
    DomainTable& operator=(DomainTable&&) = default;
    // The schemas' spans show this table's own operands, so a copy would show another's.
    DomainTable(const DomainTable&) = delete;
    DomainTable& operator=(const DomainTable&) = delete;
    ~DomainTable() = default;

    struct Versions {
        uint32_t first = 0;  ///< In `schemas`; oldest version first.
        uint32_t count = 0;
    };
    Dialect dialect = Dialect::kOnnx;
    std::string_view domain;
    std::vector<OperatorSchema> schemas;
    std::unordered_map<std::string_view, Versions> by_name;
    std::vector<std::vector<OperandSchema>> operands;  ///< What the schemas' spans show.
    std::vector<std::vector<AttributeSchema>> attributes;
    std::vector<std::string> problems;  ///< Faults of the text; empty when it is right.
};

DomainTable parse_operators(const OperatorSource& source);

}  // namespace netloupe
