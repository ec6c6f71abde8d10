#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lint/finding.h"
#include "signature/code.h"

/// The subcommands of `netloupe`. Each returns the process's exit code.
namespace netloupe::cli {

inline constexpr int kClean = 0;
inline constexpr int kFindings = 1;    ///< Some at or above the failing severity.
inline constexpr int kUnreadable = 2;  ///< A file could not be read, or the command line is wrong.

enum class Colour { kAuto, kAlways, kNever };

struct CheckOptions {
    std::vector<std::string> paths;
    lint::Severity fail_on = lint::Severity::kWarning;
    std::vector<std::string> rules;  ///< Ids or names; all when empty.
    bool json = false;
    bool quiet = false;  ///< No line of totals.
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
