#include "lsp/document.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/contained_path.h"
#include "base/percent.h"
#include "config/configuration.h"
#include "formats/reader.h"
#include "lint/lint.h"

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
void measure(Document& document, const CancelToken& cancel) {
    const Meaning meaning(*document.model);
    infer::InferOptions options;
    options.bindings = document.bindings;
    options.cancel = cancel;
    document.shapes =
        std::make_shared<const infer::Shapes>(infer::infer_shapes(*document.model, meaning, options));
    document.costs = std::make_shared<const cost::Costs>(
        cost::count_costs(*document.model, meaning, *document.shapes, options));
}

void run_rules(Document& document, lint::Options options, const CancelToken& cancel) {
    options.shapes = document.shapes.get();
    options.costs = document.costs.get();
    options.weights = document.weights.get();
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

DocumentPtr check_document(const Document& document, const Bindings& bindings, const CancelToken& cancel) {
    auto checked = std::make_shared<Document>(document);
    config::Settings settings = configure(*checked);
    checked->bindings = bindings;
    for (const infer::Binding& binding : settings.bindings) {
        if (std::ranges::find(bindings, binding.name, &infer::Binding::name) == bindings.end())
            checked->bindings.push_back(binding);
    }
    if (document.model) measure(*checked, cancel);
    run_rules(*checked, std::move(settings.lint), cancel);
    return checked;
}

DocumentPtr weigh_document(const Document& document, const CancelToken& cancel) {
    auto weighed = std::make_shared<Document>(document);
    if (!document.model) return weighed;
    // For all rules: a configuration that is changed later may choose others.
    weighed->weights =
        std::make_shared<const lint::Weights>(lint::read_weights(*document.model, lint::Options(), cancel));
    run_rules(*weighed, configure(*weighed).lint, cancel);
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
