#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "infer/shapes.h"
#include "model/model.h"
#include "ops/meaning.h"
#include "targets/target.h"

namespace netloupe::targets {

enum class Verdict : uint8_t {
    kSupported,
    kConditional,  ///< Depends on something that the file or the table does not settle.
    kUnsupported,
    kUnknown,  ///< The table says nothing of the operator.
};
/// "supported", "conditional", "unsupported", "unknown".
std::string_view name(Verdict verdict);

/// What a reason is about.
enum class Topic : uint8_t {
    kOther,
    kOperator,
    kVersion,
    kType,
    kRank,
    kDynamicShape,
    kBody,
    kQuantization,  ///< Scheme, scales or zero points.
    kFactor,        ///< Of a change of size.
};

/// What of a tensor or node is not known.
enum class Missing : uint8_t { kNothing, kShape, kType, kValue, kQuantization, kAttribute };

/// Why a node does not have the verdict kSupported.
struct Reason {
    static constexpr uint32_t kNoConstraint = UINT32_MAX;

    enum class Kind : uint8_t {
        kUnlisted,      ///< The operator is not in the table.
        kListedAsNot,   ///< The table says that the operator does not run.
        kFunction,      ///< The node calls a function that the model defines.
        kBroken,        ///< The constraint does not hold.
        kSoftlyBroken,  ///< It does not hold, which need not keep the node from running.
        kUndecided,     ///< Whether it holds hangs on something that is not known.
        kOnlyText,      ///< Nobody can check it.
    };
    Kind kind = Kind::kUnlisted;
    Topic topic = Topic::kOther;
    Missing missing = Missing::kNothing;  ///< Of kUndecided.
    uint32_t constraint = kNoConstraint;
    TensorId tensor{};  ///< What the constraint fails at or hangs on; may be none.
};

struct NodeVerdict {
    Verdict verdict = Verdict::kSupported;
    /// Its value is computed when the model is loaded: the node does not run, and counts nowhere.
    bool folded = false;
    Range reasons;  ///< In Assessment::reasons; those that decide the verdict first.
};

/// A target's verdicts on all nodes of a model.
struct Assessment {
    std::vector<std::vector<NodeVerdict>> graphs;
    std::vector<Reason> reasons;

    [[nodiscard]] const NodeVerdict& node(GraphId graph, NodeId node) const {
        return graphs[graph.index()][node.index()];
    }
    [[nodiscard]] std::span<const Reason> reasons_of(const NodeVerdict& verdict) const {
        return std::span(reasons).subspan(verdict.reasons.begin, verdict.reasons.count);
    }
};

/// Judges every node. The target takes the model's format. Linear; weights are not read but for the few
/// numbers that a constraint asks for.
Assessment assess(const Model& model, const Meaning& meaning, const infer::Shapes& shapes,
                  const Target& target);

/// "Needs a constant filter.", "Needs at most 4 dimensions; depends on the shape of \"x\"."
std::string reason_text(const Model& model, const Target& target, GraphId graph, NodeId node,
                        const Reason& reason);

}  // namespace netloupe::targets
