#include "lut_decoder.h"

#include <algorithm>
#include <variant>

namespace netloupe::tflite {

namespace {

constexpr uint32_t kAxisShift = 32;
constexpr uint32_t kBitsShift = 40;

/// Field number `index` of `width` bits, at most 8 of them.
uint32_t field_at(Bytes bytes, uint64_t index, uint32_t width) {
    uint32_t field = 0;
    for (uint64_t bit = index * width; bit < (index + 1) * width; ++bit) {
        const auto byte = std::to_integer<uint32_t>(bytes[bit / 8]);
        field = field << 1 | ((byte >> (7 - bit % 8)) & 1U);
    }
    return field;
}

class LutDecoder final : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto packed = constant_bytes(model, constant);
        if (!packed) return std::unexpected(packed.error());
        const ConstantId table(static_cast<uint32_t>(constant.decoder_argument));
        const auto axis = static_cast<uint8_t>(constant.decoder_argument >> kAxisShift);
        const auto width = static_cast<uint8_t>(constant.decoder_argument >> kBitsShift);
        const auto table_dims = model.dims_of(model.constant(table).shape);
        const auto tables = static_cast<uint64_t>(table_dims[0].value);
        const auto entries = static_cast<uint64_t>(table_dims[1].value);
        const auto values = read_values(model, model.constant(table), 0, tables * entries);
        if (!values) return values;
        if (uint64_t fields = packed->size() * 8 / width; first + count > fields) {
            count = first < fields ? fields - first : 0;
        }
        const auto dims = model.dims_of(constant.shape);
        uint64_t stride = 1;  // Elements from one index along the axis to the next.
        for (size_t i = dims.size(); i-- > axis + size_t{1};) stride *= static_cast<uint64_t>(dims[i].value);
        std::vector<uint64_t> places(count);
        for (uint64_t i = 0; i < count; ++i) {
            const uint64_t of = tables == 1 ? 0 : (first + i) / stride % tables;
            const uint32_t entry = field_at(*packed, first + i, width);
            if (entry >= entries) {
                return fail(ErrorCode::kCorrupt, "An index lies beyond the tensor's table of values.",
                            constant.offset);
            }
            places[i] = of * entries + entry;
        }
        return picked(*values, places);
    }

private:
    static Values picked(const Values& table, const std::vector<uint64_t>& places) {
        return std::visit(
            [&](const auto& from) -> Values {
                std::remove_cvref_t<decltype(from)> out;
                out.reserve(places.size());
                for (const uint64_t place : places) out.push_back(from[place]);
                return out;
            },
            table);
    }
};

}  // namespace

const ConstantDecoder& lut_decoder() {
    static const LutDecoder kDecoder;
    return kDecoder;
}

uint64_t lut_argument(ConstantId values, uint8_t bits, uint8_t axis) {
    return uint64_t{values.value} | uint64_t{axis} << kAxisShift | uint64_t{bits} << kBitsShift;
}

}  // namespace netloupe::tflite
