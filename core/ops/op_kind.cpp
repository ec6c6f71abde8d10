#include "ops/op_kind.h"

#include <array>
#include <cstddef>
#include <unordered_map>

namespace netloupe {
namespace {

struct KindRow {
    std::string_view name;
    OpCategory category;
    OpTraits traits;
};

using enum OpTraits;

constexpr auto kKinds = std::to_array<KindRow>({
    {"Unknown", OpCategory::kCustom, kNone},
#define OP_KIND(name, category, traits) {#name, OpCategory::category, traits},
#include "ops/op_kinds.inc"
#undef OP_KIND
});

const KindRow& row_of(OpKind kind) {
    const auto index = static_cast<size_t>(kind);
    return kKinds[index < kKinds.size() ? index : 0];
}

}  // namespace

OpTraits traits_of(OpKind kind) {
    return row_of(kind).traits;
}

OpCategory category_of(OpKind kind) {
    return row_of(kind).category;
}

std::string_view name_of(OpKind kind) {
    return row_of(kind).name;
}

OpKind op_kind_from_name(std::string_view name) {
    static const auto kByName = [] {
        std::unordered_map<std::string_view, OpKind> by_name;
        for (size_t i = 0; i < kKinds.size(); ++i) by_name.emplace(kKinds[i].name, static_cast<OpKind>(i));
        return by_name;
    }();
    const auto found = kByName.find(name);
    return found == kByName.end() ? OpKind::kUnknown : found->second;
}

std::string_view name_of(OpCategory category) {
    static constexpr auto kNames = std::to_array<std::string_view>(
        {"custom", "matrix", "activation", "normalization", "pooling", "layout", "math", "reduction",
         "quantization", "control-flow", "recurrent", "constant", "data"});
    const auto index = static_cast<size_t>(category);
    return kNames[index < kNames.size() ? index : 0];
}

}  // namespace netloupe
