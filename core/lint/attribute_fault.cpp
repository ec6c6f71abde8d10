#include "attribute_fault.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "known_shape.h"
#include "operands.h"

namespace netloupe::lint {

namespace {

std::string text_of(std::span<const int64_t> values) {
    std::string text;
    for (const int64_t value : values) {
        if (!text.empty()) text += ", ";
        text += std::to_string(value);
    }
    return "[" + text + "]";
}

/// Strides, dilations and kernels count elements.
std::optional<AttributeFault> not_positive(const GraphFacts& graph, NodeId node) {
    static constexpr std::array<std::string_view, 3> kLists = {"strides", "dilations", "kernel_shape"};
    for (const std::string_view name : kLists) {
        const auto values = ints_of(graph, node, name);
        if (std::ranges::any_of(values, [](int64_t value) { return value <= 0; }))
            return AttributeFault{name, fmt::format("{}: every element must be positive", text_of(values))};
    }
    static constexpr std::array<std::string_view, 6> kNumbers = {
        "stride_h", "stride_w", "dilation_h_factor", "dilation_w_factor", "filter_height", "filter_width"};
    if (graph.model().format != Format::kTflite) return std::nullopt;
    for (const std::string_view name : kNumbers) {
        const int64_t value = graph.model().int_attribute(graph.node(node), name, 1);
        if (value <= 0) return AttributeFault{name, fmt::format("{}: it must be positive", value)};
    }
    return std::nullopt;
}

std::optional<AttributeFault> no_permutation(const GraphFacts& graph, NodeId node) {
    if (graph.kind(node) != OpKind::kTranspose) return std::nullopt;
    const auto given = list_of(graph, node, "perm", 1);
    if (!given) return std::nullopt;
    std::vector<int64_t> sorted = *given;
    std::ranges::sort(sorted);
    if (is_identity(sorted)) return std::nullopt;
    return AttributeFault{"perm", fmt::format("{}: it must have every dimension once", text_of(*given))};
}

std::optional<AttributeFault> bad_group(const Context& context, const GraphFacts& graph, NodeId node) {
    if (graph.kind(node) != OpKind::kConv || graph.model().format == Format::kTflite) return std::nullopt;
    const int64_t group = graph.model().int_attribute(graph.node(node), "group", 1);
    if (group <= 0) return AttributeFault{"group", fmt::format("{}: it must be positive", group)};
    if (graph.has(node, OpTraits::kIntegerKernel)) return std::nullopt;
    const auto weights = extents_of(context, graph, graph.input(node, 1));
    if (!weights || weights->empty() || weights->front() < 0 || weights->front() % group == 0)
        return std::nullopt;
    return AttributeFault{
        "group", fmt::format("{}: it does not divide the {} output channels", group, weights->front())};
}

/// Operators of ONNX whose attribute axis counts dimensions of their first input.
bool has_axis_of_input(const GraphFacts& graph, NodeId node) {
    switch (graph.kind(node)) {
        case OpKind::kConcat:
        case OpKind::kSoftmax:
        case OpKind::kLogSoftmax:
        case OpKind::kGather:
        case OpKind::kSplit:
        case OpKind::kArgMax:
        case OpKind::kArgMin:
            return graph.model().text(graph.node(node).domain).empty();
        default:
            return false;
    }
}

std::optional<AttributeFault> bad_axis(const Context& context, const GraphFacts& graph, NodeId node) {
    if (graph.model().format == Format::kTflite || !has_axis_of_input(graph, node)) return std::nullopt;
    const Attribute* given = graph.model().find_attribute(graph.node(node), "axis");
    const auto extents = extents_of(context, graph, graph.input(node, 0));
    if (given == nullptr || given->type != AttributeType::kInt || !extents) return std::nullopt;
    const auto rank = static_cast<int64_t>(extents->size());
    if (rank == 0 || (given->integer >= -rank && given->integer < rank)) return std::nullopt;
    return AttributeFault{"axis", fmt::format("{}: the input has {} dimensions", given->integer, rank)};
}

/// Squeeze, Unsqueeze and reductions of ONNX name dimensions, each once.
std::optional<AttributeFault> bad_axes(const Context& context, const GraphFacts& graph, NodeId node) {
    const OpKind kind = graph.kind(node);
    const bool has_axes =
        kind == OpKind::kSqueeze || kind == OpKind::kUnsqueeze || graph.has(node, OpTraits::kReduction);
    if (!has_axes || !graph.model().text(graph.node(node).domain).empty()) return std::nullopt;
    const auto axes = list_of(graph, node, "axes", 1);
    const auto extents = extents_of(context, graph, graph.input(node, 0));
    if (!axes || !extents) return std::nullopt;
    const auto rank = static_cast<int64_t>(extents->size() + (kind == OpKind::kUnsqueeze ? axes->size() : 0));
    std::vector<int64_t> counted;
    for (const int64_t axis : *axes) {
        if (axis < -rank || axis >= rank)
            return AttributeFault{"axes", fmt::format("{}: there are {} dimensions", text_of(*axes), rank)};
        counted.push_back(axis < 0 ? axis + rank : axis);
    }
    std::ranges::sort(counted);
    if (std::ranges::adjacent_find(counted) == counted.end()) return std::nullopt;
    return AttributeFault{"axes", fmt::format("{}: each dimension may be named once", text_of(*axes))};
}

/// Negative padding cuts away more than there is.
std::optional<AttributeFault> bad_pads(const Context& context, const GraphFacts& graph, NodeId node) {
    if (graph.kind(node) != OpKind::kPad || graph.model().format == Format::kTflite) return std::nullopt;
    const auto pads = list_of(graph, node, "pads", 1);
    const auto extents = extents_of(context, graph, graph.input(node, 0));
    if (!pads || !extents || pads->size() != 2 * extents->size() || graph.input(node, 3).valid())
        return std::nullopt;
    for (size_t i = 0; i < extents->size(); ++i) {
        const auto added =
            static_cast<double>((*pads)[i]) + static_cast<double>((*pads)[i + extents->size()]);
        if ((*extents)[i] < 0 || static_cast<double>((*extents)[i]) + added >= 0) continue;
        return AttributeFault{
            "pads", fmt::format("{}: dimension {} has only {} elements", text_of(*pads), i, (*extents)[i])};
    }
    return std::nullopt;
}

}  // namespace

std::optional<AttributeFault> attribute_fault(const Context& context, const GraphFacts& graph, NodeId node) {
    if (graph.schema(node) == nullptr) return std::nullopt;
    auto fault = not_positive(graph, node);
    if (!fault) fault = no_permutation(graph, node);
    if (!fault) fault = bad_group(context, graph, node);
    if (!fault) fault = bad_axis(context, graph, node);
    if (!fault) fault = bad_axes(context, graph, node);
    if (!fault) fault = bad_pads(context, graph, node);
    return fault;
}

}  // namespace netloupe::lint
