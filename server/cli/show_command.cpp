#include "cli/commands.h"
#include "cli/terminal.h"
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
    const infer::Shapes shapes = infer::infer_shapes(*model, Meaning(*model));
    write(options.json ? report::summary_json(*model, shapes)
                       : report::summary_text(*model, shapes, style_of(options.colour)));
    for (const Damage& damage : model->damages) complain(options.path, damage.error);
    return model->damages.empty() ? kClean : kUnreadable;
}

}  // namespace netloupe::cli
