#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "damage_kind.h"

namespace netloupe::lint {

namespace {

class MissingProducers {
public:
    MissingProducers(Context& context, const GraphFacts& graph)
        : context_(context), graph_(graph), given_(graph.graph().tensors.size()) {
        for (const TensorId input : graph.graph().inputs) {
            if (input.valid()) given_[input.index()] = 1;
        }
    }

    void check() {
        for (size_t t = 0; t < given_.size(); ++t) {
            const TensorId id(t);
            if (!is_undefined(id)) continue;
            const auto uses = graph_.graph().consumers(graph_.tensor(id));
            if (!uses.empty()) {
                report(id, uses[0].node,
                       fmt::format("{} reads {}", graph_.label(uses[0].node), graph_.label(id)));
            } else if (graph_.is_graph_output(id)) {
                report(id, {}, fmt::format("The output {} is declared", graph_.label(id)));
            }
        }
    }

private:
    [[nodiscard]] bool is_undefined(TensorId id) const {
        const Tensor& tensor = graph_.tensor(id);
        const bool given =
            given_[id.index()] != 0 || tensor.is_captured || tensor.is_variable || is_empty(tensor);
        return !given && !tensor.producer.valid() && !tensor.constant.valid();
    }

    /// TensorFlow Lite stores nothing for a constant without elements, as for any other value.
    [[nodiscard]] bool is_empty(const Tensor& tensor) const {
        const Model& model = graph_.model();
        return model.format == Format::kTflite && element_count(model, tensor.shape) == 0U;
    }

    void report(TensorId id, NodeId node, const std::string& who) {
        context_.report({
            .severity = context_.severity(),
            .message = fmt::format("{}, but no node, input or constant gives it a value.", who),
            .fix = "Declare it as an input, or restore the node or initializer that was removed.",
            .graph = graph_.id(),
            .node = node,
            .tensor = id,
        });
    }

    Context& context_;
    const GraphFacts& graph_;
    std::vector<uint8_t> given_;
};

void check(Context& context) {
    if (is_damaged(context.model())) return;
    context.each_graph([&](const GraphFacts& graph) {
        if (graph.graph().kind != GraphKind::kTraining) MissingProducers(context, graph).check();
    });
}

}  // namespace

extern const Rule t06_missing_producer;
const Rule t06_missing_producer{
    .id = "T06",
    .name = "missing-producer",
    .summary = "A value is used that nothing defines.",
    .severity = Severity::kError,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Finds inputs of nodes and outputs of graphs that no node produces and that are neither "
                    "a graph "
                    "input nor a constant.",
            .why = "The model cannot be run; runtimes refuse it when they load it.",
            .not_a_problem =
                "Optional inputs that are left out, values of an enclosing graph in the body of a loop or "
                "a branch, variables that keep their value between runs, and TensorFlow Lite's constants "
                "without "
                "elements, such as the shape of a scalar.",
            .fix = "Restore what was removed, or declare the value as an input.",
            .example = "```\ninput x\nAdd(x, bias) -> y      # bias is defined nowhere\n```",
            .source = "https://github.com/onnx/onnx/blob/main/onnx/checker.cc",
        },
    .check = check,
};

}  // namespace netloupe::lint
