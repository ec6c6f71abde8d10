#include "messages.h"

#include <algorithm>

#include "base/limits.h"
#include "base/utf8.h"

namespace netloupe::hdf5 {

namespace {

enum class Class : uint8_t {
    kInteger = 0,
    kFloat = 1,
    kText = 3,
    kOpaque = 5,
    kEnum = 8,
    kVariable = 9,
};

DataType integer_type(uint32_t bytes, bool is_signed) {
    switch (bytes) {
        case 1:
            return is_signed ? DataType::kInt8 : DataType::kUint8;
        case 2:
            return is_signed ? DataType::kInt16 : DataType::kUint16;
        case 4:
            return is_signed ? DataType::kInt32 : DataType::kUint32;
        case 8:
            return is_signed ? DataType::kInt64 : DataType::kUint64;
        default:
            return DataType::kUnknown;
    }
}

DataType float_type(uint32_t bytes, uint8_t exponent_bits, uint8_t mantissa_bits) {
    if (bytes == 8 && exponent_bits == 11) return DataType::kFloat64;
    if (bytes == 4 && exponent_bits == 8 && mantissa_bits == 23) return DataType::kFloat32;
    if (bytes == 2 && exponent_bits == 5) return DataType::kFloat16;
    if (bytes == 2 && exponent_bits == 8) return DataType::kBFloat16;
    if (bytes == 1 && exponent_bits == 4) return DataType::kFloat8E4M3FN;
    if (bytes == 1 && exponent_bits == 5) return DataType::kFloat8E5M2;
    return DataType::kUnknown;
}

ElementType read_float(Fields& fields, uint32_t flags, uint32_t bytes) {
    // Two bits say the order of bytes; both together are that of the VAX.
    const bool low = (flags & 0x01) != 0;
    const bool high = (flags & 0x40) != 0;
    const uint16_t first_bit = fields.u16();
    const uint16_t precision = fields.u16();
    fields.skip(1);
    const uint8_t exponent_bits = fields.u8();
    fields.skip(1);
    const uint8_t mantissa_bits = fields.u8();
    ElementType type{ElementType::Form::kNumber, float_type(bytes, exponent_bits, mantissa_bits), bytes, low};
    if (!fields.ok() || high || first_bit != 0 || precision != bytes * 8) type.dtype = DataType::kUnknown;
    if (type.dtype == DataType::kUnknown) type.form = ElementType::Form::kOther;
    return type;
}

ElementType read_integer(Fields& fields, uint32_t flags, uint32_t bytes) {
    constexpr uint32_t kBigEndian = 0x01;
    constexpr uint32_t kSigned = 0x08;
    const uint16_t first_bit = fields.u16();
    const uint16_t precision = fields.u16();
    ElementType type{ElementType::Form::kNumber, integer_type(bytes, (flags & kSigned) != 0), bytes,
                     (flags & kBigEndian) != 0};
    if (!fields.ok() || first_bit != 0 || precision != bytes * 8) type.dtype = DataType::kUnknown;
    if (type.dtype == DataType::kUnknown) type.form = ElementType::Form::kOther;
    return type;
}

/// Enumerations are numbers; one of FALSE and TRUE is how Python's writers store booleans.
ElementType read_enum(Fields& fields, uint32_t members) {
    ElementType type = read_type(fields);
    const std::string_view behind = as_text(fields.rest());
    if (type.bytes == 1 && members == 2 && behind.contains("FALSE") && behind.contains("TRUE"))
        type.dtype = DataType::kBool;
    return type;
}

void read_fill(const Header& header, Image& image, Dataset& dataset) {
    const Message* message = header.find(MessageType::kFillValue);
    if (message == nullptr) return;
    Fields fields = image.in(message->data, message->at);
    const uint8_t version = fields.u8();
    if (version == 3) {
        constexpr uint8_t kDefined = 0x20;
        if ((fields.u8() & kDefined) == 0) return;
    } else {
        fields.skip(2);
        if (fields.u8() == 0) return;
    }
    dataset.fill = fields.take(fields.u32());
    if (dataset.fill.size() != dataset.type.bytes) dataset.fill = {};
}

/// Bytes of all elements; nothing when there are more than a number can count.
std::optional<uint64_t> total_bytes(const Dataset& dataset) {
    uint64_t bytes = dataset.type.bytes;
    for (const int64_t extent : dataset.shape) {
        if (__builtin_mul_overflow(bytes, static_cast<uint64_t>(extent), &bytes)) return std::nullopt;
    }
    return bytes;
}

class LayoutReader {
public:
    LayoutReader(Image& image, Dataset& dataset) : image_(image), dataset_(dataset) {}

