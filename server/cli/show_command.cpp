#include "cli/bindings.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "cost/costs.h"
#include "formats/reader.h"
#include "infer/shapes.h"
#include "report/summary.h"

namespace netloupe::cli {

int run_show(const ShowOptions& options) {
    const auto model = open_model(options.path);
    if (!model) {
        complain(options.path, model.error());
        return kUnreadable;
    }
    const auto bindings = parse_bindings(options.bindings);
    if (!bindings) {
        complain(options.path, bindings.error());
        return kUnreadable;
    }
    if (const auto known = expect_names(*model, *bindings); !known) {
        complain(options.path, known.error());
        return kUnreadable;
    }
    const Meaning meaning(*model);
    infer::InferOptions given;
    given.bindings = *bindings;
    const infer::Shapes shapes = infer::infer_shapes(*model, meaning, given);
    const cost::Costs costs = cost::count_costs(*model, meaning, shapes, given);
    write(options.json ? report::summary_json(*model, shapes, costs)
                       : report::summary_text(*model, shapes, costs, style_of(options.colour)));
    for (const Damage& damage : model->damages) complain(options.path, damage.error);
    return model->damages.empty() ? kClean : kUnreadable;
}

}  // namespace netloupe::cli
