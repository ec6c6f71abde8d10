#include "cli/commands.h"
#include "cli/terminal.h"
#include "formats/reader.h"
#include "infer/shapes.h"
#include "report/signature.h"
#include "signature/card.h"

namespace netloupe::cli {

int run_signature(const SignatureOptions& options) {
    const auto model = open_model(options.path);
    if (!model) {
        complain(options.path, model.error());
        return kUnreadable;
    }
    const Meaning meaning(*model);
    const infer::Shapes shapes = infer::infer_shapes(*model, meaning);
    const signature::Card card = signature::card_of(*model, meaning, &shapes);
    write(report::signature_text(card, style_of(options.colour)));
    for (const Damage& damage : model->damages) complain(options.path, damage.error);
    return model->damages.empty() ? kClean : kUnreadable;
}

}  // namespace netloupe::cli
