#include "coded_weights.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/byte_cursor.h"
#include "base/limits.h"
#include "model/values.h"

namespace netloupe::mnn {

namespace {

/// A decoder's argument: bit 0 whether the shape is 32 bits wide, from bit 8 on the constant of ranges.
constexpr uint64_t kWide = 1;
constexpr uint32_t kRangesShift = 8;
constexpr uint8_t kMostDimensions = 4;

/// Numbers of `width` bits one behind the other, the highest bit of a byte first.
class PackedNumbers {
public:
    PackedNumbers(Bytes bytes, uint32_t width) : bytes_(bytes), width_(width) {}

    /// 0 beyond the end.
    [[nodiscard]] uint32_t operator[](uint64_t i) const {
        const uint64_t bit = i * width_;
        const uint64_t at = bit / 8;
        if (at >= bytes_.size()) return 0;
        const uint32_t high = std::to_integer<uint32_t>(bytes_[at]) << 8;
        const uint32_t low = at + 1 < bytes_.size() ? std::to_integer<uint32_t>(bytes_[at + 1]) : 0;
        return ((high | low) >> (16 - bit % 8 - width_)) & ((1U << width_) - 1);
    }

private:
    Bytes bytes_;
    uint32_t width_;
};

uint64_t packed_length(uint64_t count, uint32_t width) {
    return (count * width + 7) / 8;
}

std::optional<uint64_t> read_count(ByteCursor& cursor, bool wide) {
    const auto rank = cursor.read<uint8_t>();
    if (!rank || *rank == 0 || *rank > kMostDimensions) return std::nullopt;
    uint64_t count = 1;
    for (uint8_t i = 0; i < *rank; ++i) {
        const auto extent = wide ? cursor.read<uint32_t>()
                                 : cursor.read<uint16_t>().transform([](uint16_t v) { return uint32_t{v}; });
        if (!extent || __builtin_mul_overflow(count, uint64_t{*extent}, &count)) return std::nullopt;
    }
    return count;
}

/// The integers that occur, sorted.
std::optional<std::vector<int64_t>> read_table(ByteCursor& cursor) {
    const auto entries = cursor.read<uint8_t>();
    if (!entries) return std::nullopt;
    const auto bytes = cursor.take(*entries == 0 ? 256 : *entries);
    if (!bytes) return std::nullopt;
    std::vector<int64_t> table;
    table.reserve(bytes->size());
    for (const std::byte b : *bytes) {
        const auto value = std::to_integer<int64_t>(b);
        table.push_back(value < 128 ? value : value - 256);
    }
    std::ranges::sort(table);
    return table;
}

/// Bits that number so many entries, at least one.
uint32_t bits_for(size_t entries) {
    return std::max(1U, static_cast<uint32_t>(std::bit_width(entries - 1)));
}

std::unexpected<Error> damaged(const Constant& constant) {
    return fail(ErrorCode::kCorrupt, "The packed weights are damaged.", constant.offset);
}

bool is_wide(const Constant& constant) {
    return (constant.decoder_argument & kWide) != 0;
}

class DenseDecoder final : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto bytes = constant_bytes(model, constant);
        if (!bytes) return std::unexpected(bytes.error());
        ByteCursor cursor(*bytes);
        const auto total = read_count(cursor, is_wide(constant));
        const auto table = total ? read_table(cursor) : std::nullopt;
        if (!table) return damaged(constant);
        const uint32_t width = bits_for(table->size());
        const auto packed =
            *total > UINT64_MAX / 16 ? std::nullopt : cursor.take(packed_length(*total, width));
        if (!packed) return damaged(constant);
        const PackedNumbers numbers(*packed, width);
        count = first >= *total ? 0 : std::min(count, *total - first);
        std::vector<int64_t> out(count);
        for (uint64_t i = 0; i < count; ++i) {
            const uint32_t index = numbers[first + i];
            if (index >= table->size()) return damaged(constant);
            out[i] = (*table)[index];
        }
        return out;
    }
};

