#pragma once

#include <cstddef>
#include <cstdint>

/// Bounds on what a file from a stranger may ask for. A reader that meets more reports ErrorCode::kLimit.
namespace netloupe::limits {

/// Nesting of graphs in graphs (If in Loop in a function ...), of messages, tables and parentheses.
inline constexpr uint32_t kNesting = 64;
/// Nodes, tensors, attributes or operands of one model; ids are 32-bit and some values are sentinels.
inline constexpr uint64_t kElements = 200'000'000;
/// Graphs of one model.
inline constexpr uint32_t kGraphs = 1U << 20;
/// Dimensions of one tensor.
inline constexpr uint32_t kRank = 64;
/// Bytes of one name or text that is kept.
inline constexpr uint64_t kTextBytes = 16ULL << 20;
/// Numbers of a list attribute that are kept in memory; longer lists stay in the file and are decoded on
/// demand.
inline constexpr uint32_t kInlineList = 1024;
/// Bytes that one archive member may inflate to when it is opened for its text.
inline constexpr uint64_t kInflatedBytes = 64ULL << 20;
/// Bytes of a text-format model (it is parsed whole, unlike binary files).
inline constexpr uint64_t kTextModelBytes = 2ULL << 30;
/// Bytes of one text or blob attribute that are kept in memory; longer ones stay in the file.
inline constexpr uint64_t kInlineText = 64ULL << 10;
/// Elements that a sparse tensor is expanded to at once.
inline constexpr uint64_t kExpandedElements = 64ULL << 20;
/// Scales or zero points of one tensor that are resolved at once.
inline constexpr uint64_t kQuantParameters = 16ULL << 20;
/// Damages that are noted before a reader stops reading: after so many the rest is noise.
inline constexpr size_t kDamages = 64;
/// Terms of one symbolic dimension; what grows beyond is unknown.
inline constexpr size_t kDimensionTerms = 32;
/// Symbols, divisions, maxima and products in one symbolic dimension, nested ones counted.
inline constexpr uint32_t kDimensionWeight = 128;
/// Elements of a tensor whose values are followed to compute shapes from them.
inline constexpr size_t kTrackedValues = 64;
/// Nodes that the inference of shapes visits again in called functions and repeated bodies, beyond once for
/// each node of the model.
inline constexpr size_t kRepeatedNodes = 300'000;
/// Contradictions that the inference of shapes notes.
inline constexpr size_t kShapeConflicts = 1000;
/// Operands that the counting of costs follows through nodes of constants, and sets of weights it joins.
inline constexpr size_t kCostSteps = 20'000'000;
/// Steps in which a memory plan looks for gaps; what comes after goes above what is alive.
inline constexpr size_t kPlanSteps = 100'000'000;

}  // namespace netloupe::limits
