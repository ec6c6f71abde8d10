// Attention, mixtures of experts and linear recurrences.

#include <array>

#include "formulas.h"

namespace netloupe::cost {

namespace {

/// FLOPs for each score: scale, and softmax.
constexpr int64_t kScore = 6;

/// What the two products of attention multiply.
struct Heads {
    Quantity batch;
    Quantity heads;
    Quantity queries;     ///< Rows of queries of one head.
    Quantity keys;        ///< Rows of keys, those of a cache counted.
    Quantity key_size;    ///< Of one head.
    Quantity value_size;  ///< Of one head.
};

/// Every query with every key, masked ones, too: kernels multiply before they mask.
Work attend(const Operation& op, const Heads& h) {
    Arithmetic& math = op.math();
    const Quantity scores = math.mul(math.mul(h.batch, h.heads), math.mul(h.queries, h.keys));
    return {math.mul(scores, math.add(h.key_size, h.value_size)), math.mul(scores, kScore)};
}

/// Dimension 2 of a cache of batch, heads, rows, size; nothing when there is none.
Quantity cached_rows(const Operation& op, size_t slot) {
    return op.has(slot) ? op.extent(slot, 2) : Quantity(int64_t{0});
}

/// Rank 4 has a dimension of heads, rank 3 an attribute.
Work attention(const Operation& op) {
    Arithmetic& math = op.math();
    const auto shape = op.shape(0);
    if (!shape) return {};
    Heads h;
    h.batch = op.extent(0, 0);
    h.queries = op.extent(0, -2);
    h.keys = math.add(op.extent(1, -2), cached_rows(op, 4));
    if (shape->size() == 4) {
        h.heads = op.extent(0, 1);
        h.key_size = op.extent(0, 3);
        h.value_size = op.extent(2, 3);
    } else {
        h.heads = op.count("q_num_heads", 0);
        h.key_size = math.div(op.extent(0, 2), h.heads);
        h.value_size = math.div(op.extent(2, 2), op.count("kv_num_heads", 0));
    }
    return attend(op, h);
}

/// Projects its input with weights of inputs × (queries + keys + values), then attends.
Work projecting(const Operation& op, size_t past) {
    Arithmetic& math = op.math();
    const auto weight = op.slot_of(OperandRole::kWeight);
    if (!weight) return {};
    const Quantity rows = op.elements_per(0, -1);
    const Quantity projection = math.mul(rows, op.elements(*weight));
    const Quantity all = op.extent(*weight, -1);
    const Quantity values = op.output_extent(-1);
    const Quantity queries = math.div(math.sub(all, values), Quantity(int64_t{2}));
    Heads h;
    h.heads = op.count("num_heads", 0);
    h.batch = op.extent(0, 0);
    h.queries = op.extent(0, 1);
    // The cache is 2, batch, heads, rows, size.
    h.keys = op.has(past) ? math.add(h.queries, op.extent(past, 3)) : h.queries;
    h.key_size = math.div(queries, h.heads);
    h.value_size = math.div(values, h.heads);
    const Work work = attend(op, h);
    const bool bias = op.slot_of(OperandRole::kBias).has_value();
    const Quantity added = bias ? math.mul(rows, all) : Quantity(int64_t{0});
    return {math.add(projection, work.macs), math.add(added, work.operations)};
}

Work microsoft_attention(const Operation& op) {
    return projecting(op, 4);
}
Work quantized_attention(const Operation& op) {
    return projecting(op, 8);
}

/// Keys may be absent (packed with the queries), and of rank 3, 4 or 5.
Work multi_head(const Operation& op) {
    Arithmetic& math = op.math();
    const auto query = op.shape(0);
    if (!query) return {};
    Heads h;
    h.heads = op.count("num_heads", 0);
    h.batch = op.extent(0, 0);
    h.queries = op.extent(0, 1);
    const auto key = op.shape(1);
    const bool crossed = key && key->size() == 4;
    const Quantity added = !op.has(1) ? h.queries : op.extent(1, crossed ? 2 : 1);
    h.keys = math.add(added, cached_rows(op, 6));
    // Packed queries are batch, rows, heads, 3, size.
    h.key_size = query->size() == 5 ? op.extent(0, 4) : math.div(op.extent(0, 2), h.heads);
    h.value_size = math.div(op.output_extent(-1), h.heads);
    return attend(op, h);
}

/// One query for each sequence, over the whole cache.
Work masked_multi_head(const Operation& op) {
    Arithmetic& math = op.math();
    Heads h;
    h.heads = op.count("num_heads", 0);
    h.batch = op.extent(0, 0);
    h.queries = Quantity(int64_t{1});
    h.keys = op.has(5) ? op.extent(5, 2) : op.extent(1, 1);
    h.key_size = math.div(op.extent(0, -1), h.heads);
    h.value_size = math.div(op.output_extent(-1), h.heads);
    return attend(op, h);
}

/// The total length is an input; a cache that grows tells it, too.
Quantity total_length(const Operation& op, size_t slot) {
    const Quantity given = op.scalar(slot);
    if (given.known()) return given;
    if (op.gives(1)) {
        const auto cache = op.output_shape(1);
        const Quantity rows = cache && cache->size() == 4 ? op.math().of((*cache)[2]) : Quantity();
        if (rows.known()) return rows;
    }
    return op.has(3) ? op.math().add(op.extent(3, 2), op.extent(0, 1)) : op.extent(0, 1);
}

Work grouped(const Operation& op, size_t total) {
    Arithmetic& math = op.math();
    Heads h;
    h.heads = op.count("num_heads", 0);
    h.batch = op.extent(0, 0);
    h.queries = op.extent(0, 1);
    h.keys = total_length(op, total);
    h.value_size = math.div(op.output_extent(-1), h.heads);
    h.key_size = h.value_size;
    return attend(op, h);
}
Work group_query(const Operation& op) {
    return grouped(op, 6);
}

/// Of each token, `k` experts; the weights are experts × (inputs × outputs), maybe packed in bytes.
Work mixture(const Operation& op) {
    Arithmetic& math = op.math();
    Quantity weights(int64_t{0});
    for (size_t slot = 2; slot < op.inputs(); ++slot) {
        if (op.has(slot) && op.role(slot) == OperandRole::kWeight)
            weights = math.add(weights, op.elements_per(slot, 0));
    }
    if (op.op() == "QMoE") {
        const auto bits = op.integer("expert_weight_bits", 4);
        if (!bits || *bits <= 0 || *bits > 8) return {};
        weights = math.mul(weights, 8 / *bits);
    }
    const Quantity tokens = op.elements_per(0, -1);
    return {math.mul(math.mul(tokens, op.count("k", 1)), weights), op.output_elements()};
}

/// A matrix of keys × values for each head is updated and read at each step; the delta rules read it twice.
Work linear_attention(const Operation& op) {
    Arithmetic& math = op.math();
    const std::string_view rule = op.text("update_rule");
    const bool delta = rule.empty() || rule.ends_with("delta");
    const Quantity heads = op.count("kv_num_heads", 0);
    const Quantity matrix =
        math.mul(math.div(op.extent(0, 2), op.count("q_num_heads", 0)), math.div(op.extent(2, 2), heads));
    const Quantity steps = math.mul(math.mul(op.extent(0, 0), op.extent(0, 1)), math.mul(heads, matrix));
    const bool gated = rule.empty() || rule.starts_with("gated");
    return {math.mul(steps, delta ? 3 : 2), gated ? steps : Quantity(int64_t{0})};
}

constexpr auto kKinds = std::to_array<KindFormula>({
    {OpKind::kAttention, attention,
     "MACs: batch × heads × queries × keys × (size of a key + size of a value), a cache's keys counted and "
     "masked scores, too; 6 FLOPs a score"},
    {OpKind::kMixtureOfExperts, mixture, "MACs: tokens × k × weights of one expert"},
    {OpKind::kLinearRecurrence, linear_attention,
     "MACs: batch × steps × heads × key size × value size × 2 (3 with a delta rule); a FLOP for each element "
     "of a gated state"},
});

constexpr std::string_view kProjecting = "MACs: rows × weights, and those of Attention";
constexpr std::string_view kLike = "as Attention";
constexpr std::string_view kHidden = "unknown: hangs on lengths that only a run tells";

constexpr auto kExceptions = std::to_array<NameFormula>({
    {Dialect::kOnnx, "com.microsoft", "Attention", microsoft_attention, kProjecting},
    {Dialect::kOnnx, "com.microsoft", "QAttention", quantized_attention, kProjecting},
    {Dialect::kOnnx, "com.microsoft", "DecoderMaskedSelfAttention", microsoft_attention, kProjecting},
    {Dialect::kOnnx, "com.microsoft", "MultiHeadAttention", multi_head, kLike},
    {Dialect::kOnnx, "com.microsoft", "DecoderMaskedMultiHeadAttention", masked_multi_head, kLike},
    {Dialect::kOnnx, "com.microsoft", "GroupQueryAttention", group_query, kLike},
    {Dialect::kOnnx, "com.microsoft", "SparseAttention", nullptr, kHidden},
    {Dialect::kOnnx, "com.microsoft", "PagedAttention", nullptr, kHidden},
    {Dialect::kOnnx, "com.microsoft", "PackedAttention", nullptr, kHidden},
    {Dialect::kOnnx, "com.microsoft", "PackedMultiHeadAttention", nullptr, kHidden},
    {Dialect::kOnnx, "com.microsoft", "DecoderAttention", nullptr, kHidden},
    {Dialect::kOnnx, "com.microsoft", "LongformerAttention", nullptr, kHidden},
    {Dialect::kOnnx, "com.microsoft", "QOrderedAttention", nullptr, kHidden},
    {Dialect::kOnnx, "com.microsoft", "QOrderedLongformerAttention", nullptr, kHidden},
    {Dialect::kOnnx, "com.microsoft", "GatedDeltaNet", nullptr, kHidden},
    {Dialect::kOnnx, "ai.onnx.preview", "FlexAttention", attention, kLike},
});

}  // namespace

std::span<const KindFormula> attention_formulas() {
    return kKinds;
}
std::span<const NameFormula> attention_exceptions() {
    return kExceptions;
}

}  // namespace netloupe::cost