class SparseDecoder final : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto bytes = constant_bytes(model, constant);
        if (!bytes) return std::unexpected(bytes.error());
        ByteCursor cursor(*bytes);
        const auto total = read_count(cursor, is_wide(constant));
        const auto stored = cursor.read<uint32_t>();
        const auto step_bits = cursor.read<uint8_t>();
        if (!total || !stored || !step_bits || *step_bits == 0 || *step_bits > 8) return damaged(constant);
        const auto steps = cursor.take(packed_length(*stored, *step_bits));
        auto table = steps ? read_table(cursor) : std::nullopt;
        if (!table) return damaged(constant);
        const uint32_t width = bits_for(table->size());
        const auto packed = cursor.take(packed_length(*stored, width));
        if (!packed) return damaged(constant);
        // Equal entries count once, and the numbering follows.
        table->erase(std::ranges::unique(*table).begin(), table->end());
        count = first >= *total ? 0 : std::min(count, *total - first);
        if (count > limits::kExpandedElements) {
            return fail(ErrorCode::kLimit, "More values than are expanded at once.", constant.offset);
        }
        auto out = filled(model, constant, *total, first, count, width);
        const PackedNumbers distances(*steps, *step_bits);
        const PackedNumbers indices(*packed, width);
        uint64_t at = 0;
        for (uint64_t i = 0; i < *stored; ++i) {
            at += distances[i];
            if (at < first) continue;
            if (at - first >= count) break;
            const uint32_t index = indices[i];
            if (index >= table->size()) return damaged(constant);
            out[at - first] = (*table)[index];
        }
        return out;
    }

private:
    static std::vector<int64_t> filled(const Model& model, const Constant& constant, uint64_t total,
                                       uint64_t first, uint64_t count, uint32_t width) {
        std::vector<int64_t> out(count, 0);
        const auto ranges = static_cast<uint32_t>(constant.decoder_argument >> kRangesShift);
        const auto dims = model.dims_of(constant.shape);
        if (ranges == ConstantId::kNone || dims.empty() || dims[0].value <= 0) return out;
        const uint64_t area = std::max<uint64_t>(total / static_cast<uint64_t>(dims[0].value), 1);
        for (uint64_t i = 0; i < count;) {
            const uint64_t channel = (first + i) / area;
            const uint64_t end = std::min(count, (channel + 1) * area - first);
            const int64_t zero = zero_of(model, model.constants[ranges], channel, width);
            std::fill(out.begin() + static_cast<ptrdiff_t>(i), out.begin() + static_cast<ptrdiff_t>(end),
                      zero);
            i = end;
        }
        return out;
    }

    static int64_t zero_of(const Model& model, const Constant& ranges, uint64_t channel, uint32_t width) {
        const int64_t least = -(int64_t{1} << (width - 1));
        const auto pair = read_values(model, ranges, channel * 2, 2);
        const auto numbers = pair ? to_doubles(*pair) : std::vector<double>();
        if (numbers.size() < 2 || !(numbers[1] > 1e-6)) return least;
        const double zero = std::round(-numbers[0] / numbers[1]) + static_cast<double>(least);
        return std::isfinite(zero) ? static_cast<int64_t>(std::clamp(zero, -128.0, 127.0)) : least;
    }
};

const DenseDecoder kDense;
const SparseDecoder kSparse;

}  // namespace

std::optional<CodedHeader> coded_header(Bytes bytes, Coding coding, bool wide_shape) {
    ByteCursor cursor(bytes);
    const auto count = read_count(cursor, wide_shape);
    if (!count) return std::nullopt;
    // The sparse form is only kept for 8-bit weights; its table may stand far behind.
    if (coding == Coding::kSparse) return CodedHeader{*count, 8};
    const auto entries = cursor.read<uint8_t>();
    if (!entries) return std::nullopt;
    return CodedHeader{*count, bits_for(*entries == 0 ? 256 : *entries)};
}

void set_coded(Constant& constant, Coding coding, bool wide_shape, ConstantId ranges) {
    constant.decoder = coding == Coding::kSparse ? static_cast<const ConstantDecoder*>(&kSparse) : &kDense;
    constant.sparse = coding == Coding::kSparse;
    constant.decoder_argument = (wide_shape ? kWide : 0) | uint64_t{ranges.value} << kRangesShift;
}

}  // namespace netloupe::mnn
