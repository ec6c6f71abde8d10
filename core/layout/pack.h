#pragma once

#include <vector>

#include "layout/layout.h"

namespace netloupe::layout {

/// Puts rectangles beside and below each other, the tall ones first, so that together they are about as wide
/// as high. Fills `corners` with their top left corners and returns the extent of all.
Size pack_rectangles(const std::vector<Size>& sizes, float gap, std::vector<Point>& corners);

}  // namespace netloupe::layout
