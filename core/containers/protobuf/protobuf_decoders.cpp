#include "containers/protobuf_decoders.h"

#include <algorithm>

#include "base/limits.h"
#include "containers/protobuf_wire.h"

namespace netloupe::wire {

namespace {

/// Collects the numbers [skip, skip + wanted) of a repeated field as a dense little-endian array.
class NumberCollector {
public:
    NumberCollector(uint32_t unit, uint64_t skip, uint64_t wanted)
        : unit_(unit), skip_(skip), wanted_(wanted) {}

    [[nodiscard]] bool full() const { return wanted_ == 0; }
    [[nodiscard]] Bytes bytes() const { return bytes_; }

    /// One number; false when no more are wanted.
    bool add(uint64_t value) {
        if (skip_ > 0) {
            --skip_;
            return true;
        }
        if (wanted_ == 0) return false;
        --wanted_;
        const auto* raw = reinterpret_cast<const std::byte*>(&value);
        bytes_.insert(bytes_.end(), raw, raw + unit_);
        return wanted_ > 0;
    }

    /// A packed field of fixed-width numbers.
    void add_dense(Bytes dense) {
        const uint64_t there = dense.size() / unit_;
        const uint64_t skipped = std::min(skip_, there);
        const uint64_t taken = std::min(wanted_, there - skipped);
        const Bytes part = dense.subspan(skipped * unit_, taken * unit_);
        bytes_.insert(bytes_.end(), part.begin(), part.end());
        skip_ -= skipped;
        wanted_ -= taken;
    }

private:
    uint32_t unit_;
    uint64_t skip_;
    uint64_t wanted_;
    std::vector<std::byte> bytes_;
};

class NumberFields : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto span = constant_bytes(model, constant);
        if (!span) return std::unexpected(span.error());
        const uint32_t width = bits(constant.dtype);
        if (width == 0) return decode_dense(constant.dtype, {}, 0, 0);
        const bool fixed_width = class_of(constant.dtype) == DataTypeClass::kFloat ||
                                 constant.dtype == DataType::kComplex64 ||
                                 constant.dtype == DataType::kComplex128;
        const bool doubles = constant.dtype == DataType::kFloat64 || constant.dtype == DataType::kComplex128;
        const uint32_t unit = fixed_width ? (doubles ? 8U : 4U) : std::max(width / 8, 1U);
        const uint64_t first_unit = first * width / (uint64_t{unit} * 8);
        const uint64_t end_unit = ((first + count) * width + uint64_t{unit} * 8 - 1) / (uint64_t{unit} * 8);
        NumberCollector numbers(unit, first_unit, end_unit - first_unit);
        collect(*span, static_cast<uint32_t>(constant.decoder_argument), fixed_width, numbers);
        return decode_dense(constant.dtype, numbers.bytes(), first - first_unit * unit * 8 / width, count);
    }

private:
    static void collect(Bytes span, uint32_t number, bool fixed_width, NumberCollector& numbers) {
        Reader reader(span, 0);
        Field field;
        while (!numbers.full() && reader.next(field)) {
            if (field.number() != number) continue;
            if (field.type() != WireType::kBytes) {
                numbers.add(field.value);
            } else if (fixed_width) {
                numbers.add_dense(field.bytes);
            } else {
                for_each_varint(field.bytes, [&](uint64_t value) { return numbers.add(value); });
            }
        }
    }
};

class StringFields : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto span = constant_bytes(model, constant);
        if (!span) return std::unexpected(span.error());
        std::vector<std::string> texts;
        Reader reader(*span, 0);
        Field field;
        while (texts.size() < count && reader.next(field)) {
            if (field.tag != bytes_tag(static_cast<uint32_t>(constant.decoder_argument))) continue;
            if (first > 0) {
                --first;
                continue;
            }
            texts.emplace_back(reinterpret_cast<const char*>(field.bytes.data()), field.bytes.size());
        }
        return texts;
    }
};

const NumberFields kNumberFieldsObject;
const StringFields kStringFieldsObject;

}  // namespace

const ConstantDecoder& kNumberFields = kNumberFieldsObject;
const ConstantDecoder& kStringFields = kStringFieldsObject;

}  // namespace netloupe::wire
