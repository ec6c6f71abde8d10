#include <fmt/format.h>

#include <set>

#include "check_writers.h"

namespace netloupe::report {

namespace {

std::string severity_text(lint::Severity severity, const Style& style) {
    const std::string text = padded(lint::name(severity), 7);
    switch (severity) {
        case lint::Severity::kError:
            return style.red(text);
        case lint::Severity::kWarning:
            return style.yellow(text);
        case lint::Severity::kInfo:
            break;
    }
    return style.blue(text);
}

std::string counted(size_t count, std::string_view singular) {
    return fmt::format("{} {}{}", count, singular, count == 1 ? "" : "s");
}

class TextWriter : public CheckWriter {
public:
    explicit TextWriter(const Style& style) : style_(style) {}

    std::string file(const CheckedFile& file) override {
        note(file.omissions);
        if (file.findings.empty()) return {};
        std::string text = style_.bold(printable(file.path)) + "\n";
        for (const ReportedFinding& finding : file.findings) add(finding, text);
        return text + "\n";
    }
    std::string end(const CheckTotals& totals) override {
        std::string text;
        for (const std::string& line : omissions_) text += style_.dim(line) + "\n";
        return text + totals_text(totals, style_);
    }

private:
    /// For the end: mostly the same for all files.
    void note(const std::vector<lint::Omission>& omissions) {
        if (omissions.empty()) return;
        std::string rules;
        for (const lint::Omission& omission : omissions)
            rules += (rules.empty() ? "" : ", ") + std::string(omission.rule);
        omissions_.insert(fmt::format("Not checked: {} ({}).", rules, omissions.front().why));
    }

    void add(const ReportedFinding& finding, std::string& text) const {
        text += fmt::format("  {} {}  {}\n", severity_text(finding.severity, style_), finding.rule->id,
                            printable(finding.message));
        if (const std::string place = place_text(finding); !place.empty())
            text += fmt::format("               {}\n", style_.dim("at " + place));
        if (!finding.fix.empty())
            text += fmt::format("               {}\n", style_.dim(printable(finding.fix)));
    }

    Style style_;
    std::set<std::string> omissions_;
};

}  // namespace

std::unique_ptr<CheckWriter> text_writer(const Style& style) {
    return std::make_unique<TextWriter>(style);
}

std::string totals_text(const CheckTotals& totals, const Style& style) {
    std::string text;
    const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (totals.errors > 0) add(style.red(counted(totals.errors, "error")));
    if (totals.warnings > 0) add(style.yellow(counted(totals.warnings, "warning")));
    if (totals.infos > 0) add(style.blue(fmt::format("{} info", totals.infos)));
    if (text.empty()) text = "No findings";
    text += fmt::format(" in {}", counted(totals.files, "file"));
    if (totals.known > 0) text += fmt::format("; {} of the baseline left out", totals.known);
    if (totals.unreadable > 0) text += fmt::format("; {} could not be read", totals.unreadable);
    if (totals.damaged > 0) text += fmt::format("; {} could be read in part only", totals.damaged);
    return text + ".\n";
}

}  // namespace netloupe::report
