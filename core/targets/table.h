#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "predicate.h"
#include "targets/verdict.h"

namespace netloupe::targets {

/// One thing that a target demands.
struct Constraint {
    std::string text;                ///< What is needed, to follow "needs": "a constant filter".
    std::optional<Predicate> when;   ///< Where it holds at all.
    std::optional<Predicate> check;  ///< None: nothing but the text is known.
    bool soft = false;               ///< A node that fails it is conditional, not unsupported.
    Topic topic = Topic::kOther;
};

/// What is known of some operators.
struct Row {
    std::vector<uint32_t> constraints;  ///< In Table::constraints.
};

struct Table {
    std::vector<Constraint> constraints;
    std::vector<uint32_t> everywhere;  ///< Constraints on all operators, whether listed or not.
    std::vector<Row> rows;
    std::unordered_map<std::string, uint32_t> row_of;  ///< By operator, see key_of().
    std::unordered_set<std::string> unsupported;       ///< Operators that are known not to run.
};

/// "Conv", "com.microsoft:Gelu", "CUSTOM:name".
std::string key_of(const Model& model, const Node& node);

}  // namespace netloupe::targets
