#pragma once

#include <string>
#include <vector>

#include "base/cancellation.h"
#include "lint/finding.h"
#include "model/model.h"

namespace netloupe::infer {
class Shapes;
}

namespace netloupe::lint {

/// A value for a rule's parameter other than its own.
struct ParameterSetting {
    std::string rule;       ///< "Q05"
    std::string parameter;  ///< "max-octaves"
    double value = 0;
};

struct Options {
    std::vector<std::string> only;  ///< Ids of the rules to run; all when empty.
    std::vector<ParameterSetting> parameters;
    /// What the operators give, of the same model. Null: rules go by what the file declares, and those that
    /// compare both are silent.
    const infer::Shapes* shapes = nullptr;
};

/// Runs the rules over a model. Damages of the model are findings too (V05, V06). More than kGroupAbove
/// findings of one rule and severity on operators of one type in one graph become one finding that lists
/// their nodes. Ordered by severity (errors first), rule, graph and node. Time is linear in the size of the
/// model's graphs; weights are not read but for the few numbers that a rule needs. A cancelled run returns
/// what it has.
std::vector<Finding> check(const Model& model, const Options& options = {}, const CancelToken& cancel = {});

inline constexpr size_t kGroupAbove = 5;

/// How many findings of each severity there are; a grouped finding counts once.
struct Counts {
    size_t errors = 0;
    size_t warnings = 0;
    size_t infos = 0;
};
Counts count(const std::vector<Finding>& findings);

}  // namespace netloupe::lint
