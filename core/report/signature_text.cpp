#include <fmt/format.h>

#include <algorithm>

#include "report/signature.h"

namespace netloupe::report {

namespace {

using signature::Entry;
using signature::Port;
using signature::Statement;

class SignatureText {
public:
    explicit SignatureText(const Style& style) : style_(style) {}

    std::string write(const signature::Card& card) {
        for (const Entry& entry : card.entries) {
            if (entry.signature) {
                text_ += fmt::format("{}{}\n", text_.empty() ? "" : "\n",
                                     style_.bold(fmt::format("Signature {}", printable(entry.key))));
            }
            ports("Inputs", entry.inputs, true);
            ports("Outputs", entry.outputs, false);
        }
        if (card.total > card.entries.size())
            text_ += fmt::format("\n… and {} more signatures\n", card.total - card.entries.size());
        return std::move(text_);
    }

private:
    void ports(std::string_view title, const std::vector<Port>& ports, bool input) {
        if (!text_.empty()) text_ += "\n";
        text_ += style_.bold(title) + (ports.empty() ? "  none\n" : "\n");
        for (const Port& port : ports) {
            text_ += fmt::format("  {}  {}\n", title_of(port), printable(type_text(port)));
            row("layout", port.layout, port.shape.size() == 4 || port.shape.size() == 5);
            row("quantized", port.quantization, false);
            row("range", port.range, input && port.type.empty());
            for (const Statement& statement : port.meaning) row("is", statement, false);
        }
    }

    [[nodiscard]] std::string title_of(const Port& port) const {
        const std::string name = printable(port.name);
        if (port.key.empty() || port.key == port.name) return style_.bold(name.empty() ? "(unnamed)" : name);
        return fmt::format("{} {}", style_.bold(printable(port.key)), style_.dim(name));
    }

    void row(std::string_view title, const Statement& statement, bool even_if_unsaid) {
        if (!statement.said() && !even_if_unsaid) return;
        text_ += fmt::format("    {}  ", padded(title, 9));
        if (!statement.said()) {
            text_ += style_.dim("the file does not say") + "\n";
            return;
        }
        text_ += printable(statement.text);
        if (!statement.reason.empty())
            text_ += "  " + style_.dim(fmt::format("({})", printable(statement.reason)));
        text_ += "\n";
    }

    const Style& style_;
    std::string text_;
};

}  // namespace

std::string signature_text(const signature::Card& card, const Style& style) {
    return SignatureText(style).write(card);
}

std::string port_summary(const Port& port) {
    std::string text;
    const auto add = [&](std::string_view part) {
        if (!part.empty()) text += fmt::format("{}{}", text.empty() ? "" : " · ", printable(part));
    };
    add(port.layout.text);
    add(port.range.text);
    for (const Statement& statement : port.meaning) add(statement.text);
    return text;
}

}  // namespace netloupe::report
