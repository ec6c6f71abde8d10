#include <fmt/core.h>

#include <set>
#include <string>

#include "base/utf8.h"
#include "context.h"
#include "python_modules.h"

namespace netloupe::lint {

namespace {

/// One finding a file: all that is unknown.
void check(Context& context) {
    constexpr size_t kNamed = 6;
    const Model& model = context.model();
    // What a config of Keras names is X03's.
    if (model.format == Format::kKeras) return;
    std::set<std::string> unknown;
    for (const PythonImport& import : model.python_imports) {
        const std::string_view module = model.text(import.module);
        const std::string_view name = model.text(import.name);
        if (risk_of(module, name) == ImportRisk::kUnknown)
            unknown.emplace(to_utf8(module) + "." + to_utf8(name));
    }
    if (unknown.empty()) return;
    std::string names;
    size_t named = 0;
    for (const std::string& path : unknown) {
        if (named++ < kNamed) names += (names.empty() ? "" : ", ") + path;
    }
    if (named > kNamed) names += fmt::format(" and {} more", named - kNamed);
    context.report({
        .severity = Severity::kWarning,
        .message =
            fmt::format("Loading the pickle runs code that is no part of a known framework: {}.", names),
        .fix =
            "Load the file only if you trust who made it; safetensors holds the same weights without code.",
    });
}

}  // namespace

extern const Rule x02_pickle_unknown;
const Rule x02_pickle_unknown{
    .id = "X02",
    .name = "pickle-unknown",
    .summary = "The pickle takes classes or functions of modules that are no known framework's.",
    .severity = Severity::kWarning,
    .formats = kAllFormats,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Takes the file's pickles apart, without running them, and reports what they take from "
                    "modules other "
                    "than those of Python's own data types, PyTorch, NumPy, SciPy, scikit-learn, pandas, "
                    "XGBoost, "
                    "LightGBM and CatBoost.",
            .why = "Python imports and calls what a pickle names. Whether that is harmless depends on code "
                   "that stands "
                   "elsewhere, and the file cannot be loaded where that code is missing.",
            .not_a_problem = "Whole modules of your own project (`net.Net`), where its code is installed.",
            .fix = "Save a state dict instead of the whole module, or safetensors.",
            .example =
                "`torch.save(model)` of a class `net.Net` instead of `torch.save(model.state_dict())`.",
            .source = "https://docs.pytorch.org/docs/stable/notes/serialization.html, "
                      "https://github.com/mmaitre314/picklescan",
        },
    .check = check,
};

}  // namespace netloupe::lint
