#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cost/text.h"
#include "infer/known_types.h"
#include "query/describe.h"
#include "report/costs.h"
#include "report/signature.h"
#include "report/summary.h"

namespace netloupe::report {

namespace {

constexpr size_t kLargest = 15;
constexpr size_t kValueColumns = 100;

class SummaryText {
public:
    SummaryText(const Model& model, const infer::Shapes& shapes, const cost::Costs& costs, const Style& style)
        : model_(model),
          costs_(costs),
          types_(model, &shapes),
          style_(style),
          card_(signature::card_of(model, Meaning(model), &shapes)) {}

    std::string write() {
        head();
        graphs();
        signatures();
        operators();
        text_ += costs_text(model_, costs_, style_);
        sizes();
        metadata();
        attachments();
        damages();
        return std::move(text_);
    }

private:
    void heading(std::string_view title) { text_ += "\n" + style_.bold(title) + "\n"; }

    /// A table of two columns.
    void rows(const std::vector<std::pair<std::string, std::string>>& rows) {
        size_t width = 0;
        for (const auto& [left, right] : rows) width = std::max(width, columns(left));
        for (const auto& [left, right] : rows) {
            text_ += fmt::format("  {}{}{}\n", right.empty() ? left : padded(left, width),
                                 right.empty() ? "" : "  ", right);
        }
    }

    void head() {
        uint64_t bytes = 0;
        for (const SourceFile& file : model_.files) bytes += file.bytes().size();
        text_ = style_.bold(printable(std::filesystem::path(model_.files[0].path).filename().string())) +
                fmt::format(" · {} nodes · {} parameters · {}\n", query::totals(model_).nodes, parameters(),
                            query::bytes_text(bytes));
        std::vector<std::pair<std::string, std::string>> lines;
        for (const query::Property& property : query::properties(model_)) {
            lines.emplace_back(property.name, first_line(property.value, kValueColumns));
        }
        std::string imports;
        for (const OpsetImport& import : model_.imports) {
            imports += fmt::format("{}{} v{}", imports.empty() ? "" : ", ",
                                   printable(model_.text(import.domain)), import.version);
        }
        if (!imports.empty()) lines.emplace_back("Operator sets", imports);
        rows(lines);
    }

    /// As costs count them; files without nodes are weights alone.
    [[nodiscard]] std::string parameters() const {
        if (model_.graphs[0].nodes.empty()) return cost::count_text(query::totals(model_).parameters);
        return cost::text(costs_, costs_.graph(GraphId(0U)).total.parameters, cost::Unit::kCount);
    }

    /// What the file says of the input or output; empty when that is nothing.
    [[nodiscard]] std::string said_of(GraphId graph, TensorId id, bool input) const {
        for (const signature::Entry& entry : card_.entries) {
            if (entry.graph != graph) continue;
            for (const signature::Port& port : input ? entry.inputs : entry.outputs) {
                if (port.tensor == id) return report::port_summary(port);
            }
        }
        return {};
    }

    std::string tensor_text(GraphId graph, TensorId id, bool input) const {
        const Tensor& tensor = model_.graph(graph).tensor(id);
        std::string text = printable(types_.type_text(graph, id));
        const auto add = [&](const std::string& said) {
            if (!said.empty()) text += "  " + style_.dim(said);
        };
        if (tensor.quantization.valid())
            add(query::quantization_text(model_, model_.quantization(tensor.quantization)));
        add(said_of(graph, id, input));
        return text;
    }

    void operands(std::string_view title, const std::vector<TensorId>& tensors, bool input) {
        std::vector<std::pair<std::string, std::string>> lines;
        for (const TensorId id : tensors) {
            if (!id.valid()) continue;
            const Tensor& tensor = model_.graphs[0].tensor(id);
            lines.emplace_back(printable(model_.text(tensor.name)), tensor_text(GraphId(0U), id, input));
        }
        if (lines.empty()) return;
        heading(title);
        rows(lines);
    }

