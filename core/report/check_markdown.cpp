#include <fmt/format.h>

#include "base/utf8.h"
#include "check_writers.h"

namespace netloupe::report {

namespace {

/// Text in a cell of a table: nothing in it begins markup or another cell.
std::string cell(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\`*_{}[]<>|#~").contains(c)) out += '\\';
        out += c == '\n' || c == '\r' ? ' ' : c;
    }
    return out;
}

class MarkdownWriter : public CheckWriter {
public:
    std::string file(const CheckedFile& file) override {
        if (!file.error && file.findings.empty()) return {};
        std::string text = fmt::format("### {}\n\n", cell(to_utf8(file.path)));
        if (file.error) text += cell(to_utf8(file.error->text())) + "\n\n";
        if (file.findings.empty()) return text;
        text += "| severity | rule | finding | where |\n| --- | --- | --- | --- |\n";
        for (const ReportedFinding& finding : file.findings) {
            text += fmt::format("| {} | {} {} | {} | {} |\n", lint::name(finding.severity), finding.rule->id,
                                finding.rule->name,
                                cell(finding.message + (finding.fix.empty() ? "" : " ") + finding.fix),
                                cell(place_text(finding)));
        }
        return text + "\n";
    }
    std::string end(const CheckTotals& totals) override { return totals_text(totals, {false}); }
};

}  // namespace

std::unique_ptr<CheckWriter> markdown_writer() {
    return std::make_unique<MarkdownWriter>();
}

}  // namespace netloupe::report
