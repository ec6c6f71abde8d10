// Attention of ONNX.

#include "attention.h"

#include <array>

#include "operator_functions.h"
#include "shape_rules.h"

namespace netloupe::infer {

DimList grown_cache(Context& c, const std::optional<DimList>& past, const DimList& added) {
    DimList result = added;
    if (!past || past->size() != 4 || added.size() != 4) return result;
    for (const size_t i : {0U, 1U, 3U}) result[i] = c.same((*past)[i], added[i], "Dimensions of a cache");
    result[2] = c.dims().add((*past)[2], added[2]);
    return result;
}

namespace {

/// Batch, heads, rows and size of a head, for data with or without a dimension of heads.
DimList heads_of(Context& c, size_t slot, std::string_view count) {
    const auto shape = c.shape(slot);
    if (shape && shape->size() == 4) return *shape;
    if (!shape || shape->size() != 3) return unknown_dims(4);
    const DimId heads = c.has_attribute(count) ? c.dims().constant(c.integer(count, 1)) : DimId();
    return {(*shape)[0], heads, (*shape)[1], c.dims().floor_div((*shape)[2], heads)};
}

void attention(Context& c) {
    const DimList query = heads_of(c, 0, "q_num_heads");
    const DimList key = heads_of(c, 1, "kv_num_heads");
    const DimList value = heads_of(c, 2, "kv_num_heads");
    const auto rank = c.rank(0);
    c.set_type(0, c.dtype(0));
    if (rank == 4) c.set_shape(0, {query[0], query[1], query[2], value[3]});
    if (rank == 3) c.set_shape(0, {query[0], query[2], c.dims().mul(query[1], value[3])});
    const DimList keys = grown_cache(c, c.shape(4), key);
    c.set(1, c.dtype(1), keys);
    c.set(2, c.dtype(2), grown_cache(c, c.shape(5), value));
    c.set(3, c.dtype(0), {query[0], query[1], query[2], keys[2]});
}

/// Rows of the values for every head of the queries; the state is a matrix for each head.
void linear_attention(Context& c) {
    c.set_type(0, c.dtype(0));
    c.set_type(1, c.has(3) ? c.dtype(3) : c.dtype(0));
    const auto query = c.shape(0);
    const auto key = c.shape(1);
    const auto value = c.shape(2);
    if (!query || query->size() != 3 || !value || value->size() != 3 || !key || key->size() != 3) return;
    const DimId query_heads = c.dims().constant(c.integer("q_num_heads", 0));
    const DimId heads = c.dims().constant(c.integer("kv_num_heads", 0));
    const DimId value_size = c.dims().floor_div((*value)[2], heads);
    c.set_shape(0, {(*query)[0], (*query)[1], c.dims().mul(c.dims().max(query_heads, heads), value_size)});
    c.set_shape(1, {(*query)[0], heads, c.dims().floor_div((*query)[2], query_heads), value_size});
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"Attention", attention},
    {"LinearAttention", linear_attention},
    {"RotaryEmbedding", like<0>},
});

}  // namespace

std::span<const OperatorFunction> attention_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
