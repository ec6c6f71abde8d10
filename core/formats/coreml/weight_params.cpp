#include "weight_params.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/byte_cursor.h"
#include "model/values.h"

namespace netloupe::coreml {

namespace {

using wire::bytes_tag;
using wire::fixed32_tag;
using wire::varint_tag;

/// Entries of a palette that are written out.
constexpr size_t kShownEntries = 16;

/// Integers of some bits, one behind the other, the highest bit of a byte first. The decoder's argument is
/// the number of bits.
class BitDecoder final : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto bytes = constant_bytes(model, constant);
        if (!bytes) return std::unexpected(bytes.error());
        const uint64_t width = constant.decoder_argument;
        const uint64_t stored = bytes->size() * 8 / width;
        count = first >= stored ? 0 : std::min(count, stored - first);
        std::vector<uint64_t> out(count);
        for (uint64_t i = 0; i < count; ++i) {
            const uint64_t bit = (first + i) * width;
            const auto high = std::to_integer<uint64_t>((*bytes)[bit / 8]) << 8;
            const auto low =
                bit / 8 + 1 < bytes->size() ? std::to_integer<uint64_t>((*bytes)[bit / 8 + 1]) : 0;
            out[i] = ((high | low) >> (16 - bit % 8 - width)) & ((1U << width) - 1);
        }
        return out;
    }
};

const BitDecoder kBits;

/// What a QuantizationParams message says.
struct Scaling {
    uint64_t bits = 0;
    std::vector<double> scales;
    std::vector<double> biases;
    std::vector<double> palette;
    bool linear = false;
    bool lookup = false;
};

void take_floats(const wire::Field& field, uint32_t number, std::vector<double>& out) {
    if (field.tag == fixed32_tag(number)) out.push_back(double{field.real32()});
    if (field.tag != bytes_tag(number)) return;
    for (uint64_t at = 0; at + sizeof(float) <= field.bytes.size(); at += sizeof(float)) {
        out.push_back(double{*load<float>(field.bytes, at)});
    }
}

Scaling read_scaling(CoremlReading& reading, Piece message) {
    Scaling out;
    reading.each_field(message, "QuantizationParams", [&](const wire::Field& field) {
        if (field.tag == varint_tag(1)) out.bits = field.value;
        if (field.tag == bytes_tag(101)) {
            out.linear = true;
            reading.each_field(piece_of(field), "LinearQuantizationParams", [&](const wire::Field& inner) {
                take_floats(inner, 1, out.scales);
                take_floats(inner, 2, out.biases);
            });
        }
        if (field.tag == bytes_tag(102)) {
            out.lookup = true;
            reading.each_field(piece_of(field), "LookUpTableQuantizationParams",
                               [&](const wire::Field& inner) { take_floats(inner, 1, out.palette); });
        }
    });
    return out;
}

DataType integer_type(uint64_t bits) {
    switch (bits) {
        case 1:
            return DataType::kUint1;
        case 2:
            return DataType::kUint2;
        case 3:
            return DataType::kUint3;
        case 4:
            return DataType::kUint4;
        case 6:
            return DataType::kUint6;
        default:
            return DataType::kUint8;
    }
}

std::string palette_text(const std::vector<double>& palette) {
    std::string text = fmt::format("palette of {}: ", palette.size());
    for (size_t i = 0; i < std::min(palette.size(), kShownEntries); ++i) {
        text += fmt::format("{}{:g}", i == 0 ? "" : ", ", palette[i]);
    }
    return palette.size() > kShownEntries ? text + ", …" : text;
}

/// real = scale * integer + bias.
QuantizationId add_scaling(CoremlReading& reading, const Scaling& scaling, DataType storage) {
    using Kind = ParameterSource::Kind;
    Model& model = reading.model;
    Quantization out;
    out.storage = storage;
    if (scaling.lookup) {
        out.scheme = QuantizationScheme::kCustom;
        out.details = reading.intern(palette_text(scaling.palette));
    } else if (!scaling.scales.empty()) {
        out.scheme =
            scaling.scales.size() > 1 ? QuantizationScheme::kPerAxis : QuantizationScheme::kPerTensor;
        out.scale = {Kind::kPool, append(model.floats, std::span(scaling.scales)), {}};
        std::vector<int64_t> zeros;
        bool exact = true;
        for (size_t i = 0; i < scaling.scales.size() && !scaling.biases.empty(); ++i) {
            const double bias = scaling.biases[std::min(i, scaling.biases.size() - 1)];
            const double zero = -bias / scaling.scales[i];
            exact = exact && std::abs(zero - std::round(zero)) < 1e-4;
            zeros.push_back(std::isfinite(zero) && std::abs(zero) < 1e9 ? std::llround(zero) : 0);
        }
        if (!zeros.empty())
            out.zero_point = {Kind::kPool, append(model.ints, std::span<const int64_t>(zeros)), {}};
        if (!exact)
            out.details =
                reading.intern("real = scale × integer + bias; zero points are rounded from the bias");
    } else {
        return {};
    }
    model.quantizations.push_back(out);
    return QuantizationId(model.quantizations.size() - 1);
}

Constant span_of(DataType dtype, Piece piece) {
    Constant constant;
    constant.dtype = dtype;
    constant.file = FileId(0U);
    constant.offset = piece.offset;
    constant.length = piece.bytes.size();
    return constant;
}

}  // namespace

Weights read_weights(CoremlReading& reading, Piece message, std::optional<uint64_t> expected) {
    Weights out;
    out.constant.file = FileId(0U);
    out.constant.dtype = DataType::kFloat32;
    out.constant.state = ConstantState::kAbsent;
    out.constant.offset = message.offset;
    Scaling scaling;
    bool packed = false;
    reading.each_field(message, "WeightParams", [&](const wire::Field& field) {
        switch (field.tag) {
            case bytes_tag(1):
                out.constant = span_of(DataType::kFloat32, piece_of(field));
                break;
            case bytes_tag(2):
                out.constant = span_of(DataType::kFloat16, piece_of(field));
                break;
            case bytes_tag(30):
                out.constant = span_of(DataType::kUint8, piece_of(field));
                packed = true;
                break;
            case bytes_tag(31):
                out.constant = span_of(DataType::kInt8, piece_of(field));
                break;
            case bytes_tag(40):
                scaling = read_scaling(reading, piece_of(field));
                break;
            default:
                break;
        }
    });
    const uint64_t bits_each = packed && scaling.bits >= 1 && scaling.bits < 8 ? scaling.bits : 0;
    if (bits_each != 0) {
        out.constant.dtype = integer_type(bits_each);
        out.constant.decoder = &kBits;
        out.constant.decoder_argument = bits_each;
        const uint64_t stored = out.constant.length * 8 / bits_each;
        out.count = std::min(expected.value_or(stored), stored);
    } else {
        out.count = out.constant.length * 8 / bits(out.constant.dtype);
        if (out.constant.state == ConstantState::kAbsent) out.count = expected.value_or(0);
    }
    out.quantization = add_scaling(reading, scaling, out.constant.dtype);
    out.constant.shape = reading.row(out.count);
    return out;
}

}  // namespace netloupe::coreml
