// Attention and embeddings of com.microsoft.

#include <array>

#include "attention.h"
#include "operator_functions.h"
#include "shape_rules.h"

namespace netloupe::infer {

namespace {

DimId last(const DimList& shape) {
    return shape[shape.size() - 1];
}

/// Extents of the queries and of the values that the weights project to.
std::pair<DimId, DimId> projected(Context& c, size_t weights) {
    if (const auto sizes = c.list("qkv_hidden_sizes"); sizes && sizes->size() == 3) {
        return {c.dims().constant((*sizes)[0]), c.dims().constant((*sizes)[2])};
    }
    const auto shape = c.shape(weights);
    if (!shape || shape->size() != 2) return {};
    const DimId third = c.dims().floor_div((*shape)[1], c.dims().constant(3));
    return {third, third};
}

/// The cache of keys and values together: 2, batch, heads, rows, size of a head.
void stacked_cache(Context& c, size_t past_slot, DimId batch, DimId rows, DimId hidden) {
    c.set_type(1, c.dtype(0));
    const auto past = c.shape(past_slot);
    if (past && past->size() == 5 && c.flag("past_present_share_buffer")) return c.set_shape(1, *past);
    const DimId heads = c.dims().constant(c.integer("num_heads", 0));
    const DimId before = past && past->size() == 5 ? (*past)[3]
                         : c.has(past_slot)        ? DimId()
                                                   : c.dims().constant(0);
    c.set_shape(1, {c.dims().constant(2), batch, heads, c.dims().add(before, rows),
                    c.dims().floor_div(hidden, heads)});
}

void projecting(Context& c, size_t past_slot, DataType type) {
    c.set_type(0, type);
    const auto data = c.shape(0);
    if (!data || data->size() != 3) return;
    const auto [queries, values] = projected(c, 1);
    c.set_shape(0, {(*data)[0], (*data)[1], values});
    stacked_cache(c, past_slot, (*data)[0], (*data)[1], queries);
    c.set_type(1, type);
}

void attention(Context& c) {
    projecting(c, 4, c.dtype(0));
}
void quantized_attention(Context& c) {
    projecting(c, 8, c.dtype(3));
}
void masked_self_attention(Context& c) {
    projecting(c, 4, c.dtype(0));
}

/// Tokens stand without padding: tokens, size.
void packed_attention(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto data = c.shape(0);
    if (data && data->size() == 2) c.set_shape(0, {(*data)[0], projected(c, 1).second});
}

void packed_multi_head_attention(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto query = c.shape(0);
    const auto value = c.shape(2);
    if (!query || query->size() < 2) return;
    const DimId size = value && value->size() == 2 ? (*value)[1]
                       : query->size() == 4        ? c.dims().mul((*query)[1], (*query)[3])
                                                   : DimId();
    c.set_shape(0, {(*query)[0], size});
}

/// Keys or values as batch, heads, rows, size; `packed` is the slot of keys that hold both.
DimList key_heads(Context& c, size_t slot, DimId heads) {
    const auto shape = c.shape(slot);
    if (!shape) return unknown_dims(4);
    if (shape->size() == 4) return *shape;
    if (shape->size() == 3) return {(*shape)[0], heads, (*shape)[1], c.dims().floor_div((*shape)[2], heads)};
    if (shape->size() == 5) return {(*shape)[0], (*shape)[2], (*shape)[1], (*shape)[4]};
    return unknown_dims(4);
}

void multi_head_attention(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto query = c.shape(0);
    if (!query || query->size() < 3) return;
    const DimId heads = c.dims().constant(c.integer("num_heads", 0));
    const size_t key_slot = c.has(1) ? 1 : 0;
    const size_t value_slot = c.has(2) ? 2 : key_slot;
    const DimList keys = key_heads(c, key_slot, heads);
    const DimList values = key_heads(c, value_slot, heads);
    const auto value = c.shape(value_slot);
    const DimId size = value && value->size() == 3 ? (*value)[2] : c.dims().mul(values[1], values[3]);
    c.set_shape(0, {(*query)[0], (*query)[1], size});
    const bool shared = c.flag("past_present_share_buffer");
    const auto cache = [&](size_t slot, size_t past_slot, const DimList& added) {
        const auto past = c.shape(past_slot);
        c.set(slot, c.dtype(0), shared && past ? *past : grown_cache(c, past, added));
    };
    cache(1, 6, keys);
    cache(2, 7, values);
}

/// One token after the cache.
void masked_multi_head_attention(Context& c) {
    like_input(c, 0, 0);
    like_input(c, 1, 5);
    like_input(c, 2, 6);
}

/// Queries, which hold keys and values, too, when there are none of their own.
void grouped_attention(Context& c) {
    c.set_type(0, c.dtype(0));
    c.set_type(1, c.has(3) ? c.dtype(3) : c.dtype(0));
    c.set_type(2, c.has(4) ? c.dtype(4) : c.dtype(0));
    const auto query = c.shape(0);
    if (!query || query->size() != 3) return;
    const DimId heads = c.dims().constant(c.integer("num_heads", 0));
    const DimId groups = c.dims().constant(c.integer("kv_num_heads", 0));
    const DimId all = c.has(1) ? heads : c.dims().add(heads, c.dims().add(groups, groups));
    const DimId head = c.dims().floor_div(last(*query), all);
    c.set_shape(0, {(*query)[0], (*query)[1], c.dims().mul(heads, head)});
    // Whether the cache grows or was long enough from the start is decided when the model runs.
    const DimList cache{(*query)[0], groups, DimId(), head};
    const bool empty = !c.has(3) && !c.has(4) && c.op() == "GroupQueryAttention";
    c.set_shape(1, empty ? DimList{cache[0], cache[1], (*query)[1], head} : cache);
    c.set_shape(2, empty ? DimList{cache[0], cache[1], (*query)[1], head} : cache);
}

void skip_layer_normalization(Context& c) {
    like_input(c, 0, 0);
    like_input(c, 3, 0);
    c.set_type(1, DataType::kFloat32);
    c.set_type(2, DataType::kFloat32);
    auto shape = c.shape(0);
    if (!shape || shape->empty()) return;
    (*shape)[shape->size() - 1] = c.dims().constant(1);
    c.set_shape(1, *shape);
    c.set_shape(2, *shape);
}

void embed(Context& c, DataType type) {
    c.set_type(0, type);
    c.set_type(1, DataType::kInt32);
    c.set_type(2, type);
    const auto ids = c.shape(0);
    const auto table = c.shape(2);
    if (!ids || ids->size() != 2) return;
    const DimList result{(*ids)[0], (*ids)[1], table && table->size() == 2 ? (*table)[1] : DimId()};
    c.set_shape(0, result);
    c.set_shape(2, result);
    if (c.integer("mask_index_type", 1) == 1) c.set_shape(1, {(*ids)[0]});
}

void embed_layer_normalization(Context& c) {
    embed(c, c.dtype(2));
}
void quantized_embed_layer_normalization(Context& c) {
    embed(c, DataType::kFloat32);
}

void relative_position_bias(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto table = c.shape(0);
    const auto extent = [&](size_t slot) {
        const auto value = c.value(slot);
        return value && value->size() == 1 ? (*value)[0] : DimId();
    };
    const DimId heads = table && table->size() == 2 ? (*table)[1] : DimId();
    c.set_shape(0, {c.dims().constant(1), heads, extent(1), extent(2)});
}

void gemma_rotary_embedding(Context& c) {
    like_input(c, 0, 1);
    like_input(c, 1, 3);
}

/// Token numbers that a search generates.
void search(Context& c, bool beams) {
    c.set_type(0, DataType::kInt32);
    const auto ids = c.shape(0);
    const auto extent = [&](size_t slot) {
        const auto value = c.value(slot);
        return value && value->size() == 1 ? (*value)[0] : DimId();
    };
    const DimId batch = ids && !ids->empty() ? (*ids)[0] : DimId();
    c.set_shape(0, beams ? DimList{batch, extent(4), extent(1)} : DimList{batch, extent(1)});
}
void beam_search(Context& c) {
    search(c, true);
}
void greedy_search(Context& c) {
    search(c, false);
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"Attention", attention},
    {"BeamSearch", beam_search},
    {"DecoderAttention", like<0>},
    {"DecoderMaskedMultiHeadAttention", masked_multi_head_attention},
    {"DecoderMaskedSelfAttention", masked_self_attention},
    {"EmbedLayerNormalization", embed_layer_normalization},
    {"GemmaRotaryEmbedding", gemma_rotary_embedding},
    {"GreedySearch", greedy_search},
    {"GroupQueryAttention", grouped_attention},
    {"LongformerAttention", like<0>},
    {"MRotaryEmbedding", like<0>},
    {"MoE", like<0>},
    {"MultiHeadAttention", multi_head_attention},
    {"PackedAttention", packed_attention},
    {"PackedMultiHeadAttention", packed_multi_head_attention},
    {"QAttention", quantized_attention},
    {"QEmbedLayerNormalization", quantized_embed_layer_normalization},
    {"QMoE", like<0>},
    {"RelativePositionBias", relative_position_bias},
    {"RotaryEmbedding", like<0>},
    {"Sampling", greedy_search},
    {"SkipLayerNormalization", skip_layer_normalization},
    {"SkipSimplifiedLayerNormalization", skip_layer_normalization},
    {"SparseAttention", grouped_attention},
    {"WhisperBeamSearch", beam_search},
});

}  // namespace

std::span<const OperatorFunction> microsoft_attention_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
