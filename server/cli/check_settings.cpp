#include "cli/check_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest_name.h"
#include "cli/bindings.h"
#include "lint/rule.h"
#include "targets/target.h"

namespace netloupe::cli {

namespace {

std::optional<lint::Severity> severity_named(std::string_view word) {
    for (const lint::Severity severity :
         {lint::Severity::kInfo, lint::Severity::kWarning, lint::Severity::kError}) {
        if (lint::name(severity) == word) return severity;
    }
    return std::nullopt;
}

Result<void> expect_rule(std::string_view option, const std::string& text) {
    const auto all = lint::rules();
    if (std::ranges::any_of(all, [&](const lint::Rule* rule) { return lint::selects(text, *rule); }))
        return {};
    std::vector<std::string_view> known;
    for (const lint::Rule* rule : all) known.insert(known.end(), {rule->id, rule->name});
    const auto meant = nearest_name(text, known);
    return fail(ErrorCode::kInvalid,
                fmt::format("{} {}: there is no such rule; {}.", option, text,
                            meant ? fmt::format("did you mean \"{}\"", *meant) : "see netloupe rules"));
}

}  // namespace

Result<CheckSettings> CheckSettings::from(const CheckOptions& options) {
    CheckSettings settings(options);
    for (const std::string& rule : options.select) {
        if (const auto known = expect_rule("--select", rule); !known) return std::unexpected(known.error());
    }
    for (const std::string& rule : options.ignore) {
        if (const auto known = expect_rule("--ignore", rule); !known) return std::unexpected(known.error());
    }
    for (const std::string& text : options.severities) {
        if (const auto read = settings.read_severity(text); !read) return std::unexpected(read.error());
    }
    for (const std::string& name : options.targets) {
        auto target = targets::find_target(name);
        if (!target) {
            target.error().message.insert(0, fmt::format("--target {}: ", name));
            return std::unexpected(target.error());
        }
        settings.targets_.push_back(std::make_shared<const targets::Target>(std::move(*target)));
    }
    auto bindings = parse_bindings(options.bindings);
    if (!bindings) return std::unexpected(bindings.error());
    settings.bindings_ = std::move(*bindings);
    return settings;
}

Result<void> CheckSettings::read_severity(const std::string& text) {
    const size_t equals = text.find('=');
    const auto severity = severity_named(equals == std::string::npos ? text : text.substr(equals + 1));
    if (!severity)
        return fail(ErrorCode::kInvalid,
                    fmt::format("--severity {}: write info, warning or error, or RULE=error.", text));
    if (equals == std::string::npos) {
        least_ = *severity;
        return {};
    }
    severities_.push_back({text.substr(0, equals), *severity});
    return expect_rule("--severity", severities_.back().rules);
}

Result<config::Configuration> CheckSettings::configuration_for(const std::string& model_path) {
    if (options_.no_configuration) return config::Configuration();
    const auto path = options_.configuration.empty() ? config::find_configuration(model_path)
                                                     : std::optional(options_.configuration);
    if (!path) return config::Configuration();
    const auto before = read_.find(*path);
    if (before != read_.end()) return before->second;
    auto configuration = config::Configuration::read(*path);
    if (!configuration) {
        Error error = configuration.error();
        error.message = *path + ": " + error.message;
        return std::unexpected(error);
    }
    return read_.emplace(*path, std::move(*configuration)).first->second;
}

Result<config::Settings> CheckSettings::settings_for(const std::string& model_path) {
    auto configuration = configuration_for(model_path);
    if (!configuration) return std::unexpected(configuration.error());
    config::Settings settings = configuration->settings_for(model_path);
    lay_over(settings);
    return settings;
}

void CheckSettings::lay_over(config::Settings& settings) const {
    lint::Options& lint = settings.lint;
    if (!options_.select.empty()) lint.only = options_.select;
    lint.ignore.insert(lint.ignore.end(), options_.ignore.begin(), options_.ignore.end());
    lint.severities.insert(lint.severities.end(), severities_.begin(), severities_.end());
    if (!targets_.empty()) lint.targets = targets_;
    if (options_.fail_on) settings.fail_on = options_.fail_on;
    for (const infer::Binding& binding : bindings_) {
        std::erase_if(settings.bindings,
                      [&](const infer::Binding& before) { return before.name == binding.name; });
        settings.bindings.push_back(binding);
    }
}

}  // namespace netloupe::cli
