#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "context.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

/// Rows of a quantized table, such as an embedding, are weights and not activations.
bool is_taken_from_table(const GraphFacts& graph, TensorId id) {
    static constexpr int kMostSteps = 8;
    for (int step = 0; step < kMostSteps && id.valid(); ++step) {
        if (graph.is_constant(id)) return true;
        const NodeId producer = graph.tensor(id).producer;
        if (!producer.valid() || !graph.has(producer, OpTraits::kPassThrough)) return false;
        id = graph.input(producer, 0);
    }
    return false;
}

bool is_dequantized(const GraphFacts& graph, TensorId id) {
    return graph.kind_of_producer(id) == OpKind::kDequantize &&
           !is_taken_from_table(graph, graph.input(graph.tensor(id).producer, 0));
}

bool is_quantized_behind(const GraphFacts& graph, TensorId id) {
    return std::ranges::any_of(graph.graph().consumers(graph.tensor(id)),
                               [&](const Use& use) { return graph.kind(use.node) == OpKind::kQuantize; });
}

/// A scalar constant, an integer or a boolean needs no quantization.
bool may_be_quantized(const GraphFacts& graph, TensorId id) {
    const DataType dtype = graph.tensor(id).dtype;
    return !graph.is_constant(id) && (dtype == DataType::kUnknown || is_floating(dtype));
}

class OneSided {
public:
    OneSided(Context& context, const GraphFacts& graph)
        : context_(context), graph_(graph), reported_(graph.graph().tensors.size()) {}

    void check(NodeId node) {
        if (!is_unit(node)) return;
        TensorId dequantized;
        TensorId real;
        for (size_t slot = 0; slot < graph_.inputs(node).size(); ++slot) {
            if (!graph_.is_data_input(node, slot)) continue;
            const TensorId input = graph_.inputs(node)[slot];
            if (is_dequantized(graph_, input)) {
                dequantized = input;
            } else if (may_be_quantized(graph_, input)) {
                real = input;
            }
        }
        if (!dequantized.valid()) return;
        if (real.valid()) {
            report(node, real,
                   fmt::format("{} reads {} quantized, but {} in float", graph_.label(node),
                               graph_.label(stored_source(graph_, dequantized)), graph_.label(real)));
        }
        check_result(node);
    }

private:
    [[nodiscard]] bool is_unit(NodeId node) const {
        return graph_.has(node, OpTraits::kQdqNodeUnit) && !graph_.has(node, OpTraits::kComparison) &&
               !graph_.is_boundary(node) && graph_.kind(node) != OpKind::kCast &&
               !graph_.reads_only_shape(node);
    }

    /// Runtimes merge these into the operator before, so that no conversion belongs between.
    [[nodiscard]] bool merges(NodeId node) const {
        const OpKind kind = graph_.kind(node);
        if (kind == OpKind::kRelu || kind == OpKind::kClip || kind == OpKind::kBatchNormalization)
            return true;
        return (kind == OpKind::kAdd || kind == OpKind::kMul) &&
               std::ranges::any_of(graph_.inputs(node), [&](TensorId input) {
                   return input.valid() && graph_.is_constant(input);
               });
    }

    /// The result goes to an operator that ends in integers, without being an integer on the way.
    void check_result(NodeId node) {
        const TensorId result = graph_.output(node);
        if (!result.valid() || graph_.is_graph_output(result) || is_quantized_behind(graph_, result)) return;
        for (const Use& use : graph_.graph().consumers(graph_.tensor(result))) {
            const TensorId next = graph_.output(use.node);
            if (!is_unit(use.node) || merges(use.node) || !graph_.is_data_input(use.node, use.slot)) continue;
            if (!next.valid() || !is_quantized_behind(graph_, next)) continue;
            return report(node, result,
                          fmt::format("{} and {} are quantized, but {} between them is not",
                                      graph_.label(node), graph_.label(use.node), graph_.label(result)));
        }
    }

    void report(NodeId node, TensorId edge, const std::string& what) {
        if (std::exchange(reported_[edge.index()], 1) != 0) return;
        context_.report({
            .severity = context_.severity(),
            .message =
                fmt::format("{}: runtimes form integer operators only where every side is quantized, and run "
                            "this one in float.",
                            what),
            .fix = fmt::format("Add QuantizeLinear and DequantizeLinear on {}.", graph_.label(edge)),
            .graph = graph_.id(),
            .node = node,
            .tensor = edge,
        });
    }

    Context& context_;
    const GraphFacts& graph_;
    std::vector<uint8_t> reported_;
};

void check(Context& context) {
    if (context.model().quantizations.empty()) return;
    context.each_graph([&](const GraphFacts& graph) {
        OneSided rule(context, graph);
        for (size_t n = 0; n < graph.graph().nodes.size(); ++n) rule.check(NodeId(n));
    });
}

}  // namespace

extern const Rule q24_qdq_one_sided;
const Rule q24_qdq_one_sided{
    .id = "Q24",
    .name = "qdq-one-sided",
    .summary = "An operator has DequantizeLinear or QuantizeLinear on one side only.",
    .severity = Severity::kWarning,
    .formats = kOnnx,
    .documentation =
        {
            .what =
                "Looks at operators that ONNX Runtime can run as quantized node units and that read a "
                "dequantized "
                "activation: another data input that is float and not constant, or a float result that goes "
                "straight into another such operator, is reported.",
            .why =
                "DequantizeLinear, operator, QuantizeLinear becomes an integer kernel only when it is "
                "complete. A "
                "residual addition with conversions on one branch stays in float, and so do the conversions "
                "around it.",
            .not_a_problem =
                "At the border of the model. Biases, constants, comparisons, shapes and casts. Relu, Clip, "
                "a constant bias or scale directly behind an operator are merged into it.",
            .fix = "Insert the missing pair; quantizers do it when the operator's type is in their list "
                   "(op_types_to_quantize).",
            .example = "```\nDequantizeLinear -> Add <- Conv (float)\n```",
            .source = "https://github.com/microsoft/onnxruntime/issues/12487, "
                      "https://github.com/NVIDIA/TensorRT/issues/3542",
        },
    .check = check,
};

}  // namespace netloupe::lint
