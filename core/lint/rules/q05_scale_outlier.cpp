#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "context.h"
#include "quantized_layer.h"
#include "range_statistics.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-octaves", 6, "Octaves (powers of two) by which a range may differ from its neighbours'."},
    {"max-sigmas", 4,
     "... or so many robust standard deviations of the network's ranges, when that is more."},
    {"result-octaves", 3,
     "Octaves more by which a result of the network may be wider: offsets in pixels and the like."},
    {"max-range", 1e5, "Wider ranges are always reported."},
    {"min-range", 1e-6, "Narrower ranges are always reported."},
};

/// Octaves of a range of 8, which is usual for an activation: two activations have no usual range of their
/// own.
constexpr double kOrdinaryOctaves = 3;

/// The node whose result an activation is, behind its QuantizeLinear in ONNX; none for graph inputs.
NodeId producer_of(const GraphFacts& graph, TensorId id) {
    const NodeId producer = graph.tensor(id).producer;
    if (!producer.valid() || graph.model().format == Format::kTflite) return producer;
    if (graph.kind(producer) != OpKind::kQuantize) return producer;
    const auto inputs = graph.model().inputs(graph.node(producer));
    return inputs.empty() || !inputs[0].valid() ? NodeId() : graph.tensor(inputs[0]).producer;
}

bool is_quantize(const GraphFacts& graph, NodeId id) {
    return id.valid() && graph.has(id, OpTraits::kQuantize);
}

/// Indices and coordinates have whatever range they have.
bool is_index(const GraphFacts& graph, TensorId id, NodeId producer) {
    if (producer.valid() && graph.kind(producer) == OpKind::kCast) return true;
    return std::ranges::any_of(graph.graph().consumers(graph.tensor(id)), [&](const Use& use) {
        return graph.kind(use.node) == OpKind::kCast ||
               graph.input_role(use.node, use.slot) == OperandRole::kParameter;
    });
}

class Outliers {
public:
    Outliers(Context& context, const GraphFacts& graph)
        : context_(context), graph_(graph), ranges_(graph, context.facts()) {
        allowed_ =
            std::max(context.parameter("max-octaves"), context.parameter("max-sigmas") * ranges_.sigma());
    }

    void report() {
        std::map<uint32_t, double> reported;  // Value and its octaves: tensors of one value are one finding.
        for (const auto& activation : ranges_.activations()) {
            if (!is_candidate(activation)) continue;
            const auto found = reported.find(activation.value);
            if (found != reported.end() && found->second == activation.octaves) continue;
            if (report(activation)) reported[activation.value] = activation.octaves;
        }
    }

private:
    using Activation = RangeStatistics::Activation;

    [[nodiscard]] bool is_candidate(const Activation& activation) const {
        if (ranges_.is_bounded(activation.value)) return false;
        const NodeId direct = graph_.tensor(activation.tensor).producer;
        const NodeId producer = producer_of(graph_, activation.tensor);
        // The range of a quantized model input is the caller's choice.
        if (is_quantize(graph_, direct) && (!producer.valid() || producer == direct)) return false;
        return !is_index(graph_, activation.tensor, producer);
    }

    /// The neighbours' octaves nearest to the activation's own among the middle ones: a single odd neighbour
    /// of two is no reason to report what stands beside it.
    [[nodiscard]] std::optional<double> neighbours_octaves(const Activation& activation) const {
        const auto all = ranges_.neighbours(activation.value);
        if (all.empty()) return std::nullopt;
        std::vector<double> sorted(all.begin(), all.end());
        std::ranges::sort(sorted);
        return std::clamp(activation.octaves, sorted[(sorted.size() - 1) / 2], sorted[sorted.size() / 2]);
    }

