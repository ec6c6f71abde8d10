#include "model/quantization.h"

#include <algorithm>
#include <cmath>

#include "base/limits.h"
#include "model/values.h"

namespace netloupe {

namespace {

template <typename Target, typename Pooled>
Result<std::vector<Target>> resolve(const Model& model, const ParameterSource& source,
                                    const std::vector<Pooled>& pool) {
    switch (source.kind) {
        case ParameterSource::Kind::kPool: {
            const auto values = Model::slice_of(pool, source.pool);
            std::vector<Target> out(values.size());
            std::ranges::transform(values, out.begin(), [](Pooled v) { return static_cast<Target>(v); });
            return out;
        }
        case ParameterSource::Kind::kConstant: {
            const auto values =
                read_values(model, model.constant(source.constant), 0, limits::kQuantParameters);
            if (!values) return std::unexpected(values.error());
            std::vector<Target> out(size(*values));
            std::ranges::transform(to_doubles(*values), out.begin(),
                                   [](double v) { return static_cast<Target>(v); });
            return out;
        }
        default:
            return std::vector<Target>();
    }
}

}  // namespace

Result<QuantParameters> quant_parameters(const Model& model, const Quantization& quantization) {
    auto scales = resolve<float>(model, quantization.scale, model.floats);
    if (!scales) return std::unexpected(scales.error());
    auto zero_points = resolve<int64_t>(model, quantization.zero_point, model.ints);
    if (!zero_points) return std::unexpected(zero_points.error());
    const bool computed = quantization.scale.kind == ParameterSource::Kind::kComputed ||
                          quantization.zero_point.kind == ParameterSource::Kind::kComputed;
    return QuantParameters{std::move(*scales), std::move(*zero_points), computed};
}

std::optional<RealRange> representable_range(const QuantParameters& parameters, DataType storage) {
    const auto limits = integer_limits(storage);
    if (!limits || parameters.scales.empty() || parameters.computed) return std::nullopt;
    RealRange range{INFINITY, -INFINITY};
    for (size_t i = 0; i < parameters.scales.size(); ++i) {
        const double scale = parameters.scales[i];
        const auto zero = static_cast<double>(parameters.zero_point(i));
        range.low = std::min(range.low, scale * (static_cast<double>(limits->min) - zero));
        range.high = std::max(range.high, scale * (static_cast<double>(limits->max) - zero));
    }
    return range;
}

}  // namespace netloupe
