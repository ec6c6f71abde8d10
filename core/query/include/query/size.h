#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"

/// Where the bytes of a model's files live.
namespace netloupe::query {

/// A scope of names, a stored tensor, or the smaller ones of a scope together. The bytes of a scope are
/// exactly those of its children.
struct SizePart {
    enum class Kind : uint8_t { kScope, kTensor, kRest };

    Kind kind = Kind::kScope;
    std::string name;  ///< Within the scope around it.
    uint64_t bytes = 0;
    uint64_t tensors = 0;  ///< In it: 1 for a tensor.
    GraphId graph;         ///< Of a tensor; invalid when its values stand in an attribute only.
    TensorId tensor;
    std::vector<SizePart> parts;  ///< Largest first; none in a scope that was not divided further.
};

/// One file: bytes == weights.bytes + other, always.
struct FileSize {
    std::string path;
    uint64_t bytes = 0;
    SizePart weights;    ///< A byte that several tensors share counts once, for the first of them.
    uint64_t other = 0;  ///< Graph, names, metadata, padding: what is not values of tensors.
    bool text = false;   ///< Values are written as text, of which no part can be named; all is `other`.
};

/// The model's file and those of its external data, as far as they could be opened. Of the scopes the largest
/// are divided, until `most` parts are listed.
std::vector<FileSize> sizes(const Model& model, size_t most);

}  // namespace netloupe::query
