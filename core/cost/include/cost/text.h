#pragma once

#include <string>
#include <vector>

#include "cost/costs.h"

namespace netloupe::cost {

enum class Unit : uint8_t {
    kCount,  ///< "4.09 G"
    kBytes,  ///< "97.5 MiB"
};
Unit unit_of(Metric metric);

/// "4.09 G", "2*batch*seq", "at least 4.09 G; 2 nodes unknown", "unknown". A formula that grew too long names
/// what to bind: nothing shorter can be said.
std::string text(const Costs& costs, const Amount& amount, Unit unit);
/// "12.3 FLOPs/B", or the quotient of formulas; "unknown".
std::string intensity_text(const Costs& costs, const Cost& cost);
/// "1.00", "4.09 G": three digits and a decimal prefix.
std::string count_text(uint64_t count);
/// "512 B", "97.5 MiB": three digits and a binary prefix.
std::string bytes_text(uint64_t bytes);

/// The nodes of a graph that cost most in a metric, at most `limit`; those whose amount is no number, or 0,
/// are not among them.
struct TopNode {
    NodeId node;
    int64_t amount = 0;
    double share = 0;  ///< Of the graph's total, which is at least that of the nodes.
};
std::vector<TopNode> top_nodes(const Costs& costs, GraphId graph, Metric metric, size_t limit);

}  // namespace netloupe::cost
