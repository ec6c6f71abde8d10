#pragma once

#include "context.h"

namespace netloupe::infer {

/// A key or value cache behind new rows along its third dimension: batch, heads, rows, size.
DimList grown_cache(Context& c, const std::optional<DimList>& past, const DimList& added);

}  // namespace netloupe::infer
