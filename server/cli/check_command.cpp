#include <algorithm>
#include <cctype>
#include <filesystem>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "formats/reader.h"
#include "infer/shapes.h"
#include "lint/lint.h"
#include "lint/rule.h"
#include "report/check.h"

namespace netloupe::cli {

namespace {

namespace fs = std::filesystem;

bool has_model_extension(const fs::path& path) {
    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::ranges::any_of(format_readers(), [&](const FormatReader* reader) {
        return std::ranges::find(reader->extensions, extension) != reader->extensions.end();
    });
}

/// The models in a folder and below, known by their extension, in order of their paths. Hidden folders are
/// left out.
std::vector<std::string> models_below(const fs::path& folder) {
    std::vector<std::string> models;
    std::error_code error;
    auto entry =
        fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code ignored;
        const fs::path& path = entry->path();
        if (entry->is_directory(ignored)) {
            if (path.filename().string().starts_with('.')) entry.disable_recursion_pending();
        } else if (entry->is_regular_file(ignored) && has_model_extension(path)) {
            models.push_back(path.string());
        }
    }
    std::ranges::sort(models);
    return models;
}

class CheckRun {
public:
    explicit CheckRun(const CheckOptions& options)
        : options_(options), style_(style_of(options.colour)), lint_options_{.only = options.rules, .parameters = {}} {}

    void check_path(const std::string& path) {
        std::error_code error;
        if (!fs::is_directory(path, error)) return check_file(path);
        const auto models = models_below(path);
        if (models.empty())
            return fail_on(path,
                           {ErrorCode::kNotFound, "The folder holds no file with the extension of a model."});
        for (const std::string& model : models) check_file(model);
    }

    int finish() {
        if (options_.json) {
            write(report::check_json_document(entries_, totals_));
        } else if (!options_.quiet) {
            write(report::totals_text(totals_, style_));
        }
        if (totals_.unreadable + totals_.damaged > 0) return kUnreadable;
        return failing_ ? kFindings : kClean;
    }

private:
    void check_file(const std::string& path) {
        ++totals_.files;
        const auto model = open_model(path);
        if (!model) return fail_on(path, model.error());
        if (!model->damages.empty()) ++totals_.damaged;
        const infer::Shapes shapes = infer::infer_shapes(*model, Meaning(*model));
        lint::Options options = lint_options_;
        options.shapes = &shapes;
        const auto findings = lint::check(*model, options);
        const lint::Counts counts = lint::count(findings);
        totals_.errors += counts.errors;
        totals_.warnings += counts.warnings;
        totals_.infos += counts.infos;
        failing_ |= std::ranges::any_of(
            findings, [this](const lint::Finding& finding) { return finding.severity >= options_.fail_on; });
        if (options_.json) {
            entries_.push_back(report::check_json(path, *model, findings));
        } else {
            write(report::check_text(path, *model, findings, style_));
        }
    }

    void fail_on(const std::string& path, const Error& error) {
        ++totals_.unreadable;
        complain(path, error);
        if (options_.json) entries_.push_back(report::check_json(path, error));
    }

    const CheckOptions& options_;
    report::Style style_;
    lint::Options lint_options_;
    report::CheckTotals totals_;
    std::vector<std::string> entries_;
    bool failing_ = false;
};

}  // namespace

int run_check(const CheckOptions& options) {
    CheckOptions known = options;
    for (std::string& name : known.rules) {
        const lint::Rule* rule = lint::find_rule(name);
        if (rule == nullptr) {
            complain("--rule", {ErrorCode::kInvalid, "There is no rule " + name + "; see netloupe rules."});
            return kUnreadable;
        }
        name = rule->id;
    }
    CheckRun run(known);
    for (const std::string& path : known.paths) run.check_path(path);
    return run.finish();
}

}  // namespace netloupe::cli
