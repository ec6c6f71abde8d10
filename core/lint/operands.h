#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "graph_facts.h"

/// Small constant operands and attributes of nodes, as numbers.
namespace netloupe::lint {

inline constexpr uint64_t kSmallConstant = 64;

/// The values of a stored constant of at most `most` elements; nothing for others.
std::optional<std::vector<double>> small_values(const GraphFacts& graph, TensorId id,
                                                uint64_t most = kSmallConstant);
/// The value of a stored constant of one element.
std::optional<double> single_value(const GraphFacts& graph, TensorId id);

/// Integers of an attribute; empty when it is absent.
std::span<const int64_t> ints_of(const GraphFacts& graph, NodeId node, std::string_view attribute);
/// A list that newer operators take as an operand and older ones as an attribute. Nothing when it is not
/// given or not constant.
std::optional<std::vector<int64_t>> list_of(const GraphFacts& graph, NodeId node, std::string_view attribute,
                                            size_t slot);
/// What a Transpose does: output dimension i is input dimension result[i]. Nothing when that is not known.
std::optional<std::vector<int64_t>> permutation_of(const GraphFacts& graph, NodeId node);
bool is_identity(std::span<const int64_t> permutation);

/// The other one of two operands; none when the node has another number of them or `known` is not among
/// them.
TensorId other_operand(const GraphFacts& graph, NodeId node, TensorId known);

/// The operator that the tensor's producer is, or none when that is of another kind.
NodeId producer_of_kind(const GraphFacts& graph, TensorId id, OpKind kind);

}  // namespace netloupe::lint
