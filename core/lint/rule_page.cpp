#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "lint/rule.h"

namespace netloupe::lint {

namespace {

struct FormatsName {
    Formats formats;
    std::string_view name;
};
constexpr std::array kFormatsNames = std::to_array<FormatsName>({
    {kOnnx, "ONNX"},
    {kTflite, "TensorFlow Lite"},
    {kGguf, "GGUF"},
    {bit(Format::kNumpy), "NumPy"},
});

std::string formats_text(Formats formats) {
    if (formats == kAllFormats) return "all";
    std::string text;
    for (const FormatsName& each : kFormatsNames) {
        if ((formats & each.formats) == each.formats)
            text += fmt::format("{}{}", text.empty() ? "" : ", ", each.name);
    }
    return text;
}

std::string section(std::string_view title, std::string_view body) {
    return body.empty() ? std::string() : fmt::format("\n## {}\n\n{}\n", title, body);
}

std::string parameter_table(std::span<const Parameter> parameters) {
    if (parameters.empty()) return {};
    std::string table = "\n## Parameters\n\n| Name | Default | Meaning |\n| --- | --- | --- |\n";
    for (const Parameter& p : parameters) {
        table += fmt::format("| `{}` | {} | {} |\n", p.name, p.value, p.meaning);
    }
    return table;
}

}  // namespace

std::string rule_page_name(const Rule& rule) {
    std::string file = fmt::format("{}_{}.md", rule.id, rule.name);
    std::ranges::replace(file, '-', '_');
    std::ranges::transform(file, file.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return file;
}

std::string rule_page(const Rule& rule) {
    const Documentation& doc = rule.documentation;
    std::string page = fmt::format("# {} {}\n\n{}\n\nSeverity: {}. Formats: {}.\n", rule.id, rule.name,
                                   rule.summary, name(rule.severity), formats_text(rule.formats));
    page += section("What it does", doc.what);
    page += section("Why it matters", doc.why);
    page += section("When it is not a problem", doc.not_a_problem);
    page += section("How to fix it", doc.fix);
    page += section("Example", doc.example);
    page += parameter_table(rule.parameters);
    page += section("Source", doc.source);
    return page;
}

std::string rule_index() {
    std::string page =
        "# Rules\n\nMade from the rules themselves; `netloupe explain ID` shows the same pages.\n\n"
        "| Rule | Severity | Formats | What it finds |\n| --- | --- | --- | --- |\n";
    for (const Rule* rule : rules()) {
        page += fmt::format("| [{} {}]({}) | {} | {} | {} |\n", rule->id, rule->name, rule_page_name(*rule),
                            name(rule->severity), formats_text(rule->formats), rule->summary);
    }
    return page;
}

}  // namespace netloupe::lint
