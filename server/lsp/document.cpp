#include "lsp/document.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/contained_path.h"
#include "base/percent.h"
#include "config/configuration.h"
#include "formats/reader.h"
#include "lint/lint.h"
#include "targets/target.h"

namespace netloupe::lsp {

namespace {

/// Reads the model's configuration and returns what it says.
config::Settings configure(Document& document) {
    document.configuration = config::find_configuration(document.path).value_or("");
    document.configuration_error.reset();
    if (document.configuration.empty()) return {};
    const auto configuration = config::Configuration::read(document.configuration);
    if (configuration) return configuration->settings_for(document.path);
    document.configuration_error = configuration.error();
    return {};
}

/// Infers the shapes and counts the costs.
void measure(Document& document, const Meaning& meaning, const CancelToken& cancel) {
    infer::InferOptions options;
    options.bindings = document.bindings;
    options.cancel = cancel;
    document.shapes =
        std::make_shared<const infer::Shapes>(infer::infer_shapes(*document.model, meaning, options));
    document.costs = std::make_shared<const cost::Costs>(
        cost::count_costs(*document.model, meaning, *document.shapes, options));
}

/// Puts the targets that the editor chose in place of those of the configuration.
void choose_targets(const std::vector<std::string>& names, Document& document, config::Settings& settings) {
    document.target_problem.clear();
    document.targets_of_settings = !names.empty();
    if (!names.empty()) {
        settings.lint.targets.clear();
        settings.target_files.clear();
    }
    for (const std::string& name : names) {
        auto target = targets::find_target(name);
        if (name.contains('/')) settings.target_files.push_back(name);
        if (target) {
            settings.lint.targets.push_back(std::make_shared<const targets::Target>(std::move(*target)));
        } else if (document.target_problem.empty()) {
            document.target_problem = name + ": " + target.error().text();
        }
    }
    document.target_files = std::move(settings.target_files);
}

void judge_for_targets(Document& document, const Meaning& meaning) {
    auto judged = std::make_shared<std::vector<JudgedTarget>>();
    const Model& model = *document.model;
    for (const auto& target : document.rules.targets) {
        JudgedTarget& made = judged->emplace_back();
        made.target = target;
        made.takes = !model.graphs.empty() && targets::takes(*target, model.format);
        if (!made.takes) continue;
        made.assessment = targets::assess(model, meaning, *document.shapes, *target);
        made.placement = targets::place(model, GraphId(0U), *target, made.assessment, *document.shapes,
                                        document.costs.get());
    }
    document.targets = std::move(judged);
}

void run_rules(Document& document, const CancelToken& cancel) {
    lint::Options options = document.rules;
    options.shapes = document.shapes.get();
    options.costs = document.costs.get();
    options.weights = document.weights.get();
    document.omissions.clear();
    if (document.model) document.omissions = lint::omissions(*document.model, options);
    document.findings = std::make_shared<const std::vector<lint::Finding>>(
        document.model ? lint::check(*document.model, options, cancel) : std::vector<lint::Finding>());
}

}  // namespace

DocumentPtr read_document(const std::string& uri, const std::string& path, uint32_t generation,
                          const Bindings& bindings, const CancelToken& cancel) {
    auto document = std::make_shared<Document>();
    document->bindings = bindings;
    document->uri = uri;
    document->path = path;
    document->generation = generation;
    auto model = open_model(path, cancel);
    if (!model) {
        document->error = std::move(model.error());
        std::error_code unknown;
        const auto size = std::filesystem::file_size(path, unknown);
        document->file_bytes = unknown ? 0 : size;
        return document;
    }
    for (const SourceFile& file : model->files) document->file_bytes += file.bytes().size();
    document->model = std::make_shared<const Model>(std::move(*model));
    return document;
}

DocumentPtr check_document(const Document& document, const EditorSettings& settings,
                           const CancelToken& cancel) {
    auto checked = std::make_shared<Document>(document);
    config::Settings configured = configure(*checked);
    choose_targets(settings.targets, *checked, configured);
    checked->rules = std::move(configured.lint);
    checked->bindings = settings.bindings;
    for (const infer::Binding& binding : configured.bindings) {
        if (std::ranges::find(settings.bindings, binding.name, &infer::Binding::name) ==
            settings.bindings.end())
            checked->bindings.push_back(binding);
    }
    if (document.model) {
        const Meaning meaning(*document.model);
        measure(*checked, meaning, cancel);
        judge_for_targets(*checked, meaning);
    }
    run_rules(*checked, cancel);
    return checked;
}

DocumentPtr weigh_document(const Document& document, const CancelToken& cancel) {
    auto weighed = std::make_shared<Document>(document);
    if (!document.model) return weighed;
    // For all rules: a configuration that is changed later may choose others.
    weighed->weights =
        std::make_shared<const lint::Weights>(lint::read_weights(*document.model, lint::Options(), cancel));
    run_rules(*weighed, cancel);
    return weighed;
}

std::vector<std::string> files_of(const Document& document) {
    std::vector<std::string> files{document.path};
    if (!document.model) return files;
    const auto folder = std::filesystem::path(document.path).parent_path();
    StringId last;
    for (const Constant& constant : document.model->constants) {
        if (constant.location == last || document.model->text(constant.location).empty()) continue;
        last = constant.location;
        const std::string_view location = document.model->text(constant.location);
        if (!why_location_escapes(location).empty()) continue;
        files.push_back((folder / location).string());
    }
    std::ranges::sort(files.begin() + 1, files.end());
    const auto repeated = std::ranges::unique(files);
    files.erase(repeated.begin(), repeated.end());
    return files;
}

std::optional<std::string> path_of_uri(std::string_view uri) {
    constexpr std::string_view kScheme = "file://";
    if (!uri.starts_with(kScheme)) return std::nullopt;
    uri.remove_prefix(kScheme.size());
    uri = uri.substr(0, uri.find_first_of("?#"));
    const size_t slash = uri.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const std::string_view host = uri.substr(0, slash);
    if (!host.empty() && host != "localhost") return std::nullopt;
    auto path = percent_decoded(uri.substr(slash));
    if (!path || path->contains('\0')) return std::nullopt;
    return path;
}

std::string uri_of_path(std::string_view path) {
    return "file://" + percent_encoded(path);
}

}  // namespace netloupe::lsp
