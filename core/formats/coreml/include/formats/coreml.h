#pragma once

#include "formats/reader.h"

namespace netloupe {

/// Apple's Core ML: `.mlmodel`, packages (`.mlpackage`) and compiled models (`.mlmodelc`).
extern const FormatReader kCoremlReader;

}  // namespace netloupe
