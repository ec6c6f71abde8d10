#include "formats/python/strided.h"

#include <algorithm>
#include <string>

#include "base/byte_cursor.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "containers/zip_directory.h"
#include "model/values.h"

namespace netloupe::python {

namespace {

/// What Model::ints holds from Constant::decoder_argument on, before the strides.
enum Slot : uint8_t { kElement, kElementBytes, kBigEndian, kDeflated, kStart, kSlots };

/// Gathers the elements of arrays whose strides, byte order or packing are not those of a dense array.
class StridedDecoder final : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto stored = constant_bytes(model, constant);
        if (!stored) return std::unexpected(stored.error());
        const auto ints = std::span(model.ints).subspan(constant.decoder_argument);
        const auto dims = model.dims_of(constant.shape);
        const auto element_bytes = static_cast<uint64_t>(ints[kElementBytes]);
        std::vector<uint64_t> places(count);
        for (uint64_t i = 0; i < count; ++i)
            places[i] = place(dims, ints.subspan(kSlots), first + i) * element_bytes;
        Bytes bytes = *stored;
        std::string inflated;
        if (ints[kDeflated] != 0 && count > 0) {
            const uint64_t start = static_cast<uint64_t>(ints[kStart]);
            const uint64_t needed = start + *std::ranges::max_element(places) + element_bytes;
            if (needed > kMostInflated) return too_far(constant);
            auto front = inflate_front(*stored, needed);
            if (!front) return std::unexpected(front.error());
            inflated = std::move(*front);
            bytes = as_bytes(inflated).subspan(std::min<uint64_t>(start, inflated.size()));
        }
        return gather(constant.dtype, ints, bytes, places);
    }

private:
    static constexpr uint64_t kMostInflated = 1ULL << 30;

    static std::unexpected<Error> too_far(const Constant& constant) {
        return fail(ErrorCode::kLimit, "These values stand too far into compressed data to be shown.",
                    constant.offset);
    }

    /// Where element `index` in the order of C stands, in elements.
    static uint64_t place(std::span<const Dimension> dims, std::span<const int64_t> strides, uint64_t index) {
        uint64_t at = 0;
        for (size_t d = dims.size(); d-- > 0;) {
            const auto extent = static_cast<uint64_t>(dims[d].value);
            at += (index % extent) * static_cast<uint64_t>(strides[d]);
            index /= extent;
        }
        return at;
    }

    static Result<Values> gather(DataType dtype, std::span<const int64_t> ints, Bytes bytes,
                                 std::span<const uint64_t> places) {
        const auto element = static_cast<Layout::Element>(ints[kElement]);
        const auto element_bytes = static_cast<uint64_t>(ints[kElementBytes]);
        const bool big_endian = ints[kBigEndian] != 0;
        // Each half of a complex number has its own order.
        const bool complex = dtype == DataType::kComplex64 || dtype == DataType::kComplex128;
        const uint64_t part = complex ? element_bytes / 2 : element_bytes;
        std::vector<std::byte> numbers;
        std::vector<std::string> texts;
        for (const uint64_t at : places) {
            const auto one = slice(bytes, at, element_bytes);
            if (!one) return fail(ErrorCode::kCorrupt, "The values end before the array does.");
            if (element == Layout::Element::kNumber) {
                const size_t begin = numbers.size();
                numbers.insert(numbers.end(), one->begin(), one->end());
                for (size_t p = begin; big_endian && part > 0 && p + part <= numbers.size(); p += part)
                    std::reverse(numbers.begin() + p, numbers.begin() + p + part);
            } else {
                texts.push_back(element == Layout::Element::kLatin ? latin(*one) : ucs4(*one, big_endian));
            }
        }
        if (element != Layout::Element::kNumber) return texts;
        return decode_dense(dtype, numbers, 0, places.size());
    }

    static std::string latin(Bytes bytes) {
        const std::string_view text = as_text(bytes);
        return to_utf8(text.substr(0, text.find_last_not_of('\0') + 1));
    }
    static std::string ucs4(Bytes bytes, bool big_endian) {
        std::string text;
        for (uint64_t at = 0; at + 4 <= bytes.size(); at += 4) {
            auto code = *load<uint32_t>(bytes, at);
            if (big_endian) code = std::byteswap(code);
            if (code != 0) append_utf8(text, code);
        }
        return text;
    }
};

const StridedDecoder kDecoder;

}  // namespace

std::optional<uint64_t> extent_bytes(const Layout& layout) {
    uint64_t last = 0;
    uint64_t count = 1;
    for (size_t d = 0; d < layout.shape.size(); ++d) {
        const int64_t extent = layout.shape[d];
        const int64_t stride = layout.strides[d];
        uint64_t reach = 0;
        if (extent < 0 || stride < 0 ||
            __builtin_mul_overflow(count, static_cast<uint64_t>(extent), &count) ||
            (extent > 0 && __builtin_mul_overflow(static_cast<uint64_t>(extent) - 1,
                                                  static_cast<uint64_t>(stride), &reach)) ||
            __builtin_add_overflow(last, reach, &last)) {
            return std::nullopt;
        }
    }
    uint64_t bytes = 0;
    if (last == UINT64_MAX || __builtin_mul_overflow(last + 1, layout.element_bytes, &bytes))
        return std::nullopt;
    return count == 0 ? 0 : bytes;
}

std::vector<int64_t> dense_strides(std::span<const int64_t> shape, bool fortran) {
    std::vector<int64_t> strides(shape.size());
    int64_t stride = 1;
    for (size_t i = 0; i < shape.size(); ++i) {
        const size_t d = fortran ? i : shape.size() - 1 - i;
        strides[d] = stride;
        if (__builtin_mul_overflow(stride, std::max<int64_t>(shape[d], 1), &stride)) stride = INT64_MAX;
    }
    return strides;
}

bool is_dense(const Layout& layout) {
    if (layout.element != Layout::Element::kNumber || layout.deflated ||
        (layout.big_endian && layout.element_bytes > 1)) {
        return false;
    }
    // A dimension of one element may have any stride.
    const auto dense = dense_strides(layout.shape, false);
    for (size_t d = 0; d < dense.size(); ++d) {
        if (layout.shape[d] > 1 && layout.strides[d] != dense[d]) return false;
    }
    return true;
}

void set_layout(Model& model, Constant& constant, const Layout& layout) {
    constant.shape.known = true;
    constant.shape.dims = {static_cast<uint32_t>(model.dims.size()),
                           static_cast<uint32_t>(layout.shape.size())};
    for (const int64_t extent : layout.shape) model.dims.push_back({extent, {}});
    if (is_dense(layout)) return;
    constant.decoder = &kDecoder;
    constant.decoder_argument = model.ints.size();
    std::array<int64_t, kSlots> slots{};
    slots[kElement] = static_cast<int64_t>(layout.element);
    slots[kElementBytes] = static_cast<int64_t>(layout.element_bytes);
    slots[kBigEndian] = layout.big_endian ? 1 : 0;
    slots[kDeflated] = layout.deflated ? 1 : 0;
    slots[kStart] = static_cast<int64_t>(layout.start);
    append(model.ints, std::span<const int64_t>(slots));
    append(model.ints, layout.strides);
}

}  // namespace netloupe::python
