#pragma once

#include <memory>
#include <string>

#include "report/check.h"

namespace netloupe::report {

std::unique_ptr<CheckWriter> text_writer(const Style& style);
std::unique_ptr<CheckWriter> json_writer();
std::unique_ptr<CheckWriter> jsonl_writer();
std::unique_ptr<CheckWriter> sarif_writer(std::string_view version);
std::unique_ptr<CheckWriter> github_writer();
std::unique_ptr<CheckWriter> junit_writer();
std::unique_ptr<CheckWriter> markdown_writer();

/// "node 12 CONV_2D (conv1)", counted from 1 as the Problems panel and the graph do; empty for a finding
/// about the file.
std::string place_text(const ReportedFinding& finding);
/// The line of the file that stands for a finding where there must be one: the node's number.
inline uint32_t line_of(const ReportedFinding& finding) {
    return finding.node ? finding.node->id + 1 : 1;
}

}  // namespace netloupe::report
