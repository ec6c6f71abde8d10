#include "lint/rule.h"

#include <fmt/core.h>

#include "lsp/query.h"

namespace netloupe::lsp {

Answer answer_rule(Params params) {
    const std::string id = params.text("rule");
    const lint::Rule* rule = lint::find_rule(id);
    if (rule == nullptr) params.reject("rule", fmt::format("there is no rule {}.", id));
    if (params.failed()) return params.refusal();
    return Json{{"markdown", lint::rule_page(*rule)}};
}

}  // namespace netloupe::lsp