    Result<void> read(const Message& message) {
        Fields fields = image_.in(message.data, message.at);
        const uint8_t version = fields.u8();
        if (version == 1 || version == 2) {
            read_old(fields);
        } else if (version == 3 || version == 4) {
            read_new(fields, version);
        } else {
            return unread(message.at);
        }
        if (!fields.ok()) return image_.corrupt("The layout of an HDF5 dataset is cut off.", message.at);
        return {};
    }

private:
    enum Class : uint8_t { kCompact, kContiguous, kChunks, kVirtual };

    static std::unexpected<Error> unread(uint64_t at) {
        return fail(ErrorCode::kUnsupported, "The dataset is stored in a form that is not read.", at);
    }

    void read_old(Fields& fields) {
        const uint8_t rank = fields.u8();
        const uint8_t storage = fields.u8();
        fields.skip(5);
        const uint64_t address = storage == kCompact ? 0 : fields.offset();
        std::vector<uint64_t> extents;
        for (uint8_t d = 0; d < rank; ++d) extents.push_back(fields.u32());
        if (storage == kCompact) {
            const uint32_t bytes = fields.u32();
            set_compact(fields, bytes);
        } else if (storage == kContiguous) {
            set_contiguous(address, total_bytes(dataset_).value_or(UINT64_MAX));
        } else if (storage == kChunks) {
            set_chunks(address, std::move(extents));
        }
    }

    void read_new(Fields& fields, uint8_t version) {
        switch (fields.u8()) {
            case kCompact: {
                const uint16_t bytes = fields.u16();
                return set_compact(fields, bytes);
            }
            case kContiguous: {
                const uint64_t address = fields.offset();
                return set_contiguous(address, fields.length());
            }
            case kChunks:
                return version == 3 ? read_tree(fields) : read_indexed(fields);
            case kVirtual:
                dataset_.storage = Dataset::Storage::kOutside;
                return;
            default:
                return;
        }
    }

    void read_tree(Fields& fields) {
        const uint8_t rank = fields.u8();
        const uint64_t address = fields.offset();
        std::vector<uint64_t> extents;
        for (uint8_t d = 0; d < rank; ++d) extents.push_back(fields.u32());
        set_chunks(address, std::move(extents));
    }

    /// Since HDF5 1.10 there are several kinds of index.
    void read_indexed(Fields& fields) {
        enum Kind : uint8_t { kSingle = 1, kImplicit = 2, kFixedArray = 3 };
        constexpr uint8_t kFilteredSingle = 0x02;
        const uint8_t flags = fields.u8();
        const uint8_t rank = fields.u8();
        const uint8_t width = fields.u8();
        std::vector<uint64_t> extents;
        for (uint8_t d = 0; d < rank; ++d) extents.push_back(fields.number(std::min<uint8_t>(width, 8)));
        const uint8_t kind = fields.u8();
        if (kind == kSingle && (flags & kFilteredSingle) != 0) {
            dataset_.single_bytes = fields.length();
            dataset_.single_mask = fields.u32();
        } else if (kind == kFixedArray) {
            fields.skip(1);
        } else if (kind != kSingle && kind != kImplicit) {
            return;
        }
        set_chunks(fields.offset(), std::move(extents));
        dataset_.index = kind == kSingle     ? Dataset::Index::kSingle
                         : kind == kImplicit ? Dataset::Index::kImplicit
                                             : Dataset::Index::kFixedArray;
    }

    void set_compact(Fields& fields, uint64_t bytes) {
        const uint64_t at = fields.at();
        fields.skip(bytes);
        set_contiguous(at, bytes);
    }

