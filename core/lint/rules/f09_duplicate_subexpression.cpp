#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "context.h"

namespace netloupe::lint {

namespace {

/// Numbers the values of a graph so that what is computed in the same way has the same number.
class Duplicates {
public:
    Duplicates(const Context& context, const GraphFacts& graph)
        : context_(context), graph_(graph), same_as_(graph.graph().tensors.size()) {
        for (uint32_t t = 0; t < same_as_.size(); ++t) same_as_[t] = TensorId(t);
    }

    /// Pairs: a node, and the earlier one that computes the same.
    std::vector<std::pair<NodeId, NodeId>> find() {
        std::vector<std::pair<NodeId, NodeId>> found;
        for (size_t n = 0; n < graph_.graph().nodes.size(); ++n) {
            const NodeId node(n);
            if (!may_be_merged(node) || !describe(node)) continue;
            const auto [entry, added] = seen_.try_emplace(key_, node);
            if (added) continue;
            const auto outputs = graph_.outputs(node);
            // Two outputs of a graph need two names.
            const auto leaves = [&](TensorId id) { return id.valid() && graph_.is_graph_output(id); };
            if (!std::ranges::any_of(outputs, leaves)) found.emplace_back(node, entry->second);
            for (size_t i = 0; i < outputs.size(); ++i) {
                if (outputs[i].valid()) same_as_[outputs[i].index()] = graph_.output(entry->second, i);
            }
        }
        return found;
    }

private:
    [[nodiscard]] bool may_be_merged(NodeId node) const {
        const auto no = [&](OpTraits trait) { return !graph_.has(node, trait); };
        const OpKind kind = graph_.kind(node);
        if (graph_.schema(node) == nullptr || kind == OpKind::kConstant || kind == OpKind::kCompiledModel)
            return false;
        return no(OpTraits::kRandom) && no(OpTraits::kStateful) && no(OpTraits::kControlFlow) &&
               no(OpTraits::kQuantize) && no(OpTraits::kDequantize) && !graph_.inputs(node).empty();
    }

    void put(uint64_t number) {
        for (int shift = 0; shift < 64; shift += 8) key_ += static_cast<char>(number >> shift & 0xFF);
    }

    /// Writes the operator, its operands and its attributes into key_; false when that cannot be compared.
    bool describe(NodeId id) {
        const Node& node = graph_.node(id);
        key_.clear();
        put(node.op.value);
        put(node.domain.value);
        put(graph_.outputs(id).size());
        for (const TensorId output : graph_.outputs(id)) put(output.valid() ? 1 : 0);
        for (const TensorId input : graph_.inputs(id)) put(input.valid() ? same_as(input).value : UINT32_MAX);
        const auto attributes = graph_.model().attributes_of(node);
        order_.resize(attributes.size());
        for (size_t i = 0; i < order_.size(); ++i) order_[i] = &attributes[i];
        std::ranges::sort(order_, {}, [](const Attribute* a) { return a->name.value; });
        return std::ranges::all_of(order_,
                                   [&](const Attribute* attribute) { return describe(*attribute); }) &&
               describe_quantization(id);
    }

    bool describe(const Attribute& attribute) {
        const Model& model = graph_.model();
        put(attribute.name.value);
        put(static_cast<uint64_t>(attribute.type));
        put(static_cast<uint64_t>(attribute.integer));
        put(std::bit_cast<uint64_t>(attribute.real));
        put(attribute.text.value);
        put(attribute.constant.value);
        put(attribute.list.count);
        const auto put_all = [&](const auto& pool, auto as_number) {
            for (const auto& item : Model::slice_of(pool, attribute.list)) put(as_number(item));
            return true;
        };
        switch (attribute.type) {
            case AttributeType::kInts:
                return put_all(model.ints, [](int64_t value) { return static_cast<uint64_t>(value); });
            case AttributeType::kFloats:
                return put_all(model.floats, [](double value) { return std::bit_cast<uint64_t>(value); });
            case AttributeType::kStrings:
                return put_all(model.texts, [](StringId text) { return uint64_t{text.value}; });
            case AttributeType::kGraph:
            case AttributeType::kGraphs:
            case AttributeType::kTensors:
            case AttributeType::kReference:
                return false;
            default:
                return true;
        }
    }

    /// TensorFlow Lite: the same operator may give its result other scales or another type.
    bool describe_quantization(NodeId id) {
        if (graph_.model().format != Format::kTflite) return true;
        for (const TensorId output : graph_.outputs(id)) {
            if (!output.valid()) continue;
            const Tensor& tensor = graph_.tensor(output);
            put(static_cast<uint64_t>(tensor.dtype));
            if (!tensor.quantization.valid()) continue;
            const QuantParameters* parameters = context_.parameters(tensor);
            if (parameters == nullptr || parameters->scales.size() > 1) return false;
            if (parameters->scales.empty()) continue;
            put(std::bit_cast<uint32_t>(parameters->scales[0]));
            put(static_cast<uint64_t>(parameters->zero_point(0)));
        }
        return true;
    }

    [[nodiscard]] TensorId same_as(TensorId id) const { return same_as_[id.index()]; }

    const Context& context_;
    const GraphFacts& graph_;
    std::vector<TensorId> same_as_;
    std::unordered_map<std::string, NodeId> seen_;
    std::string key_;
    std::vector<const Attribute*> order_;
};

void check_graph(Context& context, const GraphFacts& graph) {
    const auto found = Duplicates(context, graph).find();
    if (found.empty()) return;
    std::vector<NodeId> nodes;
    nodes.reserve(found.size());
    for (const auto& [node, earlier] : found) nodes.push_back(node);
    const auto& [node, earlier] = found.front();
    const std::string more = found.size() == 1 ? ""
                                               : fmt::format(" {} more node{} others.", found.size() - 1,
                                                             found.size() == 2 ? " repeats" : "s repeat");
    context.report({
        .severity = context.severity(),
        .message = fmt::format("{} computes the same as {}: same operator, inputs and attributes.{}",
                               graph.label(node), graph.label(earlier), more),
        .fix = fmt::format("Merge {} and {}.", graph.label(earlier), graph.label(node)),
        .graph = graph.id(),
        .node = node,
        .nodes = nodes.size() == 1 ? std::vector<NodeId>() : nodes,
    });
}

void check(Context& context) {
    context.each_graph([&](const GraphFacts& graph) { check_graph(context, graph); });
}

}  // namespace

extern const Rule f09_duplicate_subexpression;
const Rule f09_duplicate_subexpression{
    .id = "F09",
    .name = "duplicate-subexpression",
    .summary = "Two nodes compute the same.",
    .severity = Severity::kInfo,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Finds nodes of the same operator with the same inputs and attributes, following chains "
                    "of them.",
            .why = "The second one repeats the first one's work and keeps its result in memory once more. "
                   "ONNX Runtime "
                   "merges them when it loads the model; other runtimes do not.",
            .not_a_problem =
                "Values that are both outputs of the graph, which need two names. Quantize and dequantize "
                "nodes, which tools repeat for each consumer on purpose; random "
                "and stateful operators; control flow. Layers that are applied again to other inputs "
                "(ALBERT) are no duplicates.",
            .fix = "Let all consumers use one of them (onnxoptimizer's eliminate_common_subexpression).",
            .example = "```\nShape(x) -> a\nShape(x) -> b\n```",
            .source = "https://github.com/onnx/optimizer (eliminate_common_subexpression)",
        },
    .check = check,
};

}  // namespace netloupe::lint
