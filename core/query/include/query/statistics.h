#pragma once

#include <array>
#include <cstdint>

#include "base/cancellation.h"
#include "model/model.h"

namespace netloupe::query {

/// What all values of a constant look like together. Minimum to deviation are of its finite values.
struct Statistics {
    static constexpr size_t kBins = 64;

    double min = 0;
    double max = 0;
    double mean = 0;
    double deviation = 0;  ///< Of the population.
    uint64_t zeros = 0;
    uint64_t nan = 0;
    uint64_t infinite = 0;
    std::array<uint64_t, kBins> histogram{};  ///< Equal bins from min to max.
};

/// Reads the whole constant, a block at a time, twice. Errors: as read_values(); kUnsupported for strings;
/// kCancelled.
Result<Statistics> statistics(const Model& model, const Constant& constant, const CancelToken& cancel = {});

}  // namespace netloupe::query
