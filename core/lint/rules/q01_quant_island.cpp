#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "context.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-nodes", 8,
     "Connected float operators that still count as an island; more are a float part of the model."},
};

/// A set of float nodes that are connected by float tensors.
struct Component {
    std::vector<NodeId> nodes;
    TensorId input;      ///< A quantized tensor that it reads.
    TensorId output;     ///< A quantized tensor that it ends in.
    bool closed = true;  ///< Reads only what is dequantized, and all it gives is quantized.
};

/// The islands of one graph.
class Islands {
public:
    explicit Islands(const GraphFacts& graph) : graph_(graph), parent_(graph.graph().nodes.size()) {
        std::iota(parent_.begin(), parent_.end(), 0U);
        for (size_t n = 0; n < parent_.size(); ++n) is_float_.push_back(computes_in_float(NodeId(n)) ? 1 : 0);
    }

    std::vector<Component> find() {
        join();
        std::vector<Component> components;
        std::vector<uint32_t> number(parent_.size(), UINT32_MAX);
        for (uint32_t n = 0; n < parent_.size(); ++n) {
            if (is_float_[n] == 0) continue;
            uint32_t& of_root = number[root(n)];
            if (of_root == UINT32_MAX) {
                of_root = static_cast<uint32_t>(components.size());
                components.emplace_back();
            }
            add(components[of_root], NodeId(n));
        }
        std::erase_if(components,
                      [](const Component& c) { return !c.closed || !c.input.valid() || !c.output.valid(); });
        return components;
    }

private:
    [[nodiscard]] bool is_qdq(NodeId id) const {
        return graph_.has(id, OpTraits::kQuantize) || graph_.has(id, OpTraits::kDequantize);
    }

    /// Not an integer and not a boolean. ONNX need not state the types of activations: an unstated one is
    /// real unless it is quantized.
    [[nodiscard]] bool is_real(TensorId id) const {
        if (!id.valid() || graph_.is_constant(id) || is_quantized(graph_, id)) return false;
        const DataType dtype = graph_.tensor(id).dtype;
        return is_floating(dtype) ||
               (dtype == DataType::kUnknown && graph_.model().format != Format::kTflite);
    }

    [[nodiscard]] bool computes_in_float(NodeId id) const {
        if (is_qdq(id) || graph_.is_foldable(id)) return false;
        const auto inputs = graph_.model().inputs(graph_.node(id));
        for (size_t slot = 0; slot < inputs.size(); ++slot) {
            if (graph_.is_data_input(id, slot) && is_real(inputs[slot])) return true;
        }
        return std::ranges::any_of(graph_.model().outputs(graph_.node(id)),
                                   [&](TensorId output) { return is_real(output); });
    }

    uint32_t root(uint32_t node) {
        while (parent_[node] != node) {
            parent_[node] = parent_[parent_[node]];
            node = parent_[node];
        }
        return node;
    }

    void join() {
        for (uint32_t n = 0; n < parent_.size(); ++n) {
            if (is_float_[n] == 0) continue;
            const auto inputs = graph_.model().inputs(graph_.node(NodeId(n)));
            for (size_t slot = 0; slot < inputs.size(); ++slot) {
                if (!graph_.is_data_input(NodeId(n), slot) || !is_real(inputs[slot])) continue;
                const NodeId producer = graph_.tensor(inputs[slot]).producer;
                if (producer.valid() && is_float_[producer.index()] != 0)
                    parent_[root(n)] = root(producer.value);
            }
        }
    }

    void add(Component& component, NodeId id) {
        component.nodes.push_back(id);
        if (!graph_.is_backbone(id)) component.closed = false;
        const auto inputs = graph_.model().inputs(graph_.node(id));
        for (size_t slot = 0; slot < inputs.size(); ++slot) {
            if (graph_.is_data_input(id, slot)) add_input(component, inputs[slot]);
        }
        for (const TensorId output : graph_.model().outputs(graph_.node(id))) {
            if (output.valid()) add_output(component, output);
        }
    }

    void add_input(Component& component, TensorId input) {
        const NodeId producer = graph_.tensor(input).producer;
        if (producer.valid() && graph_.has(producer, OpTraits::kDequantize)) {
            component.input = stored_source(graph_, input);
        } else if (!producer.valid() || is_float_[producer.index()] == 0) {
            component.closed = false;
        }
    }

    void add_output(Component& component, TensorId output) {
        if (graph_.is_graph_output(output)) component.closed = false;
        for (const Use& use : graph_.graph().consumers(graph_.tensor(output))) {
            if (graph_.has(use.node, OpTraits::kQuantize)) {
                component.output = stored_result(graph_, output);
            } else if (is_float_[use.node.index()] == 0 && !graph_.reads_only_shape(use.node)) {
                component.closed = false;
            }
        }
    }

    const GraphFacts& graph_;
    std::vector<uint32_t> parent_;
    std::vector<uint8_t> is_float_;
};

