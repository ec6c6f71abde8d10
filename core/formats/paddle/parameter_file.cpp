#include "parameter_file.h"

#include <fmt/format.h>

#include <optional>

#include "base/byte_cursor.h"

namespace netloupe::paddle {

namespace {

/// Levels of detail are rare and few; more are no file of parameters.
constexpr uint64_t kMostLevels = 16;
constexpr int32_t kMostDescription = 4096;

struct Header {
    Bytes description;  ///< A TensorDesc.
    uint64_t offset = 0;
};

/// What stands before a tensor's values.
std::optional<Header> read_header(ByteCursor& cursor) {
    const auto version = cursor.read<uint32_t>();
    const auto levels = cursor.read<uint64_t>();
    if (!version || *version != 0 || !levels || *levels > kMostLevels) return std::nullopt;
    for (uint64_t i = 0; i < *levels; ++i) {
        const auto bytes = cursor.read<uint64_t>();
        if (!bytes || !cursor.take(*bytes)) return std::nullopt;
    }
    const auto tensor_version = cursor.read<uint32_t>();
    const auto length = cursor.read<int32_t>();
    if (!tensor_version || *tensor_version != 0 || !length || *length < 2 || *length > kMostDescription) {
        return std::nullopt;
    }
    Header header;
    header.offset = cursor.offset();
    const auto description = cursor.take(static_cast<uint64_t>(*length));
    if (!description) return std::nullopt;
    header.description = *description;
    return header;
}

}  // namespace

std::vector<StoredTensor> read_parameter_file(PaddleReading& reading, Bytes bytes) {
    std::vector<StoredTensor> out;
    ByteCursor cursor(bytes);
    while (!cursor.done() && !reading.hopeless()) {
        const uint64_t start = cursor.offset();
        const auto header = read_header(cursor);
        if (!header) {
            reading.damage({ErrorCode::kCorrupt,
                            fmt::format("Tensor {} of the parameters has no header.", out.size()), start, 0});
            return out;
        }
        const TensorType type = read_tensor_desc(reading, header->description, header->offset);
        const auto count = element_count(reading.model, type.shape);
        const auto length = count ? packed_bytes(type.dtype, *count) : std::nullopt;
        StoredTensor tensor{type.dtype, type.shape, cursor.offset(), length.value_or(0)};
        if (!length || !cursor.take(*length)) {
            reading.damage(
                {ErrorCode::kCorrupt,
                 fmt::format("Tensor {} of the parameters ({} {}) reaches beyond the end of the file.",
                             out.size(), name(type.dtype), shape_text(reading.model, type.shape)),
                 start, 0});
            return out;
        }
        out.push_back(tensor);
    }
    return out;
}

bool is_parameter_file(Bytes bytes) {
    ByteCursor cursor(bytes);
    const auto header = read_header(cursor);
    if (!header) return false;
    // A TensorDesc begins with its type.
    wire::Reader reader(header->description, 0);
    wire::Field field;
    return reader.next(field) && field.tag == wire::varint_tag(1) &&
           data_type(field.value) != DataType::kUnknown;
}

Constant constant_of(const StoredTensor& tensor, FileId file) {
    Constant constant;
    constant.dtype = tensor.dtype;
    constant.shape = tensor.shape;
    constant.file = file;
    constant.offset = tensor.offset;
    constant.length = tensor.length;
    return constant;
}

}  // namespace netloupe::paddle
