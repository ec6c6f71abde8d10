#pragma once

#include "formats/reader.h"

namespace netloupe {

/// NumPy's arrays (.npy, versions 1 to 3) and archives of them (.npz).
extern const FormatReader kNumpyReader;

}  // namespace netloupe
