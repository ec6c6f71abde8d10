#pragma once

#include <cstdint>
#include <string_view>

#include "model/data_type.h"

namespace netloupe {

/// What a GGUF says of its quantization as a whole, in general.file_type: a recipe that gives most tensors
/// one type and some a better one.
struct GgmlFileType {
    uint32_t id = 0;
    std::string_view name;  ///< "Q4_K_M"
    DataType most = DataType::kUnknown;
};

/// Null for ids that llama.cpp removed or never had. The flag "guessed" is to be taken off before.
const GgmlFileType* ggml_file_type(uint32_t id);
/// The file type of that name, in any case; null when there is none.
const GgmlFileType* find_ggml_file_type(std::string_view name);

/// Set where llama.cpp guessed the file type from the tensors.
inline constexpr uint32_t kGuessedFileType = 1024;

}  // namespace netloupe
