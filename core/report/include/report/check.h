#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "lint/finding.h"
#include "lint/lint.h"
#include "lint/rule.h"
#include "model/model.h"
#include "report/style.h"

/// What `netloupe check` says of each file, in the forms that people and programs read.
namespace netloupe::report {

struct ReportedNode {
    uint32_t id = 0;
    std::string op;
    std::string name;  ///< Its own, or that of what it gives; may be empty.
};

struct ReportedTensor {
    uint32_t id = 0;
    std::string name;
};

/// A finding with the names that it speaks of, so that it outlives its model. Texts are UTF-8.
struct ReportedFinding {
    const lint::Rule* rule = nullptr;
    lint::Severity severity = lint::Severity::kWarning;
    bool fails = false;  ///< At or above the failing severity.
    std::string message;
    std::string fix;
    std::string fingerprint;  ///< 16 hexadecimal digits.
    std::optional<uint32_t> graph;
    std::string graph_name;
    std::optional<ReportedNode> node;
    std::vector<ReportedNode> nodes;
    std::optional<ReportedTensor> tensor;
};

struct CheckedFile {
    std::string path;
    std::string format;          ///< "ONNX v8"; empty when the file could not be read.
    std::optional<Error> error;  ///< Why it could not.
    bool damaged = false;        ///< Readable in part only.
    std::vector<ReportedFinding> findings;
    std::vector<lint::Omission> omissions;  ///< Rules that did not run, or not on everything.
    size_t known = 0;                       ///< Findings that are left out because the baseline knows them.
};

ReportedFinding reported(const Model& model, const lint::Finding& finding, lint::Severity fail_on);

struct CheckTotals {
    size_t files = 0;
    size_t unreadable = 0;
    size_t damaged = 0;
    size_t errors = 0;
    size_t warnings = 0;
    size_t infos = 0;
    size_t known = 0;
    size_t failing = 0;  ///< Findings at or above the failing severity.

    void add(const CheckedFile& file);
};

enum class CheckFormat : uint8_t {
    kText,      ///< A paragraph a finding.
    kJson,      ///< One document: {"files": [...], "totals": {...}}.
    kJsonl,     ///< An object a line: each finding, and each file that could not be read.
    kSarif,     ///< SARIF 2.1.0.
    kGithub,    ///< Workflow commands of GitHub Actions, which become annotations.
    kJunit,     ///< A test suite a file, a test case a finding.
    kMarkdown,  ///< A table a file, for comments on changes.
};

/// Writes results in one format: begin(), then file() for each file in turn, then end().
class CheckWriter {
public:
    virtual ~CheckWriter() = default;
    [[nodiscard]] virtual std::string begin() { return {}; }
    [[nodiscard]] virtual std::string file(const CheckedFile& file) = 0;
    [[nodiscard]] virtual std::string end(const CheckTotals& totals) = 0;
};

/// `version` is the tool's own; `style` matters to text alone.
std::unique_ptr<CheckWriter> check_writer(CheckFormat format, const Style& style, std::string_view version);

/// "2 errors, 1 warning in 3 files."
std::string totals_text(const CheckTotals& totals, const Style& style);

}  // namespace netloupe::report
