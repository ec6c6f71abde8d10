#include <fmt/format.h>

#include "base/utf8.h"
#include "check_writers.h"

namespace netloupe::report {

namespace {

/// Text of an attribute or element; what XML 1.0 has no place for is left out.
std::string xml(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\n':
            case '\t':
                out += ' ';
                break;
            default:
                if (static_cast<unsigned char>(c) >= 0x20) out += c;
        }
    }
    return out;
}

std::string test_case(const std::string& path, std::string_view name, const std::string& content) {
    const std::string open = fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xml(path), xml(name));
    return content.empty() ? open + "/>\n" : fmt::format("{}>{}</testcase>\n", open, content);
}

std::string finding_case(const std::string& path, const ReportedFinding& finding) {
    const std::string place = place_text(finding);
    const std::string name =
        fmt::format("{} {}{}{}", finding.rule->id, finding.rule->name, place.empty() ? "" : ": ", place);
    const std::string fix = finding.fix.empty() ? "" : xml(" " + finding.fix);
    if (!finding.fails)
        return test_case(path, name, fmt::format("<system-out>{}{}</system-out>", xml(finding.message), fix));
    return test_case(
        path, name,
        fmt::format("<failure type=\"{}\" message=\"{}\">{}{}</failure>", lint::name(finding.severity),
                    xml(finding.message), xml(finding.message), fix));
}

class JunitWriter : public CheckWriter {
public:
    std::string begin() override {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"netloupe\">\n";
    }
    std::string file(const CheckedFile& file) override {
        const std::string path = to_utf8(file.path);
        std::string cases;
        size_t failures = 0;
        for (const ReportedFinding& finding : file.findings) {
            cases += finding_case(path, finding);
            failures += finding.fails ? 1 : 0;
        }
        size_t count = file.findings.size();
        if (file.error) {
            ++count;
            cases += test_case(path, "readable",
                               fmt::format("<error message=\"{}\"/>", xml(to_utf8(file.error->text()))));
        }
        if (count == 0) {
            ++count;
            cases = test_case(path, "no findings", {});
        }
        return fmt::format(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n{}  </testsuite>\n",
            xml(path), count, failures, file.error ? 1 : 0, cases);
    }
    std::string end(const CheckTotals&) override { return "</testsuites>\n"; }
};

}  // namespace

std::unique_ptr<CheckWriter> junit_writer() {
    return std::make_unique<JunitWriter>();
}

}  // namespace netloupe::report
