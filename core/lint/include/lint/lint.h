#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/cancellation.h"
#include "lint/contract.h"
#include "lint/finding.h"
#include "model/model.h"

namespace netloupe::infer {
class Shapes;
}

namespace netloupe::cost {
class Costs;
}
namespace netloupe::targets {
struct Target;
}

namespace netloupe::lint {

class Weights;

/// A value for a rule's parameter other than its own.
struct ParameterSetting {
    std::string rule;       ///< "Q05"
    std::string parameter;  ///< "max-octaves"
    double value = 0;
};

/// Another severity for the findings of some rules.
struct SeveritySetting {
    std::string rules;  ///< As selects() takes it.
    Severity severity = Severity::kWarning;
};

/// Findings that somebody has looked at and accepts. A pattern that is empty fits everything; in the others
/// `*` is any text.
struct Suppression {
    std::vector<std::string> rules = {};  ///< As selects() takes them; all when empty.
    std::string node = {};    ///< Pattern for the name of each of the finding's nodes, or of an output of it.
    std::string op = {};      ///< Pattern for their operators.
    std::string tensor = {};  ///< Pattern for the name of the finding's tensor.
    std::string reason = {};
};

/// What a rule took, in seconds. What rules share is computed by the first that needs it.
struct RuleTime {
    std::string_view rule;
    double seconds = 0;
};

struct Options {
    std::vector<std::string> only = {};  ///< The rules to run, as selects() takes them; all when empty.
    std::vector<std::string> ignore = {};
    std::vector<SeveritySetting> severities = {};  ///< The last that fits holds.
    std::vector<ParameterSetting> parameters = {};
    std::vector<Suppression> suppressions = {};
    Budgets budgets = {};
    ExpectedSignature signature = {};
    /// What the operators give, of the same model. Null: rules go by what the file declares, and those that
    /// compare both are silent.
    const infer::Shapes* shapes = nullptr;
    /// What they cost, for the budgets that need it. Null: those are not judged.
    const cost::Costs* costs = nullptr;
    /// What the model is to run on. Rules about targets (D01 to D08) need `shapes` too; those that speak of
    /// targets alone are silent without one.
    std::vector<std::shared_ptr<const targets::Target>> targets = {};
    /// Where to add what each rule took; null: nobody asks.
    std::vector<RuleTime>* times = nullptr;
    /// What the constants hold, of the same model and options. Null: rules that go by it do not run.
    const Weights* weights = nullptr;
};

/// Runs the rules over a model. Damages of the model are findings too (V05, V06). More than kGroupAbove
/// findings of one rule and severity on operators of one type in one graph become one finding that lists
/// their nodes. Ordered by severity (errors first), rule, graph and node. Time is linear in the size of the
/// model's graphs; weights are not read here but for the few numbers that a rule needs. A cancelled run
/// returns what it has.
std::vector<Finding> check(const Model& model, const Options& options = {}, const CancelToken& cancel = {});

inline constexpr size_t kGroupAbove = 5;

/// A rule that did not run with these options, or not on everything, and why.
struct Omission {
    std::string_view rule{};
    std::string why{};  ///< "the values of weights were not read"
};
std::vector<Omission> omissions(const Model& model, const Options& options);

/// How many findings of each severity there are; a grouped finding counts once.
struct Counts {
    size_t errors = 0;
    size_t warnings = 0;
    size_t infos = 0;
};
Counts count(const std::vector<Finding>& findings);

}  // namespace netloupe::lint
