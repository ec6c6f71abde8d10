#include <fmt/core.h>

#include <set>

#include "context.h"
#include "damage_kind.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"min-bytes", 1024, "Bytes below which unused constants are information only."},
};

struct Unused {
    std::vector<TensorId> tensors;
    uint64_t bytes = 0;
    TensorId largest;
    uint64_t largest_bytes = 0;
};

/// Constants that hold the scales and zero points of others.
std::set<uint32_t> parameters_of_others(const Model& model) {
    std::set<uint32_t> used;
    for (const Quantization& quantization : model.quantizations) {
        used.insert(quantization.scale.constant.value);
        used.insert(quantization.zero_point.constant.value);
    }
    return used;
}

Unused unused_constants(const GraphFacts& graph, const std::set<uint32_t>& parameters) {
    Unused unused;
    for (size_t t = 0; t < graph.graph().tensors.size(); ++t) {
        const TensorId id(t);
        const Tensor& tensor = graph.tensor(id);
        // What a node gives is T01's matter.
        if (!tensor.constant.valid() || tensor.is_captured || tensor.is_variable || tensor.producer.valid())
            continue;
        if (graph.is_used(id) || parameters.contains(tensor.constant.value)) continue;
        const Constant& constant = graph.model().constant(tensor.constant);
        if (constant.state == ConstantState::kAbsent || constant.length == 0) continue;
        unused.tensors.push_back(id);
        unused.bytes += constant.length;
        if (constant.length > unused.largest_bytes) {
            unused.largest = id;
            unused.largest_bytes = constant.length;
        }
    }
    return unused;
}

void check_graph(Context& context, const GraphFacts& graph, const std::set<uint32_t>& parameters) {
    // A file that is nothing but constants is no network.
    if (graph.graph().nodes.empty() || graph.graph().kind == GraphKind::kTraining) return;
    const Unused unused = unused_constants(graph, parameters);
    if (unused.tensors.empty()) return;
    const bool few = static_cast<double>(unused.bytes) < context.parameter("min-bytes");
    context.report({
        .severity = few ? Severity::kInfo : context.severity(),
        .message = fmt::format(
            "{} {} used by nothing and take{} {} bytes of the file; the largest is {} ({} bytes).",
            unused.tensors.size(), unused.tensors.size() == 1 ? "stored constant is" : "stored constants are",
            unused.tensors.size() == 1 ? "s" : "", unused.bytes, graph.label(unused.largest),
            unused.largest_bytes),
        .fix = "Remove the constants that no node uses.",
        .graph = graph.id(),
        .tensor = unused.largest,
    });
}

void check(Context& context) {
    if (is_damaged(context.model())) return;
    const std::set<uint32_t> parameters = parameters_of_others(context.model());
    context.each_graph([&](const GraphFacts& graph) { check_graph(context, graph, parameters); });
}

}  // namespace

extern const Rule t02_unused_initializer;
const Rule t02_unused_initializer{
    .id = "T02",
    .name = "unused-initializer",
    .summary = "Constants are stored that nothing uses.",
    .severity = Severity::kWarning,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what = "Adds up the constants (initializers, tensors with a buffer) that no node reads, that "
                    "are no graph "
                    "output, and that no graph inside uses. Less than 1 KiB is information only.",
            .why =
                "They are loaded, and shipped, for nothing. ONNX Runtime warns of every one when it starts.",
            .not_a_problem =
                "Buffer 0 and the metadata buffers of TensorFlow Lite belong to no tensor and are not "
                "meant, nor are scales of other tensors, nor initializers that only the body of a loop or a "
                "branch uses.",
            .fix = "Remove them; onnxoptimizer's eliminate_unused_initializer and a new conversion do.",
            .example = "An initializer `fc.weight` whose layer was cut off.",
            .source = "https://github.com/onnx/optimizer (eliminate_unused_initializer)",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
