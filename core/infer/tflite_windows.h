#pragma once

#include "context.h"

/// Windows over data that may have gaps between its elements, as StableHLO defines them.
namespace netloupe::infer {

struct SlidingWindow {
    DimId extent;
    int64_t stride = 1;
    int64_t data_dilation = 1;
    int64_t dilation = 1;
    int64_t before = 0;  ///< Elements added at either end of the data.
    int64_t behind = 0;
};

/// The extent of data whose elements are `factor` apart.
DimId dilated(DimensionTable& table, DimId extent, int64_t factor);
/// Places of a window along a dimension.
DimId window_places(Context& c, DimId extent, const SlidingWindow& window);

}  // namespace netloupe::infer
