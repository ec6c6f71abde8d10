#include <algorithm>
#include <array>

#include "base/byte_cursor.h"
#include "containers/hdf5_constants.h"
#include "model/values.h"

namespace netloupe::hdf5 {

namespace {

/// What Model::ints holds from Constant::decoder_argument on.
enum Slot : uint8_t { kFileOffset, kFileLength, kObject, kSlots };

/// Reads the dataset's header again, then the elements: nothing of it is kept in memory.
class DatasetDecoder final : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto slots = std::span(model.ints).subspan(constant.decoder_argument, kSlots);
        const auto bytes =
            slice(model.files[constant.file.index()].bytes(), static_cast<uint64_t>(slots[kFileOffset]),
                  static_cast<uint64_t>(slots[kFileLength]));
        if (!bytes) return fail(ErrorCode::kCorrupt, "The HDF5 file is shorter than when it was opened.");
        auto file = File::open(*bytes);
        if (!file) return std::unexpected(file.error());
        const auto object = file->object(static_cast<uint64_t>(slots[kObject]));
        if (!object) return std::unexpected(object.error());
        if (!object->dataset)
            return fail(ErrorCode::kCorrupt, "The HDF5 file has changed since it was opened.");
        const ElementType& type = object->dataset->type;
        if (type.bytes == 0) return fail(ErrorCode::kCorrupt, "The elements of the dataset have no size.");
        auto elements = file->elements(*object->dataset, first, count);
        if (!elements) return std::unexpected(elements.error());
        if (type.dtype == DataType::kString) return file->texts(type, *elements);
        if (type.big_endian) {
            for (size_t at = 0; at + type.bytes <= elements->size(); at += type.bytes)
                std::reverse(elements->begin() + static_cast<std::ptrdiff_t>(at),
                             elements->begin() + static_cast<std::ptrdiff_t>(at + type.bytes));
        }
        return decode_dense(constant.dtype, *elements, 0, elements->size() / type.bytes);
    }
};

const DatasetDecoder kDecoder;

std::optional<Error> why_unreadable(const Place& place, const Dataset& dataset, uint64_t needed) {
    switch (dataset.storage) {
        case Dataset::Storage::kOutside:
            return Error{ErrorCode::kUnsupported, "Its values stand in other files, which are not opened."};
        case Dataset::Storage::kUnread:
            return Error{ErrorCode::kUnsupported, "Its values are stored in a form that is not read."};
        case Dataset::Storage::kSpan:
            if (dataset.length >= needed && dataset.offset <= place.length &&
                dataset.length <= place.length - dataset.offset)
                return std::nullopt;
            return Error{ErrorCode::kCorrupt, "Its values reach beyond the end of the file.",
                         place.offset + dataset.offset};
        case Dataset::Storage::kChunked: {
            // Deflate makes no more than this of a byte: a size beyond it is a lie.
            constexpr uint64_t kMostOfOneByte = 1032;
            if (needed / (dataset.filters.empty() ? 1 : kMostOfOneByte) <= place.length) return std::nullopt;
            return Error{ErrorCode::kCorrupt, "Its values are more than the file can hold.", place.offset};
        }
        default:
            return std::nullopt;
    }
}

}  // namespace

ConstantId add_constant(Model& model, const Place& place, const Object& object, std::string_view name,
                        std::optional<DataType> dtype, std::optional<Error>& why) {
    const Dataset& dataset = *object.dataset;
    Constant constant;
    constant.name = model.strings.intern(name);
    constant.dtype = dtype.value_or(dataset.type.dtype);
    constant.file = place.file;
    std::vector<Dimension> dims;
    for (const int64_t extent : dataset.shape) dims.push_back({extent, {}});
    constant.shape = {append(model.dims, std::span<const Dimension>(dims)), true};
    const uint64_t elements = element_count(model, constant.shape).value_or(0);
    const uint64_t needed = elements * dataset.type.bytes;
    why = why_unreadable(place, dataset, needed);
    const bool numbers = bits(constant.dtype) == dataset.type.bytes * 8;
    const bool dense = dataset.storage == Dataset::Storage::kSpan && numbers &&
                       (!dataset.type.big_endian || dataset.type.bytes == 1);
    if (why) {
        constant.state = ConstantState::kMissing;
    } else if (dataset.storage == Dataset::Storage::kNone) {
        constant.state = ConstantState::kAbsent;
    } else if (dataset.storage == Dataset::Storage::kSpan) {
        constant.offset = place.offset + dataset.offset;
        constant.length = needed;
    } else {
        constant.offset = place.offset;
    }
    if (!dense && constant.state == ConstantState::kPresent) {
        constant.decoder = &kDecoder;
        constant.decoder_argument = model.ints.size();
        std::array<int64_t, kSlots> slots{};
        slots[kFileOffset] = static_cast<int64_t>(place.offset);
        slots[kFileLength] = static_cast<int64_t>(place.length);
        slots[kObject] = static_cast<int64_t>(object.address);
        append(model.ints, std::span<const int64_t>(slots));
    }
    model.constants.push_back(constant);
    return ConstantId(model.constants.size() - 1);
}

}  // namespace netloupe::hdf5
