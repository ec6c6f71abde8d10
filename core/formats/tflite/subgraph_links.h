#pragma once

#include <span>

#include "options_reader.h"

namespace netloupe::tflite {

/// Makes each subgraph that an operator names a child of that operator's graph: of the first such operator
/// when there are several. Subgraphs that nobody names stay top-level (signatures enter there). A subgraph
/// that calls itself, directly or through others, is damage, and so is nesting beyond limits::kNesting;
/// either way parents never form a cycle.
void link_subgraphs(ReadContext& context, std::span<const SubgraphUse> uses);

}  // namespace netloupe::tflite
