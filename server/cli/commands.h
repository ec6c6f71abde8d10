#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lint/finding.h"
#include "report/check.h"
#include "signature/code.h"

/// The subcommands of `netloupe`. Each returns the process's exit code.
namespace netloupe::cli {

inline constexpr int kClean = 0;
inline constexpr int kFindings = 1;    ///< Some at or above the failing severity.
inline constexpr int kUnreadable = 2;  ///< A file could not be read, or the command line is wrong.

enum class Colour { kAuto, kAlways, kNever };

struct CheckOptions {
    std::vector<std::string> paths;  ///< Files, folders, patterns; "-" is standard input.
    report::CheckFormat format = report::CheckFormat::kText;
    std::vector<std::string> select;      ///< In place of the configuration's; as lint::selects() takes them.
    std::vector<std::string> ignore;      ///< Besides the configuration's.
    std::vector<std::string> severities;  ///< "Q05=error", or "warning": the least that is reported.
    std::optional<lint::Severity> fail_on;
    std::vector<std::string> bindings;  ///< "batch=1"
    std::vector<std::string> targets;   ///< Ids or files of targets.
    std::string configuration;          ///< Path; empty: the nearest to each model.
    bool no_configuration = false;
    std::string baseline;
    std::string write_baseline;
    unsigned jobs = 0;  ///< Models at a time; 0: as many as there are processors.
    bool timing = false;
    bool quiet = false;       ///< No line of totals, and no progress.
    bool no_weights = false;  ///< Rules that read the values of weights do not run.
    Colour colour = Colour::kAuto;
};
int run_check(const CheckOptions& options);

struct ShowOptions {
    std::string path;
    std::vector<std::string> bindings;  ///< "batch=1"
    bool json = false;
    Colour colour = Colour::kAuto;
};
int run_show(const ShowOptions& options);

struct TargetsOptions {
    std::string path;                   ///< Without one the targets themselves are listed.
    std::vector<std::string> targets;   ///< Ids or files; with one, its details are told.
    std::vector<std::string> bindings;  ///< "batch=1"
    bool json = false;
    Colour colour = Colour::kAuto;
};
int run_targets(const TargetsOptions& options);

struct SignatureOptions {
    std::string path;
    std::optional<signature::Language> language;  ///< Of the code to print; without one the card is printed.
    std::string key;                              ///< Of the signature; empty: all, or the first for code.
    Colour colour = Colour::kAuto;
};
int run_signature(const SignatureOptions& options);

/// All rules in a table.
int run_rules(Colour colour);
/// The page of one rule.
int run_explain(const std::string& rule);

}  // namespace netloupe::cli
