#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "lint/rule.h"

namespace netloupe::cli {

int run_rules(Colour colour) {
    const report::Style style = style_of(colour);
    size_t width = 0;
    for (const lint::Rule* rule : lint::rules()) width = std::max(width, rule->name.size());
    for (const lint::Rule* rule : lint::rules()) {
        write(fmt::format("{}  {}  {}  {}\n", style.bold(rule->id), report::padded(rule->name, width),
                          report::padded(lint::name(rule->severity), 7), rule->summary));
    }
    return kClean;
}

int run_explain(const std::string& id) {
    const lint::Rule* rule = lint::find_rule(id);
    if (rule == nullptr) {
        complain(id, {ErrorCode::kNotFound, "There is no such rule; see netloupe rules."});
        return kUnreadable;
    }
    write(lint::rule_page(*rule));
    return kClean;
}

}  // namespace netloupe::cli
