#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "infer/shapes.h"
#include "ops/meaning.h"
#include "signature/card.h"
#include "support/graph_text.h"

namespace netloupe::signature {

inline Card card_of(const Model& model) {
    const Meaning meaning(model);
    const infer::Shapes shapes = infer::infer_shapes(model, meaning);
    return card_of(model, meaning, &shapes);
}

/// The only entry of a model from graph_from_text().
inline Entry entry_of(std::string_view text) {
    return card_of(test::graph_from_text(text)).entries.at(0);
}

inline Range metadata(Model& model, const std::vector<std::pair<std::string, std::string>>& entries) {
    std::vector<KeyValue> list;
    for (const auto& [key, value] : entries)
        list.push_back({model.strings.intern(key), model.strings.intern(value)});
    return append(model.metadata, std::span<const KeyValue>(list));
}

}  // namespace netloupe::signature
