#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "layer.h"

namespace netloupe::ncnn {

/// One block of numbers in the file of weights.
struct Weight {
    std::string_view name;
    std::vector<int64_t> dims;  ///< Row-major, so in the reverse of ncnn's order.
    bool tagged = false;        ///< Begins with a tag that says how the numbers are stored; else float32.
    uint32_t slot = 0;          ///< Which input of the layer it is.
};

/// The blocks that the layer takes from the file, in their order. Empty for layers without weights and for
/// those whose parameters make no sense.
std::vector<Weight> weights_of(const Layer& layer);

}  // namespace netloupe::ncnn
