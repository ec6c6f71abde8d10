#include "context.h"

#include <algorithm>
#include <cassert>

namespace netloupe::lint {

double Context::parameter(std::string_view parameter_name) const {
    for (const ParameterSetting& setting : options_.parameters) {
        if (setting.rule == rule_.id && setting.parameter == parameter_name) return setting.value;
    }
    const auto found = std::ranges::find(rule_.parameters, parameter_name, &Parameter::name);
    assert(found != rule_.parameters.end());
    return found->value;
}

void Context::report(Finding finding) {
    finding.rule = rule_.id;
    findings_.push_back(std::move(finding));
}

}  // namespace netloupe::lint
