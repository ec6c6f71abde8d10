#include "weight_scales.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/values.h"

namespace netloupe::mnn {

namespace {

using wire::IDSTQuan;
using Kind = ParameterSource::Kind;

/// Pairs of minimum and scale, read as scales or as zero points. The span holds the pairs; its shape is one
/// element a pair, so that two elements are read for each.
Result<std::vector<double>> read_pairs(const Model& model, const Constant& constant, uint64_t first,
                                       uint64_t count) {
    const auto bytes = constant_bytes(model, constant);
    if (!bytes) return std::unexpected(bytes.error());
    const auto stored = static_cast<DataType>(constant.decoder_argument & 0xFFU);
    const auto values = decode_dense(stored, *bytes, first * 2, count * 2);
    if (!values) return std::unexpected(values.error());
    return to_doubles(*values);
}

class PairScales final : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto pairs = read_pairs(model, constant, first, count);
        if (!pairs) return std::unexpected(pairs.error());
        std::vector<double> out;
        for (size_t i = 1; i < pairs->size(); i += 2) out.push_back((*pairs)[i]);
        return out;
    }
};

/// real = scale * (integer - least) + minimum, so the integer of 0 is least - minimum / scale. Rounded: the
/// file keeps the minimum.
class PairZeroPoints final : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto pairs = read_pairs(model, constant, first, count);
        if (!pairs) return std::unexpected(pairs.error());
        const auto least = static_cast<double>(static_cast<int32_t>(constant.decoder_argument >> 32));
        std::vector<int64_t> out;
        for (size_t i = 1; i < pairs->size(); i += 2) {
            const double zero = std::round(least - (*pairs)[i - 1] / (*pairs)[i]);
            const bool sane = std::isfinite(zero) && std::abs(zero) < 1e9;
            out.push_back(sane ? static_cast<int64_t>(zero) : 0);
        }
        return out;
    }
};

const PairScales kScales;
const PairZeroPoints kZeroPoints;

/// The integer that stands for the minimum; old files leave it to the width of the weights.
int32_t least_integer(const FlatTable& quantized, DataType storage) {
    const auto given = quantized.number<int32_t>(IDSTQuan::VT_AMIN);
    if (given != 0) return given;
    return storage == DataType::kInt4 ? -8 : storage == DataType::kInt2 ? -2 : -128;
}

ParameterSource add_constant(Model& model, const Constant& constant) {
    const ParameterSource source{Kind::kConstant, {}, ConstantId(model.constants.size())};
    model.constants.push_back(constant);
    return source;
}

}  // namespace

bool is_asymmetric(const FlatTable& quantized) {
    const bool old = quantized.number<int32_t>(IDSTQuan::VT_TYPE) == 4 &&
                     quantized.number<int32_t>(IDSTQuan::VT_AMIN) == 0 &&
                     std::abs(quantized.number<float>(IDSTQuan::VT_QUANTSCALE)) < 1e-6F;
    return quantized.number<int32_t>(IDSTQuan::VT_READTYPE) != 0 || old;
}

QuantizationId weight_quantization(MnnReading& reading, const FlatTable& quantized,
                                   const ScaledWeights& weights) {
    if (weights.scales.length == 0 || weights.scales.state != ConstantState::kPresent) return {};
    Model& model = reading.model;
    Constant scales = weights.scales;
    uint64_t count = element_count(model, scales.shape).value_or(0);
    Quantization out;
    out.storage = weights.storage;
    if (is_asymmetric(quantized)) {
        count /= 2;
        const Dimension all{static_cast<int64_t>(count), StringId()};
        scales.shape = {append(model.dims, std::span(&all, 1)), true};
        scales.decoder_argument = static_cast<uint64_t>(scales.dtype);
        scales.dtype = DataType::kFloat32;
        scales.decoder = &kScales;
        out.scale = add_constant(model, scales);
        Constant zero_points = scales;
        zero_points.dtype = DataType::kInt32;
        zero_points.decoder = &kZeroPoints;
        const int32_t least = least_integer(quantized, weights.storage);
        zero_points.decoder_argument |= uint64_t{static_cast<uint32_t>(least)} << 32;
        out.zero_point = add_constant(model, zero_points);
        out.details = reading.intern(fmt::format(
            "real = scale × (integer − ({})) + minimum; zero points are rounded from the minimum", least));
    } else {
        out.scale = add_constant(model, scales);
    }
    if (count > 1) out.scheme = QuantizationScheme::kPerAxis;
    if (weights.outputs != 0 && count > weights.outputs && count % weights.outputs == 0) {
        out.scheme = QuantizationScheme::kBlockwise;
        out.axis = 1;
        out.block_size = static_cast<int64_t>(weights.weights / (count / weights.outputs));
    }
    model.quantizations.push_back(out);
    return QuantizationId(model.quantizations.size() - 1);
}

QuantizationId tensor_quantization(MnnReading& reading, const FlatTable& parameters, bool inverse) {
    using wire::QuantizedFloatParam;
    const auto factors = parameters.numbers<float>(QuantizedFloatParam::VT_TENSORSCALE);
    if (factors.empty()) return {};
    std::vector<double> scales;
    scales.reserve(factors.size());
    for (uint32_t i = 0; i < factors.size(); ++i) {
        scales.push_back(inverse ? 1 / double{factors[i]} : double{factors[i]});
    }
    // Writers repeat one number for each channel.
    if (std::ranges::adjacent_find(scales, std::ranges::not_equal_to()) == scales.end()) scales.resize(1);
    Model& model = reading.model;
    Quantization out;
    out.storage = DataType::kInt8;
    if (scales.size() > 1) out.scheme = QuantizationScheme::kPerAxis;
    out.axis = scales.size() > 1 ? 1 : 0;
    out.scale = {Kind::kPool, append(model.floats, std::span<const double>(scales)), {}};
    const auto byte = parameters.number<uint8_t>(QuantizedFloatParam::VT_ZEROPOINT);
    const int64_t zero = byte < 128 ? byte : byte - 256;
    out.zero_point = {Kind::kPool, append(model.ints, std::span(&zero, 1)), {}};
    model.quantizations.push_back(out);
    return QuantizationId(model.quantizations.size() - 1);
}

}  // namespace netloupe::mnn
