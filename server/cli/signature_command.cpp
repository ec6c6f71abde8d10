#include <algorithm>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "formats/reader.h"
#include "infer/shapes.h"
#include "report/signature.h"
#include "signature/card.h"

namespace netloupe::cli {

namespace {

/// Leaves only the signature of that key; false when there is none.
bool choose(signature::Card& card, const std::string& key) {
    std::erase_if(card.entries,
                  [&](const signature::Entry& entry) { return !entry.signature || entry.key != key; });
    card.total = card.entries.size();
    return !card.entries.empty();
}

int print_code(const Model& model, const signature::Card& card, const SignatureOptions& options) {
    const signature::Entry& entry = card.entries.front();
    const signature::Code code = signature::code_of(model, entry, *options.language);
    if (code.text.empty()) {
        complain(options.path, {ErrorCode::kUnsupported, code.unavailable});
        return kUnreadable;
    }
    write(code.text);
    if (card.total > 1)
        complain(options.path,
                 {ErrorCode::kInvalid, "The file has more signatures; choose with --signature."});
    return kClean;
}

}  // namespace

int run_signature(const SignatureOptions& options) {
    const auto model = open_model(options.path);
    if (!model) {
        complain(options.path, model.error());
        return kUnreadable;
    }
    const Meaning meaning(*model);
    const infer::Shapes shapes = infer::infer_shapes(*model, meaning);
    signature::Card card = signature::card_of(*model, meaning, &shapes);
    if (!options.key.empty() && !choose(card, options.key)) {
        complain(options.path, {ErrorCode::kNotFound, "The file has no signature " + options.key + "."});
        return kUnreadable;
    }
    for (const Damage& damage : model->damages) complain(options.path, damage.error);
    if (options.language) {
        const int code = print_code(*model, card, options);
        return code == kClean && !model->damages.empty() ? kUnreadable : code;
    }
    write(report::signature_text(card, style_of(options.colour)));
    return model->damages.empty() ? kClean : kUnreadable;
}

}  // namespace netloupe::cli
