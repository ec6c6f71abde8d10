#include "query/statistics.h"

#include <algorithm>
#include <cmath>

#include "model/values.h"

namespace netloupe::query {

namespace {

constexpr uint64_t kBlock = 1U << 20;

/// Calls `each` with every value as double.
template <typename Each>
Result<void> for_each_value(const Model& model, const Constant& constant, const CancelToken& cancel,
                            Each each) {
    const uint64_t count = element_count(model, constant.shape).value_or(0);
    for (uint64_t first = 0; first < count; first += kBlock) {
        if (cancel.cancelled()) return fail(ErrorCode::kCancelled, "Reading the values was cancelled.");
        const auto values = read_values(model, constant, first, kBlock);
        if (!values) return std::unexpected(values.error());
        for (const double value : to_doubles(*values)) each(value);
    }
    return {};
}

}  // namespace

Result<Statistics> statistics(const Model& model, const Constant& constant, const CancelToken& cancel) {
    if (constant.dtype == DataType::kString)
        return fail(ErrorCode::kUnsupported, "Text has no minimum, maximum or mean.");
    Statistics result;
    uint64_t finite = 0;
    double squares = 0;  // Sum of squared distances from the mean, by Welford's method.
    const auto first_pass = for_each_value(model, constant, cancel, [&](double value) {
        if (std::isnan(value)) return void(++result.nan);
        if (std::isinf(value)) return void(++result.infinite);
        if (value == 0) ++result.zeros;
        result.min = finite == 0 ? value : std::min(result.min, value);
        result.max = finite == 0 ? value : std::max(result.max, value);
        const double distance = value - result.mean;
        result.mean += distance / static_cast<double>(++finite);
        squares += distance * (value - result.mean);
    });
    if (!first_pass) return std::unexpected(first_pass.error());
    if (finite == 0) return result;
    result.deviation = std::sqrt(squares / static_cast<double>(finite));
    const double width = result.max - result.min;
    const auto second_pass = for_each_value(model, constant, cancel, [&](double value) {
        if (!std::isfinite(value)) return;
        const double place = width > 0 ? (value - result.min) / width * Statistics::kBins : 0;
        ++result.histogram[std::min(static_cast<size_t>(place), Statistics::kBins - 1)];
    });
    if (!second_pass) return std::unexpected(second_pass.error());
    return result;
}

}  // namespace netloupe::query
