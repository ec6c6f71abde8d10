#pragma once

#include "formats/reader.h"

namespace netloupe {

/// ncnn: a network as text (.param) or binary (.param.bin), its weights one after another in the .bin beside
/// it.
extern const FormatReader kNcnnReader;

}  // namespace netloupe
