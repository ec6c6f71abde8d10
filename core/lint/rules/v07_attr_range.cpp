#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

#include "context.h"
#include "known_shape.h"
#include "operands.h"

namespace netloupe::lint {

namespace {

/// What is wrong with an attribute; nothing in most nodes.
struct Fault {
    std::string_view attribute;
    std::string text;
};

std::string text_of(std::span<const int64_t> values) {
    std::string text;
    for (const int64_t value : values) {
        if (!text.empty()) text += ", ";
        text += std::to_string(value);
    }
    return "[" + text + "]";
}

/// Strides, dilations and kernels count elements.
std::optional<Fault> not_positive(const GraphFacts& graph, NodeId node) {
    static constexpr std::array<std::string_view, 3> kLists = {"strides", "dilations", "kernel_shape"};
    for (const std::string_view name : kLists) {
        const auto values = ints_of(graph, node, name);
        if (std::ranges::any_of(values, [](int64_t value) { return value <= 0; }))
            return Fault{name, fmt::format("{}: every element must be positive", text_of(values))};
    }
    static constexpr std::array<std::string_view, 6> kNumbers = {
        "stride_h", "stride_w", "dilation_h_factor", "dilation_w_factor", "filter_height", "filter_width"};
    if (graph.model().format != Format::kTflite) return std::nullopt;
    for (const std::string_view name : kNumbers) {
        const int64_t value = graph.model().int_attribute(graph.node(node), name, 1);
        if (value <= 0) return Fault{name, fmt::format("{}: it must be positive", value)};
    }
    return std::nullopt;
}

std::optional<Fault> no_permutation(const GraphFacts& graph, NodeId node) {
    if (graph.kind(node) != OpKind::kTranspose) return std::nullopt;
    const auto given = list_of(graph, node, "perm", 1);
    if (!given) return std::nullopt;
    std::vector<int64_t> sorted = *given;
    std::ranges::sort(sorted);
    if (is_identity(sorted)) return std::nullopt;
    return Fault{"perm", fmt::format("{}: it must have every dimension once", text_of(*given))};
}

std::optional<Fault> bad_group(const Context& context, const GraphFacts& graph, NodeId node) {
    if (graph.kind(node) != OpKind::kConv || graph.model().format == Format::kTflite) return std::nullopt;
    const int64_t group = graph.model().int_attribute(graph.node(node), "group", 1);
    if (group <= 0) return Fault{"group", fmt::format("{}: it must be positive", group)};
    if (graph.has(node, OpTraits::kIntegerKernel)) return std::nullopt;
    const auto weights = extents_of(context, graph, graph.input(node, 1));
    if (!weights || weights->empty() || weights->front() < 0 || weights->front() % group == 0)
        return std::nullopt;
    return Fault{"group",
                 fmt::format("{}: it does not divide the {} output channels", group, weights->front())};
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

std::optional<Fault> bad_axis(const Context& context, const GraphFacts& graph, NodeId node) {
    if (graph.model().format == Format::kTflite || !has_axis_of_input(graph, node)) return std::nullopt;
    const Attribute* given = graph.model().find_attribute(graph.node(node), "axis");
    const auto extents = extents_of(context, graph, graph.input(node, 0));
    if (given == nullptr || given->type != AttributeType::kInt || !extents) return std::nullopt;
    const auto rank = static_cast<int64_t>(extents->size());
    if (rank == 0 || (given->integer >= -rank && given->integer < rank)) return std::nullopt;
    return Fault{"axis", fmt::format("{}: the input has {} dimensions", given->integer, rank)};
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) {
        if (graph.schema(node) == nullptr) return;
        auto fault = not_positive(graph, node);
        if (!fault) fault = no_permutation(graph, node);
        if (!fault) fault = bad_group(context, graph, node);
        if (!fault) fault = bad_axis(context, graph, node);
        if (!fault) return;
        context.report({
            .severity = context.severity(),
            .message = fmt::format("{} has {} {}. Runtimes refuse the model.", graph.label(node),
                                   fault->attribute, fault->text),
            .fix = fmt::format("Correct {}.", fault->attribute),
            .graph = graph.id(),
            .node = node,
        });
    });
}

}  // namespace

extern const Rule v07_attr_range;
const Rule v07_attr_range{
    .id = "V07",
    .name = "attr-range",
    .summary = "An attribute has a value that its operator cannot have.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "Checks that strides, dilations and kernel extents are positive, that the permutation of "
                    "a transpose "
                    "has every dimension once, that the groups of a convolution divide its output channels, "
                    "and that an "
                    "axis is one of the input's.",
            .why = "Runtimes check the same when they prepare the node, and refuse the model.",
            .not_a_problem = "Attributes that an operator does not use.",
            .fix = "Correct the attribute; it was mostly written by a script.",
            .example = "`Transpose (perm=[0, 2, 2, 1])`",
            .source = "https://github.com/onnx/onnx/blob/main/onnx/checker.cc, "
                      "https://github.com/onnx/onnx/blob/main/docs/ShapeInference.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
