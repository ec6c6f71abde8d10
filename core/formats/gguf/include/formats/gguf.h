#pragma once

#include "formats/reader.h"

namespace netloupe {

/// GGUF of llama.cpp and its kin, versions 1 to 3, of either byte order, in one file or split.
extern const FormatReader kGgufReader;

/// What ggml's programs wrote before: "ggml", "ggmf", "ggjt" and "ggla" files.
extern const FormatReader kGgmlReader;

}  // namespace netloupe
