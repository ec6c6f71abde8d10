#include "model/stream.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "model/values.h"
#include "packed_bits.h"

namespace netloupe {

namespace {

using Visit = std::function<void(const Block&)>;

/// Small enough for a processor's own cache, in which several loops look at a block one after the other.
constexpr size_t kBlockBytes = 256U << 10;
constexpr uint64_t kWindowBytes = 4U << 20;
/// Decoders of other forms than a dense array may walk all of the span to find a place in it.
constexpr uint64_t kDecodedElements = 4U << 20;

/// Copies into an aligned block where the file has the constant at an odd place.
template <typename T>
void stream_dense(Bytes bytes, uint64_t first, uint64_t count, const Visit& visit) {
    const std::byte* from = bytes.data() + first * sizeof(T);
    const bool aligned = reinterpret_cast<uintptr_t>(from) % alignof(T) == 0;
    std::vector<T> copy;
    for (uint64_t done = 0; done < count;) {
        const size_t size = std::min<uint64_t>(kBlockBytes / sizeof(T), count - done);
        const std::byte* at = from + done * sizeof(T);
        if (!aligned) {
            copy.resize(size);
            std::memcpy(copy.data(), at, size * sizeof(T));
        }
        visit(std::span<const T>(aligned ? reinterpret_cast<const T*>(at) : copy.data(), size));
        done += size;
    }
}

/// Elements of `width` bits, low bits of a byte first, each translated by a table.
template <typename T>
void stream_packed(Bytes bytes, uint32_t width, const std::array<T, 256>& meaning, uint64_t first,
                   uint64_t count, const Visit& visit) {
    std::vector<T> block(std::min<uint64_t>(kBlockBytes / sizeof(T), count));
    for (uint64_t done = 0; done < count;) {
        const size_t size = std::min<uint64_t>(block.size(), count - done);
        for (size_t i = 0; i < size; ++i) block[i] = meaning[packed_element(bytes, first + done + i, width)];
        visit(std::span<const T>(block.data(), size));
        done += size;
    }
}

/// What each bit pattern of a type of at most 8 bits stands for.
template <typename T>
std::array<T, 256> meanings(DataType dtype) {
    std::array<T, 256> meaning{};
    const uint32_t width = bits(dtype);
    for (uint32_t pattern = 0; pattern < (1U << width); ++pattern) {
        if constexpr (std::is_floating_point_v<T>) {
            meaning[pattern] = static_cast<T>(small_float_to_double(dtype, static_cast<uint8_t>(pattern)));
        } else {
            const bool negative = std::is_signed_v<T> && (pattern >> (width - 1)) != 0;
            meaning[pattern] = static_cast<T>(negative ? static_cast<int32_t>(pattern) - (1 << width)
                                                       : static_cast<int32_t>(pattern));
        }
    }
    return meaning;
}

Error unsupported(DataType dtype) {
    return {ErrorCode::kUnsupported, "Values of type " + std::string(name(dtype)) + " are no numbers."};
}

/// `call(T{})` with the type that the dtype's elements arrive as in a block.
template <typename Call>
bool with_type(DataType dtype, Call call) {
    switch (dtype) {
        case DataType::kFloat64:
            return call(double{});
        case DataType::kFloat32:
            return call(float{});
        case DataType::kFloat16:
            return call(Float16{});
        case DataType::kBFloat16:
            return call(BFloat16{});
        case DataType::kInt2:
        case DataType::kInt4:
        case DataType::kInt8:
            return call(int8_t{});
        case DataType::kInt16:
            return call(int16_t{});
        case DataType::kInt32:
            return call(int32_t{});
        case DataType::kInt64:
            return call(int64_t{});
        case DataType::kBool:
        case DataType::kUint1:
        case DataType::kUint2:
        case DataType::kUint3:
        case DataType::kUint4:
        case DataType::kUint6:
        case DataType::kUint8:
            return call(uint8_t{});
        case DataType::kUint16:
            return call(uint16_t{});
        case DataType::kUint32:
            return call(uint32_t{});
        case DataType::kUint64:
            return call(uint64_t{});
        default:
            return class_of(dtype) == DataTypeClass::kHalf && call(float{});
    }
}

Result<void> stream_span(const Constant& constant, Bytes bytes, uint64_t first, uint64_t count,
                         const Visit& visit) {
    const uint32_t width = bits(constant.dtype);
    if (width == 0) return std::unexpected(unsupported(constant.dtype));
    const uint64_t stored = bytes.size() * 8 / width;
    count = first >= stored ? 0 : std::min(count, stored - first);
    const bool known = with_type(constant.dtype, [&]<typename T>(T) {
        if constexpr (std::is_same_v<T, int8_t> || std::is_same_v<T, uint8_t> || std::is_same_v<T, float>) {
            if (width < sizeof(T) * 8) {
                stream_packed<T>(bytes, width, meanings<T>(constant.dtype), first, count, visit);
                return true;
            }
        }
        stream_dense<T>(bytes, first, count, visit);
        return true;
    });
    if (!known) return std::unexpected(unsupported(constant.dtype));
    return {};
}

template <typename T>
void visit_values(const Values& values, const Visit& visit) {
    std::vector<T> block;
    std::visit(
        [&](const auto& list) {
            using Element = typename std::decay_t<decltype(list)>::value_type;
            if constexpr (!std::is_same_v<Element, std::string>) {
                block.reserve(list.size());
                for (const Element value : list) block.push_back(static_cast<T>(value));
            }
        },
        values);
    visit(std::span<const T>(block));
}

Result<void> stream_decoded(const Model& model, const Constant& constant, uint64_t first, uint64_t count,
                            const Visit& visit) {
    for (uint64_t done = 0; done < count;) {
        const auto values =
            read_values(model, constant, first + done, std::min(kDecodedElements, count - done));
        if (!values) return std::unexpected(values.error());
        if (size(*values) == 0) return {};
        const bool known = with_type(constant.dtype, [&]<typename T>(T) {
            if constexpr (std::is_arithmetic_v<T>) {
                visit_values<T>(*values, visit);
            } else {
                visit_values<float>(*values, visit);
            }
            return true;
        });
        if (!known) return std::unexpected(unsupported(constant.dtype));
        done += size(*values);
    }
    return {};
}

/// The mapped file that holds the elements, and which of its bytes they are.
struct MappedPart {
    const MappedFile* file = nullptr;
    uint64_t offset = 0;
    uint64_t length = 0;
};

MappedPart mapped_part(const Model& model, const Constant& constant, uint64_t first, uint64_t count) {
    if (constant.decoder != nullptr || constant.file.index() >= model.files.size()) return {};
    const auto* file = std::get_if<MappedFile>(&model.files[constant.file.index()].content);
    const auto begin = packed_bytes(constant.dtype, first);
    const auto length = packed_bytes(constant.dtype, count);
    if (file == nullptr || !begin || !length || *begin > constant.length) return {};
    return {file, constant.offset + *begin, std::min(*length, constant.length - *begin)};
}

}  // namespace

uint64_t window_elements(const Constant& constant) {
    const uint32_t width = bits(constant.dtype);
    if (constant.decoder != nullptr || width == 0) return kDecodedElements;
    return kWindowBytes * 8 / width;
}

Result<void> stream(const Model& model, const Constant& constant, uint64_t first, uint64_t count,
                    const Visit& visit) {
    const uint64_t total = element_count(model, constant.shape).value_or(0);
    count = first >= total ? 0 : std::min(count, total - first);
    if (constant.decoder != nullptr) return stream_decoded(model, constant, first, count, visit);
    const auto bytes = constant_bytes(model, constant);
    if (!bytes) return std::unexpected(bytes.error());
    return stream_span(constant, *bytes, first, count, visit);
}

void expect(const Model& model, const Constant& constant, uint64_t first, uint64_t count) {
    const MappedPart part = mapped_part(model, constant, first, count);
    if (part.file != nullptr) part.file->expect(part.offset, part.length);
}

void release(const Model& model, const Constant& constant, uint64_t first, uint64_t count) {
    const MappedPart part = mapped_part(model, constant, first, count);
    if (part.file != nullptr) part.file->release(part.offset, part.length);
}

double to_double(Float16 value) {
    return half_to_double(value.bits);
}

double to_double(BFloat16 value) {
    return double{std::bit_cast<float>(static_cast<uint32_t>(value.bits) << 16)};
}

}  // namespace netloupe
