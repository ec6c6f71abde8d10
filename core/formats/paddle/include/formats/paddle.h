#pragma once

#include "formats/reader.h"

namespace netloupe {

/// PaddlePaddle: programs (`.pdmodel`, `__model__`), programs of its newer intermediate representation
/// (`.json`), and their parameters (`.pdiparams`, `__params__`, or a file a variable).
extern const FormatReader kPaddleReader;

}  // namespace netloupe