/// What a runtime merges into the node before it: batch normalization, a constant bias or scale, an
/// activation that only clips.
bool merges_into_producer(const GraphFacts& graph, NodeId id) {
    switch (graph.kind(id)) {
        case OpKind::kRelu:
        case OpKind::kRelu6:
        case OpKind::kClip:
        case OpKind::kBatchNormalization:
            return true;
        case OpKind::kAdd:
        case OpKind::kMul:
            return std::ranges::any_of(graph.model().inputs(graph.node(id)), [&](TensorId input) {
                return input.valid() && graph.is_constant(input);
            });
        default:
            return false;
    }
}

/// DequantizeLinear, an operator that runtimes know, QuantizeLinear: ONNX's way to write an integer operator.
/// A chain of nodes that merge into the first one's counts as one operator.
bool is_node_unit(const GraphFacts& graph, const Component& component) {
    if (graph.model().format == Format::kTflite) return false;
    const NodeId head = component.nodes.front();
    if (!graph.has(head, OpTraits::kQdqNodeUnit)) return false;
    for (size_t i = 1; i < component.nodes.size(); ++i) {
        const NodeId id = component.nodes[i];
        if (!merges_into_producer(graph, id)) return false;
        const auto before = graph.model().outputs(graph.node(component.nodes[i - 1]));
        if (before.empty() || graph.only_consumer(before[0]) != id) return false;
    }
    return true;
}

std::string operators(const GraphFacts& graph, const std::vector<NodeId>& nodes) {
    std::string text;
    for (const NodeId id : nodes) {
        if (!text.empty()) text += ", ";
        text += graph.label(id);
    }
    return text;
}

std::string why_in_float(const GraphFacts& graph, const Component& island) {
    const bool units =
        std::ranges::all_of(island.nodes, [&](NodeId id) { return graph.has(id, OpTraits::kQdqNodeUnit); });
    if (graph.model().format == Format::kTflite || !units) return {};
    return " There is no QuantizeLinear and DequantizeLinear between them, so that none can run in integers.";
}

void check(Context& context) {
    const auto max_nodes = static_cast<size_t>(context.parameter("max-nodes"));
    context.each_graph([&](const GraphFacts& graph) {
        for (Component& island : Islands(graph).find()) {
            if (island.nodes.size() > max_nodes || is_node_unit(graph, island)) continue;
            const bool one = island.nodes.size() == 1;
            context.report({
                .severity = context.severity(),
                .message = fmt::format(
                    "{} {} in float between the quantized tensors {} and {}.{} This costs a dequantization, "
                    "a "
                    "quantization and float arithmetic, and splits the graph on integer accelerators.",
                    operators(graph, island.nodes), one ? "runs" : "run", graph.label(island.input),
                    graph.label(island.output), why_in_float(graph, island)),
                .fix = "Quantize it, replace it by an operator that the target has in integer form, or move "
                       "it to "
                       "the end of the model.",
                .graph = graph.id(),
                .node = island.nodes.front(),
                .nodes = one ? std::vector<NodeId>() : std::move(island.nodes),
            });
        }
    });
}

}  // namespace

extern const Rule q01_quant_island;
const Rule q01_quant_island{
    .id = "Q01",
    .name = "quant-island",
    .summary = "A few operators run in float in the middle of a quantized network.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what =
                "Finds operators, or small connected groups of them, whose every data input is dequantized "
                "and whose "
                "every output is quantized again, on the way from a model input to a model output that the "
                "convolutions and matrix products lie on.",
            .why = "The values are converted to float and back, and the operator itself runs in float. On an "
                   "accelerator for integers the graph is cut here: one part before, one behind, and the "
                   "processor in "
                   "between. Such islands come from operators that the quantizer does not know, or whose "
                   "integer "
                   "kernel the converter lacks.",
            .not_a_problem = "At the border of the model: a float input that is quantized first, a float "
                             "head behind the last "
                             "layer (Softmax, ArgMax, box decoding). Weights stored as float16 and "
                             "dequantized. In ONNX the form "
                             "DequantizeLinear, operator, QuantizeLinear is how an integer operator is "
                             "written; it is an island "
                             "only when the operator is none that ONNX Runtime's quantized node units know, "
                             "or when several "
                             "operators stand between one DequantizeLinear and the next QuantizeLinear.",
            .fix = "Give the operator an integer form (quantize it too, or use an operator that the target "
                   "has), "
                   "replace it by an equivalent one, or move it to the end of the model.",
            .example =
                "```\nCONV_2D (int8) -> DEQUANTIZE -> SIN (float32) -> QUANTIZE -> CONV_2D (int8)\n```",
            .source = "https://github.com/Kazuhito00/MoveNet-Python-Example/issues/3, "
                      "https://github.com/NVIDIA/TensorRT/issues/3542, "
                      "https://github.com/microsoft/onnxruntime/issues/12487",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
