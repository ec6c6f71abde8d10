#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/cancellation.h"
#include "model/model.h"

namespace netloupe::lint {

struct Options;

/// What one output channel of a layer's weights holds.
struct ChannelStatistics {
    double min = std::numeric_limits<double>::infinity();  ///< Of the stored finite values.
    double max = -std::numeric_limits<double>::infinity();
    /// Of integers: how many equal the zero point, and how many are at an end of what their type expresses
    /// (−128 and −127 of int8 are both its end).
    uint32_t zeros = 0;
    uint32_t at_limits = 0;
};

/// What a pass over all values of a constant found. What no rule of the run asks for is not filled.
struct ConstantStatistics {
    bool read = false;  ///< False where the values are missing, too many, or no numbers.
    uint64_t count = 0;
    uint64_t nan = 0;
    uint64_t infinite = 0;
    uint64_t subnormal = 0;
    uint64_t zeros = 0;
    double min = std::numeric_limits<double>::infinity();  ///< Of the finite values.
    double max = -std::numeric_limits<double>::infinity();
    double median_magnitude = 0;  ///< Of a sample of the finite values of a floating type.
    uint64_t hash = 0;            ///< Of contents of at least kHashedBytes.
    int32_t axis = -1;            ///< Of the channels: the output channels of the layer whose weights it is.
    std::vector<ChannelStatistics> channels;
};

/// Smaller constants are no worthwhile duplicates.
inline constexpr uint64_t kHashedBytes = 64U << 10;

/// The statistics of all constants of a model.
class Weights {
public:
    [[nodiscard]] const ConstantStatistics& of(ConstantId constant) const {
        return constants_[constant.index()];
    }
    /// Constants whose values a rule would have looked at but could not.
    [[nodiscard]] size_t unreadable() const { return unreadable_; }

private:
    friend class WeightReader;
    std::vector<ConstantStatistics> constants_;
    size_t unreadable_ = 0;
};

/// Reads the values of all constants once, for all rules that `options` lets run, on all processors. The
/// memory needed does not depend on the sizes of constants. A cancelled reading leaves constants unread.
Weights read_weights(const Model& model, const Options& options, const CancelToken& cancel = {});

}  // namespace netloupe::lint
