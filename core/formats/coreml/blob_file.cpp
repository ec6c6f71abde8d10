#include "blob_file.h"

#include <fmt/format.h>

#include <optional>

#include "base/byte_cursor.h"

namespace netloupe::coreml {

namespace {

constexpr uint32_t kSentinel = 0xDEADBEEF;
constexpr std::string_view kModelFolder = "@model_path/";

struct Record {
    uint64_t length = 0;
    uint64_t offset = 0;
};

std::optional<Record> read_record(Bytes file, uint64_t offset) {
    ByteCursor cursor(offset <= file.size() ? file.subspan(offset) : Bytes());
    const auto sentinel = cursor.read<uint32_t>();
    const auto type = cursor.read<uint32_t>();
    const auto length = cursor.read<uint64_t>();
    const auto at = cursor.read<uint64_t>();
    if (!sentinel || *sentinel != kSentinel || !type || !length || !at) return std::nullopt;
    return Record{*length, *at};
}

}  // namespace

void place_blob(CoremlReading& reading, const MilValue& value, Constant& constant) {
    Model& model = reading.model;
    std::string_view location = model.text(value.file);
    if (location.starts_with(kModelFolder)) location.remove_prefix(kModelFolder.size());
    const StringId name = reading.intern(location);
    const uint64_t expected =
        packed_bytes(constant.dtype, element_count(model, constant.shape).value_or(0)).value_or(0);
    // Opens the file, and tells that it is missing if it is.
    reading.external_files.place(model, {name, 0, std::nullopt}, 0, constant);
    if (constant.state != ConstantState::kPresent) return;
    const auto record = read_record(model.files[constant.file.index()].bytes(), value.offset);
    if (!record) {
        constant.state = ConstantState::kMissing;
        return reading.damage(
            {ErrorCode::kCorrupt,
             fmt::format("{} has no weights at offset {}, where the program looks for \"{}\".",
                         model.text(name), value.offset, model.text(constant.name)),
             value.offset, 0});
    }
    reading.external_files.place(model, {name, record->offset, record->length}, std::nullopt, constant);
    if (constant.state == ConstantState::kPresent && record->length < expected) {
        reading.damage({ErrorCode::kCorrupt,
                        fmt::format("{} holds {} bytes for \"{}\", but its type takes {}.", model.text(name),
                                    record->length, model.text(constant.name), expected),
                        value.offset, 0});
    }
}

}  // namespace netloupe::coreml
