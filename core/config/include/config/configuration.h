#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "infer/shapes.h"
#include "lint/lint.h"

/// What a team writes down beside its models: which rules hold, with which thresholds, budgets and targets.
/// docs/configuration.md is the manual, schemas/configuration.schema.json the grammar.
namespace netloupe::config {

/// The file that is looked for.
inline constexpr std::string_view kFileName = ".netloupe.json";

/// What a configuration says for one model.
struct Settings {
    lint::Options lint;                     ///< Without what is known of a model: shapes, costs, weights.
    std::optional<lint::Severity> fail_on;  ///< Least severity that fails a check.
    std::vector<infer::Binding> bindings;   ///< Names that a model does not have are no mistake.
    std::vector<std::string> target_files;  ///< Of the targets in `lint` that are files.
};

struct Layer;

/// Immutable; copies share what was read.
class Configuration {
public:
    /// An empty one: every rule, as it is.
    Configuration();

    /// Errors: those of reading a file, and kInvalid with line and column for what it says: unknown members,
    /// rules or parameters, values of the wrong type.
    static Result<Configuration> read(const std::string& path);
    static Result<Configuration> parse(std::string text, const std::string& path);

    /// Empty when it was read from no file.
    [[nodiscard]] const std::string& path() const { return path_; }
    /// The settings for a model: the overrides whose pattern fits its path, relative to the configuration's
    /// folder, on top of what holds for all.
    [[nodiscard]] Settings settings_for(const std::string& model_path) const;

private:
    Configuration(std::string path, std::vector<Layer> layers);

    std::string path_;
    std::shared_ptr<const std::vector<Layer>> layers_;  ///< The first holds for all models.
};

/// Where the configuration of a model may be, the nearest place first.
std::vector<std::string> configuration_places(const std::string& model_path);
/// The nearest that is there; nothing when there is none.
std::optional<std::string> find_configuration(const std::string& model_path);

/// The JSON Schema of the configuration, with the rules and parameters of this build.
std::string configuration_schema();

}  // namespace netloupe::config
