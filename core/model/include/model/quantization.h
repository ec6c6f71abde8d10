#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/model.h"

namespace netloupe {

/// The numbers of a Quantization, read from wherever the file keeps them.
struct QuantParameters {
    std::vector<float> scales;
    std::vector<int64_t> zero_points;  ///< Empty when the file gives none (all 0).
    bool computed = false;             ///< Scales or zero points are known only at run time.

    /// Zero point of channel or block `i`; a single one serves all.
    [[nodiscard]] int64_t zero_point(size_t i) const {
        if (zero_points.empty()) return 0;
        return zero_points[i < zero_points.size() ? i : 0];
    }
};

/// Reads scales and zero points (never more than limits::kQuantParameters of them). Errors are those of
/// read_values().
Result<QuantParameters> quant_parameters(const Model& model, const Quantization& quantization);

/// Real values that an integer tensor can express: scale * (q - zero_point) over all channels and all q of
/// the storage type.
struct RealRange {
    double low = 0;
    double high = 0;
};
/// Nothing when scales are absent or computed, or the storage type has no integer limits.
std::optional<RealRange> representable_range(const QuantParameters& parameters, DataType storage);

}  // namespace netloupe
