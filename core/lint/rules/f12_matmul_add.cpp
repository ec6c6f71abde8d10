#include <fmt/core.h>

#include "context.h"
#include "known_shape.h"
#include "operands.h"
#include "quantized_layer.h"

namespace netloupe::lint {

namespace {

bool has_rank(const Context& context, const GraphFacts& graph, TensorId id, size_t rank) {
    const auto extents = extents_of(context, graph, id);
    return extents && extents->size() == rank;
}

/// Quantized weights stay as their tools know them.
bool is_plain_constant(const GraphFacts& graph, TensorId id) {
    return id.valid() && graph.tensor(id).constant.valid() && !is_quantized(graph, id);
}

void check_node(Context& context, const GraphFacts& graph, NodeId product) {
    if (graph.kind(product) != OpKind::kMatMul || graph.has(product, OpTraits::kIntegerKernel)) return;
    if (!graph.model().text(graph.node(product).domain).empty()) return;
    const NodeId sum = graph.only_consumer(graph.output(product));
    if (!sum.valid() || graph.kind(sum) != OpKind::kAdd) return;
    const TensorId weights = graph.input(product, 1);
    const TensorId bias = other_operand(graph, sum, graph.output(product));
    if (!is_plain_constant(graph, weights) || !is_plain_constant(graph, bias)) return;
    if (!has_rank(context, graph, graph.input(product, 0), 2) || !has_rank(context, graph, weights, 2))
        return;
    if (!has_rank(context, graph, bias, 1)) return;
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("{} and {} are one layer with bias, written as two operators: the sum reads and "
                        "writes the whole result once more.",
                        graph.label(product), graph.label(sum)),
        .fix = "Use Gemm with the bias as C.",
        .graph = graph.id(),
        .node = product,
        .tensor = graph.output(product),
        .nodes = {product, sum},
    });
}

void check(Context& context) {
    context.each_node([&](const GraphFacts& graph, NodeId node) { check_node(context, graph, node); });
}

}  // namespace

extern const Rule f12_matmul_add;
const Rule f12_matmul_add{
    .id = "F12",
    .name = "matmul-add",
    .summary = "A matrix product and the sum with its bias could be one Gemm.",
    .severity = Severity::kInfo,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Finds MatMul of a matrix by constant weights whose only consumer adds a constant "
                    "vector.",
            .why = "Gemm does both in one pass, and is what quantizers and providers know as a fully "
                   "connected layer.",
            .not_a_problem = "Products of more than two dimensions, which Gemm cannot do, and targets that "
                             "prefer MatMul.",
            .fix = "Use Gemm (onnxoptimizer's fuse_matmul_add_bias_into_gemm does).",
            .example = "`MatMul(x:float32[N,512], w) -> Add(b:float32[10])`",
            .source = "https://github.com/onnx/optimizer (fuse_matmul_add_bias_into_gemm)",
        },
    .check = check,
};

}  // namespace netloupe::lint
