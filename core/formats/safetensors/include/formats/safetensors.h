#pragma once

#include "formats/reader.h"

namespace netloupe {

/// Hugging Face's safetensors: a JSON header and the tensors' bytes behind each other; also the index of a
/// model in several such files ("model.safetensors.index.json").
extern const FormatReader kSafetensorsReader;

}  // namespace netloupe
