#pragma once

#include "formats/reader.h"

namespace netloupe {

/// Alibaba's MNN, `.mnn`, with weights inside or in `<model>.weight` beside it.
extern const FormatReader kMnnReader;

}  // namespace netloupe
