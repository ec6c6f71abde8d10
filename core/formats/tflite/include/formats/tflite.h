#pragma once

#include "formats/reader.h"

namespace netloupe {

/// TensorFlow Lite (LiteRT) models, schema versions 0 to 3: `.tflite`, `.lite`, and whatever else holds one.
extern const FormatReader kTfliteReader;

}  // namespace netloupe
