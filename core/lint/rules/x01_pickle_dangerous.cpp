#include <fmt/core.h>

#include "base/utf8.h"
#include "context.h"
#include "python_modules.h"

namespace netloupe::lint {

namespace {

void check(Context& context) {
    const Model& model = context.model();
    // What a config of Keras names is X03's.
    if (model.format == Format::kKeras) return;
    for (const PythonImport& import : model.python_imports) {
        const std::string_view module = model.text(import.module);
        const std::string_view name = model.text(import.name);
        if (risk_of(module, name) != ImportRisk::kDangerous) continue;
        const std::string_view call = model.text(import.call);
        const std::string what = call.empty() ? fmt::format("takes {}.{}", to_utf8(module), to_utf8(name))
                                              : fmt::format("calls {}", to_utf8(call));
        const uint64_t place = import.origin.offset;
        const std::string_view part = model.text(import.part);
        context.report({
            .severity = Severity::kError,
            .message = fmt::format("The pickle{} {} when Python loads it{}.",
                                   part.empty() ? "" : fmt::format(" in {}", to_utf8(part)), what,
                                   place == Error::kNoOffset ? "" : fmt::format(" (offset {})", place)),
            .fix = "Do not load the file. Ask who made it for its weights as safetensors.",
        });
    }
}

}  // namespace

extern const Rule x01_pickle_dangerous;
const Rule x01_pickle_dangerous{
    .id = "X01",
    .name = "pickle-dangerous",
    .summary = "Loading the pickle runs code, starts programs, or opens files or connections.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Takes the file's pickles apart, without running them, and reports everything that they "
                    "take from "
                    "modules that can do harm: `os`, `subprocess`, `socket`, `runpy` and their like with all "
                    "that is "
                    "inside them, and single functions as `builtins.eval`, `builtins.getattr`, "
                    "`operator.attrgetter`. "
                    "Every instruction that names or calls something is looked at, also in damaged files up "
                    "to the damage.",
            .why = "A pickle is a program. Python does what it says before anybody can look at the model.",
            .not_a_problem =
                "A file that nobody loads with pickle, and one that you wrote yourself and know.",
            .fix = "Do not load the file. Load only weights (`torch.load(..., weights_only=True)`), or use "
                   "safetensors.",
            .example = "A `.pt` file whose pickle calls `os.system('curl …')` beside its tensors.",
            .source =
                "https://docs.python.org/3/library/pickle.html, https://github.com/mmaitre314/picklescan, "
                "https://github.com/trailofbits/fickling",
        },
    .check = check,
};

}  // namespace netloupe::lint
