#include "config/configuration.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "containers/json_document.h"
#include "layer.h"

namespace netloupe::config {

namespace fs = std::filesystem;

namespace {

fs::path absolute(const std::string& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(path, error);
    return (error ? fs::path(path) : whole).lexically_normal();
}

Result<std::vector<Layer>> layers_of(Result<JsonDocument> document) {
    if (!document) return std::unexpected(document.error());
    auto layers = read_layers(*document);
    if (document->error()) return std::unexpected(*document->error());
    return layers;
}

}  // namespace

Configuration::Configuration() : layers_(std::make_shared<const std::vector<Layer>>()) {}

Configuration::Configuration(std::string path, std::vector<Layer> layers)
    : path_(std::move(path)), layers_(std::make_shared<const std::vector<Layer>>(std::move(layers))) {}

Result<Configuration> Configuration::read(const std::string& path) {
    auto layers = layers_of(JsonDocument::read(path));
    if (!layers) return std::unexpected(layers.error());
    return Configuration(path, std::move(*layers));
}

Result<Configuration> Configuration::parse(std::string text, const std::string& path) {
    auto layers = layers_of(JsonDocument::parse(std::move(text), path));
    if (!layers) return std::unexpected(layers.error());
    return Configuration(path, std::move(*layers));
}

Settings Configuration::settings_for(const std::string& model_path) const {
    Settings settings;
    const std::string relative =
        absolute(model_path).lexically_relative(absolute(path_).parent_path()).generic_string();
    for (const Layer& layer : *layers_) {
        const bool is_override = &layer != layers_->data();
        const auto fits = [&](const Glob& pattern) { return pattern.matches(relative); };
        if (!is_override || std::ranges::any_of(layer.files, fits)) layer.apply(settings);
    }
    return settings;
}

std::vector<std::string> configuration_places(const std::string& model_path) {
    std::vector<std::string> places;
    for (fs::path folder = absolute(model_path).parent_path();; folder = folder.parent_path()) {
        places.push_back((folder / kFileName).string());
        if (folder == folder.parent_path()) return places;
    }
}

std::optional<std::string> find_configuration(const std::string& model_path) {
    for (std::string& place : configuration_places(model_path)) {
        std::error_code error;
        if (fs::is_regular_file(place, error)) return std::move(place);
    }
    return std::nullopt;
}

}  // namespace netloupe::config
