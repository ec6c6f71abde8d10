#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/glob.h"
#include "config/configuration.h"
#include "containers/json_document.h"
#include "targets/target.h"

namespace netloupe::config {

/// What a configuration says at one level: for all models, or for those that an override is for.
struct Layer {
    std::vector<Glob> files;  ///< Of an override.
    std::optional<std::vector<std::string>> select;
    std::optional<std::vector<std::string>> ignore;
    std::vector<std::string> off;  ///< Rules whose severity is "off".
    std::vector<lint::SeveritySetting> severities;
    std::vector<lint::ParameterSetting> parameters;
    std::vector<lint::Suppression> suppressions;
    lint::Budgets budgets;
    lint::ExpectedSignature signature;
    std::optional<lint::Severity> fail_on;
    std::vector<infer::Binding> bindings;
    struct Targets {
        std::vector<std::shared_ptr<const targets::Target>> list;
        std::vector<std::string> files;  ///< Of those that are files.
    };
    std::optional<Targets> targets;

    /// Lays what it says over what was said before. Lists replace, single settings are added.
    void apply(Settings& settings) const;
};

/// The layers of a configuration; what is wrong is complained of in the document.
std::vector<Layer> read_layers(JsonDocument& document);

/// What a configuration may say at its top, and in an override.
extern const std::vector<std::string_view> kTopMembers;
extern const std::vector<std::string_view> kOverrideMembers;

}  // namespace netloupe::config
