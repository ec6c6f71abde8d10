#pragma once

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "lint/finding.h"

namespace netloupe::config {

/// Findings that were there when a team began to check, so that only new ones fail. A finding is the same as
/// long as its file (relative to the baseline's folder), its rule and its fingerprint are.
class Baseline {
public:
    /// Errors: those of reading a file, and kInvalid with line and column.
    static Result<Baseline> read(const std::string& path);
    /// An empty one for a file that is to be written at `path`.
    explicit Baseline(std::string path) : path_(std::move(path)) {}

    [[nodiscard]] bool knows(const std::string& model_path, const lint::Finding& finding) const;
    void add(const std::string& model_path, const lint::Finding& finding);
    [[nodiscard]] size_t size() const { return entries_.size(); }

    /// The file's text: sorted, so that a change of a model changes few lines.
    [[nodiscard]] std::string text() const;

private:
    struct Entry {
        std::string file;
        std::string rule;
        std::string fingerprint;
        std::string message;  ///< For people; not compared.

        friend bool operator<(const Entry& a, const Entry& b) {
            return std::tie(a.file, a.rule, a.fingerprint) < std::tie(b.file, b.rule, b.fingerprint);
        }
    };
    [[nodiscard]] Entry entry_of(const std::string& model_path, const lint::Finding& finding) const;

    std::string path_;
    std::set<Entry> entries_;
};

}  // namespace netloupe::config
