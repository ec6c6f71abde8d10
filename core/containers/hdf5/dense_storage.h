#pragma once

#include <functional>
#include <vector>

#include "image.h"

namespace netloupe::hdf5 {

/// Links or attributes that are too many for their object's header: a heap that holds them, and a tree of
/// records that say where in the heap each is.
/// Calls `take` with each in the tree's order. What is damaged is told in `damages`. Error kLimit.
Result<void> for_each_dense(Image& image, uint64_t heap, uint64_t tree, std::vector<Error>& damages,
                            const std::function<void(const Fields&)>& take);

}  // namespace netloupe::hdf5
