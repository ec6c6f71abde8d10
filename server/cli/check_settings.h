#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/commands.h"
#include "config/configuration.h"

namespace netloupe::cli {

/// What holds for each model of a check: the command line over the configuration.
class CheckSettings {
public:
    /// Errors: kInvalid for options that name rules or severities that there are not.
    static Result<CheckSettings> from(const CheckOptions& options);

    /// Errors: those of the model's configuration; the message begins with its path.
    Result<config::Settings> settings_for(const std::string& model_path);
    /// Least severity that is reported.
    [[nodiscard]] lint::Severity least() const { return least_; }
    [[nodiscard]] const std::vector<infer::Binding>& bindings() const { return bindings_; }

private:
    explicit CheckSettings(const CheckOptions& options) : options_(options) {}
    Result<void> read_severity(const std::string& text);
    Result<config::Configuration> configuration_for(const std::string& model_path);
    void lay_over(config::Settings& settings) const;

    const CheckOptions& options_;
    lint::Severity least_ = lint::Severity::kInfo;
    std::vector<lint::SeveritySetting> severities_;
    std::vector<infer::Binding> bindings_;
    std::vector<std::shared_ptr<const targets::Target>> targets_;
    std::map<std::string, config::Configuration> read_;  ///< By path.
};

}  // namespace netloupe::cli