    void graphs() {
        operands("Inputs", model_.graphs[0].inputs, true);
        operands("Outputs", model_.graphs[0].outputs, false);
        if (model_.graphs.size() == 1) return;
        heading("Graphs");
        std::vector<std::pair<std::string, std::string>> lines;
        for (size_t g = 0; g < model_.graphs.size(); ++g) {
            const Graph& graph = model_.graphs[g];
            const std::string name = printable(model_.text(graph.name));
            lines.emplace_back(name.empty() ? fmt::format("graph {}", g) : name,
                               fmt::format("{} nodes", graph.nodes.size()));
        }
        rows(lines);
    }

    void signatures() {
        for (const Signature& signature : model_.signatures) {
            heading(fmt::format("Signature {}", printable(model_.text(signature.key))));
            std::vector<std::pair<std::string, std::string>> lines;
            const auto add = [&](std::string_view kind, const std::vector<Signature::Binding>& bindings,
                                 bool input) {
                for (const Signature::Binding& binding : bindings) {
                    const std::string name = fmt::format("{} {}", kind, printable(model_.text(binding.name)));
                    lines.emplace_back(name, binding.tensor.valid()
                                                 ? tensor_text(signature.graph, binding.tensor, input)
                                                 : std::string("?"));
                }
            };
            add("in ", signature.inputs, true);
            add("out", signature.outputs, false);
            rows(lines);
        }
    }

    void operators() {
        const auto counts = query::operator_counts(model_);
        if (counts.empty()) return;
        heading("Operators");
        for (const query::OperatorCount& counted : counts) {
            text_ += fmt::format("  {:>6} × {}\n", counted.count, printable(counted.op));
        }
    }

    void sizes() {
        const auto largest = query::largest_constants(model_, kLargest);
        if (largest.empty()) return;
        const uint64_t total = std::max<uint64_t>(query::totals(model_).weight_bytes, 1);
        heading(fmt::format("Largest of {} of weights", query::bytes_text(total)));
        for (const query::LargeConstant& large : largest) {
            const Constant& constant = model_.constant(large.constant);
            text_ += fmt::format(
                "  {:>9}  {:>4.1f} %  {}  {}\n", query::bytes_text(large.bytes),
                100.0 * static_cast<double>(large.bytes) / static_cast<double>(total),
                printable(model_.text(model_.graph(large.graph).tensor(large.tensor).name)),
                style_.dim(fmt::format("{} {}", name(constant.dtype), shape_text(model_, constant.shape))));
        }
    }

    void metadata() {
        const auto entries = model_.metadata_of(model_.model_metadata);
        if (entries.empty()) return;
        heading("Metadata");
        std::vector<std::pair<std::string, std::string>> lines;
        for (const KeyValue& entry : entries) {
            lines.emplace_back(printable(model_.text(entry.key)),
                               first_line(model_.text(entry.value), kValueColumns));
        }
        rows(lines);
    }

    void attachments() {
        if (model_.attachments.empty()) return;
        heading("Packed files");
        std::vector<std::pair<std::string, std::string>> lines;
        lines.reserve(model_.attachments.size());
        for (const Attachment& attachment : model_.attachments) {
            lines.emplace_back(printable(model_.text(attachment.name)), query::bytes_text(attachment.bytes));
        }
        rows(lines);
    }

    void damages() {
        if (model_.damages.empty()) return;
        heading("Damage");
        for (const Damage& damage : model_.damages) {
            text_ += "  " + style_.red(printable(damage.error.text())) + "\n";
        }
    }

    const Model& model_;
    const cost::Costs& costs_;
    infer::KnownTypes types_;
    const Style& style_;
    signature::Card card_;
    std::string text_;
};

}  // namespace

std::string summary_text(const Model& model, const infer::Shapes& shapes, const cost::Costs& costs,
                         const Style& style) {
    return SummaryText(model, shapes, costs, style).write();
}

}  // namespace netloupe::report
