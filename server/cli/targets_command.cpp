#include <fmt/format.h>

#include <algorithm>

#include "cli/bindings.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "cost/costs.h"
#include "formats/reader.h"
#include "infer/shapes.h"
#include "report/targets.h"

namespace netloupe::cli {

namespace {

/// The targets that were asked for; all that are built in where none was. Nothing after an error.
std::optional<std::vector<targets::Target>> chosen(const std::vector<std::string>& names) {
    std::vector<targets::Target> list;
    const auto built_in = targets::target_ids();
    const std::vector<std::string> all(built_in.begin(), built_in.end());
    for (const std::string& name : names.empty() ? all : names) {
        auto target = targets::find_target(name);
        if (!target) {
            complain(name, target.error());
            return std::nullopt;
        }
        list.push_back(std::move(*target));
    }
    return list;
}

void list_targets(const std::vector<targets::Target>& targets, const report::Style& style) {
    size_t width = 0;
    for (const targets::Target& target : targets) width = std::max(width, report::columns(target.id));
    for (const targets::Target& target : targets) {
        write(fmt::format("{}  {} {}\n", style.bold(report::padded(report::printable(target.id), width)),
                          report::printable(target.title),
                          style.dim("(" + report::printable(target.as_of) + ")")));
    }
}

}  // namespace

int run_targets(const TargetsOptions& options) {
    const auto targets = chosen(options.targets);
    if (!targets) return kUnreadable;
    const report::Style style = style_of(options.colour);
    if (options.path.empty()) {
        list_targets(*targets, style);
        return kClean;
    }
    const auto model = open_model(options.path);
    if (!model) {
        complain(options.path, model.error());
        return kUnreadable;
    }
    infer::InferOptions given;
    const auto bindings = parse_bindings(options.bindings);
    if (!bindings) {
        complain(options.path, bindings.error());
        return kUnreadable;
    }
    if (const auto known = expect_names(*model, *bindings); !known) {
        complain(options.path, known.error());
        return kUnreadable;
    }
    given.bindings = *bindings;
    const Meaning meaning(*model);
    const infer::Shapes shapes = infer::infer_shapes(*model, meaning, given);
    const cost::Costs costs = cost::count_costs(*model, meaning, shapes, given);
    std::vector<report::TargetResult> results;
    for (const targets::Target& target : *targets) {
        report::TargetResult& result = results.emplace_back(target);
        if (!takes(target, model->format)) continue;
        result.assessment = assess(*model, meaning, shapes, target);
        result.placement = place(*model, GraphId(0U), target, result.assessment, shapes, &costs);
    }
    if (options.json) {
        write(report::targets_json(options.path, *model, results, !options.targets.empty()));
    } else if (options.targets.empty()) {
        write(report::targets_table(*model, results, style));
    } else {
        for (const report::TargetResult& result : results) write(report::target_text(*model, result, style));
    }
    for (const Damage& damage : model->damages) complain(options.path, damage.error);
    return model->damages.empty() ? kClean : kUnreadable;
}

}  // namespace netloupe::cli
