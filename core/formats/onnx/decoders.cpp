#include "decoders.h"

#include <algorithm>

#include "base/limits.h"
#include "containers/protobuf_wire.h"

namespace netloupe::onnx {

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
        wire::Reader reader(span, 0);
        wire::Field field;
        while (!numbers.full() && reader.next(field)) {
            if (field.number() != number) continue;
            if (field.type() != wire::WireType::kBytes) {
                numbers.add(field.value);
            } else if (fixed_width) {
                numbers.add_dense(field.bytes);
            } else {
                wire::for_each_varint(field.bytes, [&](uint64_t value) { return numbers.add(value); });
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
        wire::Reader reader(*span, 0);
        wire::Field field;
        while (texts.size() < count && reader.next(field)) {
            if (field.tag != wire::bytes_tag(static_cast<uint32_t>(constant.decoder_argument))) continue;
            if (first > 0) {
                --first;
                continue;
            }
            texts.emplace_back(reinterpret_cast<const char*>(field.bytes.data()), field.bytes.size());
        }
        return texts;
    }
};

class SparseTensor : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        if (count > limits::kExpandedElements) {
            return fail(ErrorCode::kLimit, "The sparse tensor " + std::string(model.text(constant.name)) +
                                               " has too many elements to be expanded at once.");
        }
        const ConstantId values_id(static_cast<uint32_t>(constant.decoder_argument >> 32));
        const ConstantId indices_id(static_cast<uint32_t>(constant.decoder_argument));
        auto values = read_values(model, model.constant(values_id), 0, UINT64_MAX);
        if (!values) return values;
        const auto indices = read_values(model, model.constant(indices_id), 0, UINT64_MAX);
        if (!indices) return indices;
        const auto* positions = std::get_if<std::vector<int64_t>>(&*indices);
        if (positions == nullptr) {
            return fail(ErrorCode::kCorrupt, "The indices of a sparse tensor must be of type int64.");
        }
        const size_t rank = model.constant(indices_id).shape.dims.count == 2 ? constant.shape.dims.count : 1;
        const auto dims = model.dims_of(constant.shape);
        return std::visit(
            [&](const auto& stored) -> Result<Values> {
                auto dense = std::remove_cvref_t<decltype(stored)>(count);
                for (size_t i = 0; i < stored.size() && (i + 1) * rank <= positions->size(); ++i) {
                    const auto at = linear(std::span(*positions).subspan(i * rank, rank), dims);
                    if (at >= first && at - first < count) dense[at - first] = stored[i];
                }
                return dense;
            },
            *values);
    }

private:
    /// Row-major position of an index (one number is linear already); UINT64_MAX when it is out of bounds.
    static uint64_t linear(std::span<const int64_t> index, std::span<const Dimension> dims) {
        if (index.size() == 1 && dims.size() != 1) {
            return index[0] < 0 ? UINT64_MAX : static_cast<uint64_t>(index[0]);
        }
        uint64_t at = 0;
        for (size_t d = 0; d < dims.size(); ++d) {
            if (index[d] < 0 || index[d] >= dims[d].value) return UINT64_MAX;
            at = at * static_cast<uint64_t>(dims[d].value) + static_cast<uint64_t>(index[d]);
        }
        return at;
    }
};

const NumberFields kNumberFieldsObject;
const StringFields kStringFieldsObject;
const SparseTensor kSparseTensorObject;

}  // namespace

const ConstantDecoder& kNumberFields = kNumberFieldsObject;
const ConstantDecoder& kStringFields = kStringFieldsObject;
const ConstantDecoder& kSparseTensor = kSparseTensorObject;

}  // namespace netloupe::onnx
