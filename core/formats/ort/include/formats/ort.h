#pragma once

#include "formats/reader.h"

namespace netloupe {

/// ONNX Runtime's own format, `.ort`, format versions 1 and later.
extern const FormatReader kOrtReader;

}  // namespace netloupe
