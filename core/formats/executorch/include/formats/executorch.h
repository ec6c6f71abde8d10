#pragma once

#include "formats/reader.h"

namespace netloupe {

/// ExecuTorch: programs (.pte) and the tensors that may stand beside them (.ptd).
extern const FormatReader kExecutorchReader;

}  // namespace netloupe
