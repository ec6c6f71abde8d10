#pragma once

#include "formats/reader.h"

namespace netloupe {

/// Darknet: a network as sections of options (.cfg), its weights one after another in the .weights beside it.
extern const FormatReader kDarknetReader;

}  // namespace netloupe
