#include "query/size.h"

#include <filesystem>

#include "base/utf8.h"
#include "lsp/query.h"

namespace netloupe::lsp {

namespace {

/// Parts that are told of a file: more are no rectangles that anybody could see.
constexpr size_t kMostParts = 3000;

// NOLINTNEXTLINE(misc-no-recursion): bounded by the depth of query::sizes().
Json part_json(const query::SizePart& part) {
    using Kind = query::SizePart::Kind;
    Json json{{"kind", part.kind == Kind::kScope    ? "scope"
                       : part.kind == Kind::kTensor ? "tensor"
                                                    : "rest"},
              {"name", part.name},
              {"bytes", part.bytes},
              {"tensors", part.tensors}};
    if (part.graph.valid()) {
        json["graph"] = part.graph.value;
        json["tensor"] = part.tensor.value;
    }
    if (!part.parts.empty()) {
        json["parts"] = Json::array();
        for (const query::SizePart& inner : part.parts) json["parts"].push_back(part_json(inner));
    }
    return json;
}

}  // namespace

Answer answer_size(Query& query) {
    Json result{{"generation", query.document.generation}, {"bytes", 0}, {"files", Json::array()}};
    uint64_t all = 0;
    for (const query::FileSize& file : query::sizes(query.model, kMostParts)) {
        all += file.bytes;
        result["files"].push_back({{"name", to_utf8(std::filesystem::path(file.path).filename().string())},
                                   {"bytes", file.bytes},
                                   {"other", file.other},
                                   {"text", file.text},
                                   {"weights", part_json(file.weights)}});
    }
    result["bytes"] = all;
    return result;
}

}  // namespace netloupe::lsp
