#pragma once

#include "containers/hdf5.h"
#include "image.h"

namespace netloupe::hdf5 {

/// See File::elements().
Result<std::vector<std::byte>> read_elements(Image& image, const Dataset& dataset, uint64_t first,
                                             uint64_t count);

}  // namespace netloupe::hdf5
