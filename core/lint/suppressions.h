#pragma once

#include <span>
#include <vector>

#include "base/glob.h"
#include "lint/lint.h"

namespace netloupe::lint {

/// The findings that are accepted, with their patterns ready to be matched.
class Suppressions {
public:
    explicit Suppressions(std::span<const Suppression> suppressions);

    /// A finding about several nodes stays as long as one of them is not accepted.
    void remove_accepted(const Model& model, std::vector<Finding>& findings) const;

private:
    struct Patterns {
        const Suppression* of;
        Glob node;
        Glob op;
        Glob tensor;
    };
    [[nodiscard]] static bool fits(const Patterns& patterns, const Model& model, const Finding& finding);

    std::vector<Patterns> all_;
};

}  // namespace netloupe::lint