    bool report(const Activation& activation) {
        const double range = std::exp2(activation.octaves);
        const bool absurd =
            range > context_.parameter("max-range") || range < context_.parameter("min-range");
        const auto around = neighbours_octaves(activation);
        const double difference = around ? activation.octaves - *around : 0;
        const bool is_wide_result = difference > 0 && ranges_.is_result(activation.value);
        const double allowed = allowed_ + (is_wide_result ? context_.parameter("result-octaves") : 0);
        const bool outlier = std::abs(difference) > allowed && !neighbours_are_to_blame(activation, *around);
        if (!outlier && !absurd) return false;
        const std::string compared =
            outlier ? fmt::format("{:.3g} times {} than that of its neighbours ({:.3g})",
                                  std::exp2(std::abs(difference)), difference > 0 ? "wider" : "narrower",
                                  std::exp2(*around))
                    : fmt::format("{} than any activation needs", range > 1 ? "wider" : "narrower");
        const NodeId producer = producer_of(graph_, activation.tensor);
        context_.report({
            .severity = is_empty_range(activation.tensor) ? Severity::kInfo : context_.severity(),
            .message = fmt::format("The range of {} is {:.3g} wide, {}: {}.", graph_.label(activation.tensor),
                                   range, compared, consequence(range > 1 || difference > 0)),
            .fix =
                "Look at the calibration data (one bad batch is enough), or exclude outliers when ranges are "
                "collected.",
            .graph = graph_.id(),
            .node = producer.valid() ? producer : graph_.node_of(activation.tensor),
            .tensor = activation.tensor,
        });
        return true;
    }

    static std::string_view consequence(bool wide) {
        return wide ? "most of its integer codes stand for values that never occur"
                    : "values outside it are clipped, or the calibration saw none";
    }

    /// The neighbours are the odd ones when they are farther from what is usual in the network.
    [[nodiscard]] bool neighbours_are_to_blame(const Activation& activation, double around) const {
        const double usual = ranges_.activations().size() == 2 ? kOrdinaryOctaves : ranges_.median();
        return std::abs(activation.octaves - usual) < std::abs(around - usual);
    }

    /// Quantizers write scale 1 for a tensor that was zero throughout the calibration.
    [[nodiscard]] bool is_empty_range(TensorId id) const {
        const QuantParameters* parameters = context_.parameters(graph_.tensor(id));
        const int64_t zero_point = parameters->zero_point(0);
        return parameters->scales[0] == 1.0F && (zero_point == 0 || zero_point == 128);
    }

    Context& context_;
    const GraphFacts& graph_;
    RangeStatistics ranges_;
    double allowed_ = 0;
};

void check(Context& context) {
    if (context.model().quantizations.empty()) return;
    context.each_graph([&](const GraphFacts& graph) { Outliers(context, graph).report(); });
}

}  // namespace

extern const Rule q05_scale_outlier;
const Rule q05_scale_outlier{
    .id = "Q05",
    .name = "scale-outlier",
    .summary = "The range of an activation is far from that of its neighbours.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Compares the representable range R = scale × (qmax − qmin) of each quantized activation "
                    "with those "
                    "of the values before and behind it, in octaves, crossing operators that only move "
                    "values. More than "
                    "6 octaves (a factor of 64), or 4 robust standard deviations of the network's ranges "
                    "when that is "
                    "more, is reported; a result of the network may be wider by a factor of 512. So are "
                    "ranges above "
                    "1e5 and below 1e-6.",
            .why = "One bad calibration batch or an overflow stretches a range until nearly all values fall "
                   "on a few "
                   "codes. A range that is far too narrow clips everything.",
            .not_a_problem = "Results of Softmax, Sigmoid, Tanh, normalizations, reductions and recurrent "
                             "states have ranges of "
                             "their own and are not compared, nor are the inputs of the model as quantized "
                             "at its border, nor "
                             "indices and coordinates. What is added to a wider value may be as narrow as it "
                             "likes. A scale of exactly 1 is what quantizers write for a "
                             "tensor that was always "
                             "zero; that is information only.",
            .fix = "Calibrate again with clean and representative data; use percentile or entropy "
                   "calibration when "
                   "single outliers are real.",
            .example = "An int8 tensor of scale 1e-6 between layers whose scales are about 0.05.",
            .source = "https://github.com/VeriSilicon/TIM-VX/issues/183",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
