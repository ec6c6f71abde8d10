#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "known_shape.h"

namespace netloupe::lint {

namespace {

constexpr Parameter kParameters[] = {
    {"max-expansion", 1000, "How many times larger than its bytes in the file a constant may become."},
    {"min-bytes", 1073741824, "A constant that becomes no larger than that is not judged."},
};

/// Bytes that the tensor would take, or nothing when they cannot be counted in 63 bits.
std::optional<int64_t> bytes_of(std::span<const int64_t> extents, DataType type) {
    int64_t total = std::max<int64_t>(1, bits(type) / 8);
    for (const int64_t extent : extents) {
        // The other dimensions may be as large as they like where one is open or 0.
        if (extent <= 0) return 0;
        if (__builtin_mul_overflow(total, extent, &total)) return std::nullopt;
    }
    return total;
}

void report(Context& context, const GraphFacts& graph, TensorId id, const std::string& what) {
    context.report({
        .severity = context.severity(),
        .message = what + " Who allocates what the model declares runs out of memory.",
        .fix = "Do not load the file unless you know where it comes from.",
        .graph = graph.id(),
        .node = graph.node_of(id),
        .tensor = id,
    });
}

bool overflows(const Context& context, const GraphFacts& graph, TensorId id) {
    const auto extents = extents_of(context, graph, id);
    return extents && !bytes_of(*extents, type_of(context, graph, id));
}

/// The size is not passed on from an input of the node that makes the tensor. A constant's is told by V06, as
/// its elements cannot be counted.
bool is_source(const Context& context, const GraphFacts& graph, TensorId id) {
    const Tensor& tensor = graph.tensor(id);
    if (tensor.constant.valid()) return false;
    if (!tensor.producer.valid()) return true;
    return std::ranges::none_of(graph.inputs(tensor.producer), [&](TensorId input) {
        return input.valid() && overflows(context, graph, input);
    });
}

void check_tensor(Context& context, const GraphFacts& graph, TensorId id) {
    if (overflows(context, graph, id) && is_source(context, graph, id)) {
        return report(context, graph, id,
                      fmt::format("{} is declared with more bytes than 63 bits can count.", graph.label(id)));
    }
    const Tensor& tensor = graph.tensor(id);
    if (!tensor.constant.valid()) return;
    const Constant& constant = context.model().constant(tensor.constant);
    if (constant.state != ConstantState::kPresent) return;
    const auto count = element_count(context.model(), constant.shape);
    const auto bytes = count ? packed_bytes(constant.dtype, *count) : std::nullopt;
    if (!bytes || static_cast<double>(*bytes) <= context.parameter("min-bytes")) return;
    if (static_cast<double>(*bytes) <=
        context.parameter("max-expansion") * static_cast<double>(constant.length))
        return;
    report(context, graph, id,
           fmt::format("The constant {} has {} bytes in the file and becomes {:.1f} GiB.", graph.label(id),
                       constant.length, static_cast<double>(*bytes) / (1U << 30)));
}

void check(Context& context) {
    context.each_tensor([&](const GraphFacts& graph, TensorId id) { check_tensor(context, graph, id); });
}

}  // namespace

extern const Rule x08_size_bomb;
const Rule x08_size_bomb{
    .id = "X08",
    .name = "size-bomb",
    .summary = "The model declares sizes that no memory holds.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "Finds tensors whose fixed dimensions multiply to more bytes than 63 bits can count, and "
                    "constants that become more than 1 GiB and a thousand times what they take in the file, "
                    "as sparse tensors can.",
            .why = "A few bytes that declare terabytes bring down whoever allocates by them; products that "
                   "overflow become small numbers, and writes go beyond their end.",
            .not_a_problem = "Tensors with an open dimension. Lengths that reach beyond the end of the file "
                             "are V06's.",
            .fix = "Do not load the file unless you know where it comes from.",
            .example = "`x:float32[4294967296,4294967296]`",
            .source = "https://github.com/ggml-org/llama.cpp (size checks of its reader)",
        },
    .parameters = kParameters,
    .check = check,
};

}  // namespace netloupe::lint
