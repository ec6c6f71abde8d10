#pragma once

#include "formats/reader.h"

namespace netloupe {

/// Rockchip's RKNN, `.rknn`: the graph in its JSON and, where there is one, the graph that its compiler made.
extern const FormatReader kRknnReader;

}  // namespace netloupe
