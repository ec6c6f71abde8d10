#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "context.h"

namespace netloupe::lint {

/// What is wrong with an attribute of a node.
struct AttributeFault {
    std::string_view attribute;
    std::string text;
};

/// A value that no node of this operator can have; nothing in most nodes.
std::optional<AttributeFault> attribute_fault(const Context& context, const GraphFacts& graph, NodeId node);

}  // namespace netloupe::lint
