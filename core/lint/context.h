#pragma once

#include <string_view>
#include <vector>

#include "base/cancellation.h"
#include "lint/finding.h"
#include "lint/lint.h"
#include "lint/rule.h"
#include "model/model.h"

namespace netloupe::lint {

/// What a rule's condition sees, and where it reports to. One for each rule of a run.
class Context {
public:
    Context(const Rule& rule, const Model& model, const Options& options, const CancelToken& cancel,
            std::vector<Finding>& findings)
        : rule_(rule), model_(model), options_(options), cancel_(cancel), findings_(findings) {}

    [[nodiscard]] const Model& model() const { return model_; }
    /// Value of one of the rule's own parameters.
    [[nodiscard]] double parameter(std::string_view parameter_name) const;
    [[nodiscard]] Severity severity() const { return rule_.severity; }
    [[nodiscard]] bool cancelled() const { return cancel_.cancelled(); }

    /// Adds a finding; the rule's id is filled in.
    void report(Finding finding);

private:
    const Rule& rule_;
    const Model& model_;
    const Options& options_;
    const CancelToken& cancel_;
    std::vector<Finding>& findings_;
};

}  // namespace netloupe::lint
