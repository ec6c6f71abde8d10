#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "lint/finding.h"
#include "model/model.h"
#include "report/style.h"

/// What `netloupe check` says. A file's part is made while its model is at hand.
namespace netloupe::report {

struct CheckTotals {
    size_t files = 0;
    size_t unreadable = 0;
    size_t damaged = 0;  ///< Readable in part only.
    size_t errors = 0;
    size_t warnings = 0;
    size_t infos = 0;
};

/// The file's findings, a paragraph each; empty when there are none.
std::string check_text(const std::string& path, const Model& model, std::span<const lint::Finding> findings,
                       const Style& style);
/// "2 errors, 1 warning in 3 files."
std::string totals_text(const CheckTotals& totals, const Style& style);

/// The file's entry in the JSON document; that of a file that could not be read.
std::string check_json(const std::string& path, const Model& model, std::span<const lint::Finding> findings);
std::string check_json(const std::string& path, const Error& error);
/// The document: {"files": [entries], "totals": {...}}.
std::string check_json_document(std::span<const std::string> entries, const CheckTotals& totals);

}  // namespace netloupe::report