    void set_contiguous(uint64_t address, uint64_t bytes) {
        dataset_.storage = address == kUndefined ? Dataset::Storage::kNone : Dataset::Storage::kSpan;
        dataset_.offset = image_.base() + address;
        dataset_.length = bytes;
    }

    /// The last extent is the bytes of an element.
    void set_chunks(uint64_t address, std::vector<uint64_t> extents) {
        const bool fits = extents.size() == dataset_.shape.size() + 1 &&
                          extents.back() == dataset_.type.bytes &&
                          std::ranges::find(extents, 0U) == extents.end();
        if (!fits) return;
        extents.pop_back();
        dataset_.chunk = std::move(extents);
        dataset_.index_address = address;
        dataset_.storage = address == kUndefined ? Dataset::Storage::kNone : Dataset::Storage::kChunked;
    }

    Image& image_;
    Dataset& dataset_;
};

std::vector<Filter> read_filters(Fields fields) {
    const uint8_t version = fields.u8();
    const uint8_t count = fields.u8();
    if (version == 1) fields.skip(6);
    std::vector<Filter> filters;
    for (uint8_t i = 0; i < count && fields.ok(); ++i) {
        constexpr uint16_t kFirstNamed = 256;
        Filter filter;
        filter.id = fields.u16();
        const uint16_t name = version == 1 || filter.id >= kFirstNamed ? fields.u16() : 0;
        fields.skip(2);
        const uint16_t values = fields.u16();
        fields.skip(version == 1 ? (name + 7U) / 8 * 8 : name);
        for (uint16_t v = 0; v < values && fields.ok(); ++v) filter.values.push_back(fields.u32());
        if (version == 1 && values % 2 != 0) fields.skip(4);
        filters.push_back(std::move(filter));
    }
    return filters;
}

}  // namespace

ElementType read_type(Fields fields) {
    const auto kind = static_cast<Class>(fields.u8() & 0x0F);
    const auto flags = static_cast<uint32_t>(fields.number(3));
    ElementType type;
    type.bytes = fields.u32();
    if (!fields.ok()) return {};
    switch (kind) {
        case Class::kInteger:
            return read_integer(fields, flags, type.bytes);
        case Class::kFloat:
            return read_float(fields, flags, type.bytes);
        case Class::kText:
            type.form = ElementType::Form::kText;
            type.dtype = DataType::kString;
            return type;
        case Class::kVariable: {
            constexpr uint32_t kIsText = 1;
            if ((flags & 0x0F) != kIsText) return type;
            type.form = ElementType::Form::kVariableText;
            type.dtype = DataType::kString;
            return type;
        }
        case Class::kEnum:
            // Enumerations of enumerations do not exist; a file that has them is not followed.
            if ((static_cast<uint8_t>(fields.rest().empty() ? std::byte{} : fields.rest()[0]) & 0x0F) !=
                static_cast<uint8_t>(Class::kInteger))
                return type;
            return read_enum(fields, flags & 0xFFFF);
        default:
            type.dtype = DataType::kRecord;
            return type;
    }
}

std::optional<std::vector<int64_t>> read_extents(Fields fields) {
    const uint8_t version = fields.u8();
    const uint8_t rank = fields.u8();
    fields.skip(1);
    const uint8_t kind = fields.u8();
    if (version == 1) fields.skip(4);
    if (rank > limits::kRank || (version != 1 && version != 2)) return std::nullopt;
    constexpr uint8_t kNull = 2;
    if (version == 2 && kind == kNull) return std::vector<int64_t>{0};
    std::vector<int64_t> extents;
    for (uint8_t d = 0; d < rank; ++d) {
        const uint64_t extent = fields.length();
        if (!fields.ok() || extent > INT64_MAX) return std::nullopt;
        extents.push_back(static_cast<int64_t>(extent));
    }
    if (!fields.ok()) return std::nullopt;
    return extents;
}

Result<Attribute> read_attribute(Image& image, Fields fields) {
    const uint64_t at = fields.at();
    const uint8_t version = fields.u8();
    const uint8_t flags = fields.u8();
    const uint16_t name_bytes = fields.u16();
    const uint16_t type_bytes = fields.u16();
    const uint16_t space_bytes = fields.u16();
    if (version == 3) fields.skip(1);
    const auto part = [&](uint64_t bytes) {
        const uint64_t where = fields.at();
        const Bytes taken = fields.take(bytes);
        if (version == 1) fields.skip((8 - bytes % 8) % 8);
        return image.in(taken, where);
    };
    Fields name = part(name_bytes);
    const Fields type = part(type_bytes);
    const Fields space = part(space_bytes);
    if (!fields.ok() || version < 1 || version > 3)
        return image.corrupt("An attribute in the HDF5 file is cut off.", at);
    const auto resolved = [&](MessageType kind, uint8_t bit, const Fields& own) -> Result<Fields> {
        const bool shared = version > 1 && (flags & bit) != 0;
        const auto message = resolve(image, {kind, shared, own.rest(), own.at()});
        if (!message) return std::unexpected(message.error());
        return image.in(message->data, message->at);
    };
    const auto of_type = resolved(MessageType::kDatatype, 0x01, type);
    const auto of_space = resolved(MessageType::kDataspace, 0x02, space);
    if (!of_type) return std::unexpected(of_type.error());
    if (!of_space) return std::unexpected(of_space.error());
    Attribute attribute;
    attribute.name = to_utf8(name.text());
    attribute.type = read_type(*of_type);
    const auto extents = read_extents(*of_space);
    if (!extents) return image.corrupt("An attribute in the HDF5 file has no shape.", at);
    attribute.shape = *extents;
    attribute.data = fields.rest();
    return attribute;
}

std::optional<Link> read_link(Fields fields) {
    enum Kind : uint8_t { kHard = 0, kSoft = 1, kExternal = 64 };
    constexpr uint8_t kHasKind = 0x08;
    constexpr uint8_t kHasOrder = 0x04;
    constexpr uint8_t kHasCharacters = 0x10;
    if (fields.u8() != 1) return std::nullopt;
    const uint8_t flags = fields.u8();
    const uint8_t kind = (flags & kHasKind) != 0 ? fields.u8() : uint8_t{kHard};
    if ((flags & kHasOrder) != 0) fields.skip(8);
    if ((flags & kHasCharacters) != 0) fields.skip(1);
    const uint64_t name_bytes = fields.number(uint64_t{1} << (flags & 3));
    Link link;
    link.name = to_utf8(as_text(fields.take(name_bytes)));
    if (kind == kHard) {
        link.object = fields.offset();
    } else {
        link.kind = kind == kSoft ? Link::Kind::kSoft : Link::Kind::kExternal;
        link.target = to_utf8(as_text(fields.take(fields.u16())));
    }
    if (!fields.ok()) return std::nullopt;
    return link;
}

Result<Dataset> read_dataset(Image& image, const Header& header) {
    const auto message = [&](MessageType type) -> Result<Message> {
        const Message* found = header.find(type);
        if (found == nullptr) return image.corrupt("An HDF5 dataset has no type, shape or layout.", 0);
        return resolve(image, *found);
    };
    const auto type = message(MessageType::kDatatype);
    if (!type) return std::unexpected(type.error());
    const auto space = message(MessageType::kDataspace);
    if (!space) return std::unexpected(space.error());
    const auto layout = message(MessageType::kLayout);
    if (!layout) return std::unexpected(layout.error());
    Dataset dataset;
    dataset.type = read_type(image.in(type->data, type->at));
    const auto extents = read_extents(image.in(space->data, space->at));
    if (!extents) return image.corrupt("An HDF5 dataset has a shape that it cannot have.", space->at);
    dataset.shape = *extents;
    if (!total_bytes(dataset))
        return image.corrupt("An HDF5 dataset has more elements than can be.", space->at);
    if (const Message* filters = header.find(MessageType::kFilters); filters != nullptr)
        dataset.filters = read_filters(image.in(filters->data, filters->at));
    read_fill(header, image, dataset);
    if (const auto read = LayoutReader(image, dataset).read(*layout); !read)
        return std::unexpected(read.error());
    if (header.find(MessageType::kExternalFiles) != nullptr) dataset.storage = Dataset::Storage::kOutside;
    return dataset;
}

}  // namespace netloupe::hdf5
