#include <fmt/format.h>

#include "check_writers.h"

namespace netloupe::report {

namespace {

/// A command is one line, and a property ends at a comma; what would end them is written as its code.
std::string escaped(std::string_view text, std::string_view special) {
    std::string out;
    for (const char c : text) {
        if (special.contains(c)) {
            out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        } else {
            out += c;
        }
    }
    return out;
}
std::string escaped_data(std::string_view text) {
    return escaped(text, "%\r\n");
}
std::string escaped_property(std::string_view text) {
    return escaped(text, "%\r\n:,");
}

std::string_view command(lint::Severity severity) {
    return severity == lint::Severity::kInfo ? "notice" : lint::name(severity);
}

class GithubWriter : public CheckWriter {
public:
    std::string file(const CheckedFile& file) override {
        std::string text;
        if (file.error)
            text += fmt::format("::error file={},title=netloupe::{}\n", escaped_property(file.path),
                                escaped_data(file.error->text()));
        for (const ReportedFinding& finding : file.findings) {
            std::string message = finding.message;
            if (const std::string place = place_text(finding); !place.empty())
                message += "\nAt " + place + ".";
            if (!finding.fix.empty()) message += "\n" + finding.fix;
            text += fmt::format("::{} file={},line={},title={}::{}\n", command(finding.severity),
                                escaped_property(file.path), line_of(finding),
                                escaped_property(fmt::format("{} {}", finding.rule->id, finding.rule->name)),
                                escaped_data(message));
        }
        return text;
    }
    std::string end(const CheckTotals& totals) override { return totals_text(totals, {false}); }
};

}  // namespace

std::unique_ptr<CheckWriter> github_writer() {
    return std::make_unique<GithubWriter>();
}

}  // namespace netloupe::report
