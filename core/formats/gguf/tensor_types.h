#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "model/data_type.h"

namespace netloupe::gguf {

/// How ggml stores a row of weights: blocks that each decode by themselves.
struct TensorType {
    uint32_t id = 0;
    std::string_view name;  ///< "Q4_K"
    DataType dtype = DataType::kUnknown;
    uint32_t elements = 1;  ///< Of a block.
    uint32_t bytes = 1;     ///< Of a block.
    /// Decodes a block of little-endian bytes into `elements` floats; null for plain numbers, which need no
    /// decoding.
    void (*decode)(const std::byte* block, float* out) = nullptr;
};

/// Null for ids that ggml removed or never had.
const TensorType* tensor_type(uint32_t id);
/// All of them, by id.
std::span<const TensorType> tensor_types();

/// Bytes of so many elements in whole blocks; nothing when they are not or there are too many.
std::optional<uint64_t> stored_bytes(const TensorType& type, uint64_t elements);

}  // namespace netloupe::gguf
