#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "known_shape.h"
#include "node_list.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"min-share", 0.05,
     "Share of the multiplications in integers below which the model is not meant as quantized."},
    {"max-share", 0.95, "Share above which what is left does not matter."},
};

struct Layer {
    NodeId node;
    bool integer = false;
    double work = 1;  ///< Multiplications, as far as shapes are known.
};

/// Weights are used once for each position of the output that is not a channel.
double work_of(const Context& context, const GraphFacts& graph, NodeId node, TensorId weights) {
    const double size = static_cast<double>(elements_of(context, graph, weights).value_or(1));
    const auto extents = extents_of(context, graph, graph.output(node));
    if (!extents || extents->size() < 2) return size;
    const OpKind kind = graph.kind(node);
    const bool channels_first =
        graph.model().format != Format::kTflite &&
        (kind == OpKind::kConv || kind == OpKind::kDepthwiseConv || kind == OpKind::kConvTranspose);
    const size_t channels = channels_first ? 1 : extents->size() - 1;
    double positions = 1;
    for (size_t i = 0; i < extents->size(); ++i) {
        if (i != channels && (*extents)[i] > 0) positions *= static_cast<double>((*extents)[i]);
    }
    return size * positions;
}

/// The constant operand that the node multiplies with; none for products of two activations.
TensorId weights_of(const GraphFacts& graph, NodeId node) {
    for (size_t slot = 0; slot < graph.inputs(node).size(); ++slot) {
        const OperandRole role = graph.input_role(node, slot);
        const TensorId id = graph.inputs(node)[slot];
        const bool multiplied = role == OperandRole::kWeight || role == OperandRole::kData;
        if (multiplied && id.valid() && graph.is_constant(id)) return id;
    }
    return {};
}

std::vector<Layer> layers_of(const Context& context, const GraphFacts& graph) {
    std::vector<Layer> layers;
    for (size_t n = 0; n < graph.graph().nodes.size(); ++n) {
        const NodeId node(n);
        if (!is_weighted_layer(graph.kind(node)) || graph.is_foldable(node)) continue;
        const TensorId weights = weights_of(graph, node);
        if (!weights.valid()) continue;
        const auto quantized = quantized_layer(graph, node);
        const bool integer =
            graph.has(node, OpTraits::kIntegerKernel) || (quantized && quantized->input.valid());
        layers.push_back({node, integer, work_of(context, graph, node, weights)});
    }
    return layers;
}

/// The first and the last layer are often kept in float on purpose.
bool only_ends_are_float(const std::vector<Layer>& layers) {
    return std::all_of(layers.begin() + 1, layers.end() - 1,
                       [](const Layer& layer) { return layer.integer; });
}

void check_graph(Context& context, const GraphFacts& graph) {
    const std::vector<Layer> layers = layers_of(context, graph);
    double all = 0;
    double integers = 0;
    std::vector<NodeId> real;
    for (const Layer& layer : layers) {
        all += layer.work;
        if (layer.integer) {
            integers += layer.work;
        } else {
            real.push_back(layer.node);
        }
    }
    if (layers.size() < 2 || real.empty()) return;
    const double share = integers / all;
    if (share < context.parameter("min-share") || share > context.parameter("max-share")) return;
    context.report({
        .severity = only_ends_are_float(layers) ? Severity::kInfo : context.severity(),
        .message = fmt::format(
            "{} of {} layers with weights ({:.0f} % of the multiplications) still run in float: {}.",
            real.size(), layers.size(), 100 * (1 - share), list_of(graph, real)),
        .fix = "Look into the quantizer's log why these layers were left out, and quantize them; or leave "
               "them in float "
               "on purpose.",
        .graph = graph.id(),
        .node = real.front(),
        .nodes = real.size() == 1 ? std::vector<NodeId>() : real,
    });
}

void check(Context& context) {
    if (context.model().quantizations.empty()) return;
    context.each_graph([&](const GraphFacts& graph) { check_graph(context, graph); });
}

}  // namespace

extern const Rule q02_partially_quantised;
const Rule q02_partially_quantised{
    .id = "Q02",
    .name = "partially-quantised",
    .summary = "Some layers are quantized, others are not.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what =
                "Weighs the convolutions, fully connected layers and matrix products with constant weights "
                "by their "
                "multiplications, and reports when between 5 % and 95 % of these run on integer activations.",
            .why = "A layer that a quantizer could not treat, or was not told to, runs in float between "
                   "conversions: "
                   "slower, and outside of an integer accelerator.",
            .not_a_problem =
                "The first and the last layer, which are often kept in float for accuracy; that is "
                "information only. Mixed precision on purpose.",
            .fix = "Find out why the quantizer left the layers out, and quantize them.",
            .example = "Two int8 CONV_2D and, behind a DEQUANTIZE, a float CONV_2D in the middle.",
            .source = "https://github.com/tensorflow/tensorflow/issues/62923",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
