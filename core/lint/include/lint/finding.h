#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace netloupe::lint {

enum class Severity : uint8_t { kInfo, kWarning, kError };

/// "info", "warning", "error".
std::string_view name(Severity severity);

/// One thing that a rule has to say about a model.
struct Finding {
    std::string_view rule{};  ///< Id of its rule ("Q01"), alive as long as the process.
    Severity severity = Severity::kWarning;
    std::string message{};  ///< What is wrong, where, and why it matters; with the numbers.
    std::string fix{};      ///< What to do about it; may be empty.
    GraphId graph{};        ///< None for findings about the file as a whole.
    NodeId node{};          ///< Where to jump to.
    TensorId tensor{};      ///< The tensor meant, of the same graph.
    /// All nodes concerned, `node` first: the members of an island, or one for each of the findings that were
    /// grouped into this one. Empty when `node` says it all.
    std::vector<NodeId> nodes{};
    /// The same for the same finding on a file that was converted again: made of rule, names and operators,
    /// never of indices. Distinct within one result.
    uint64_t fingerprint = 0;
};

}  // namespace netloupe::lint
