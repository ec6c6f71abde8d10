#include "header.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "base/byte_cursor.h"
#include "base/limits.h"
#include "base/utf8.h"

namespace netloupe::safetensors {

namespace {

constexpr uint64_t kLengthBytes = 8;
/// What the reference reader takes at most.
constexpr uint64_t kLongestHeader = 100'000'000;

struct TypeName {
    std::string_view name;
    DataType type;
};
constexpr auto kTypes = std::to_array<TypeName>({
    {"F64", DataType::kFloat64},
    {"F32", DataType::kFloat32},
    {"F16", DataType::kFloat16},
    {"BF16", DataType::kBFloat16},
    {"F8_E4M3", DataType::kFloat8E4M3FN},
    {"F8_E5M2", DataType::kFloat8E5M2},
    {"F8_E4M3FNUZ", DataType::kFloat8E4M3FNUZ},
    {"F8_E5M2FNUZ", DataType::kFloat8E5M2FNUZ},
    {"F8_E8M0", DataType::kFloat8E8M0},
    {"F6_E3M2", DataType::kFloat6E3M2},
    {"F6_E2M3", DataType::kFloat6E2M3},
    {"F4", DataType::kFloat4E2M1},
    {"I64", DataType::kInt64},
    {"I32", DataType::kInt32},
    {"I16", DataType::kInt16},
    {"I8", DataType::kInt8},
    {"U64", DataType::kUint64},
    {"U32", DataType::kUint32},
    {"U16", DataType::kUint16},
    {"U8", DataType::kUint8},
    {"BOOL", DataType::kBool},
    {"C64", DataType::kComplex64},
});

/// Walks the header's JSON event by event: no tree of it is made, and names that stand twice are seen.
class HeaderEvents : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit HeaderEvents(Header& header) : header_(header) {}

    [[nodiscard]] const std::string& problem() const { return problem_; }
    [[nodiscard]] size_t place() const { return place_; }

    bool null() override { return other(); }
    bool boolean(bool) override { return other(); }
    bool number_float(double, const std::string&) override { return other(); }
    bool number_integer(int64_t) override { return other(); }
    bool number_unsigned(uint64_t value) override {
        if (list_ == nullptr || depth_ != kInTensor) return other();
        if (value > INT64_MAX || list_->size() >= limits::kRank) return other();
        list_->push_back(static_cast<int64_t>(value));
        return true;
    }
    bool string(std::string& text) override {
        if (depth_ == kInTensor && in_metadata_) {
            header_.metadata.emplace_back(field_, std::move(text));
        } else if (depth_ == kInTensor && field_ == "dtype") {
            header_.entries.back().dtype = std::move(text);
        } else {
            return other();
        }
        return true;
    }
    bool binary(binary_t&) override { return other(); }
    bool start_object(size_t) override { return ++depth_ <= kInTensor || fail("nests too deep"); }
    bool key(std::string& text) override {
        if (depth_ == kInTensor) {
            field_ = std::move(text);
            return true;
        }
        in_metadata_ = text == "__metadata__";
        if (!in_metadata_) header_.entries.push_back({std::move(text), {}, {}, 0, 0});
        return true;
    }
    bool end_object() override {
        if (depth_-- != kInTensor || in_metadata_) return true;
        if (offsets_.size() != 2) return fail("has no data_offsets of two numbers");
        Entry& entry = header_.entries.back();
        entry.begin = static_cast<uint64_t>(offsets_[0]);
        entry.end = static_cast<uint64_t>(offsets_[1]);
        offsets_.clear();
        return entry.begin <= entry.end || fail("has data_offsets that end before they begin");
    }
    bool start_array(size_t) override {
        if (depth_ != kInTensor || in_metadata_ || list_ != nullptr) return other();
        if (field_ == "shape") list_ = &header_.entries.back().shape;
        if (field_ == "data_offsets") list_ = &offsets_;
        if (list_ == nullptr) return other();
        list_->clear();
        return true;
    }
    bool end_array() override {
        list_ = nullptr;
        return true;
    }
    bool parse_error(size_t position, const std::string&, const nlohmann::detail::exception&) override {
        place_ = position;
        problem_ = "The header is not valid JSON";
        return false;
    }

private:
    static constexpr int kInTensor = 2;

    bool other() {
        return fail(fmt::format("has a value of \"{}\" that is not expected there", to_utf8(field_)));
    }
    bool fail(std::string_view why) {
        const std::string name = header_.entries.empty() ? "" : to_utf8(header_.entries.back().name);
        problem_ = in_metadata_ ? fmt::format("The header's __metadata__ {}", why)
                                : fmt::format("The header's entry \"{}\" {}", name, why);
        return false;
    }

    Header& header_;
    int depth_ = 0;
    bool in_metadata_ = false;
    std::string field_;
    std::vector<int64_t>* list_ = nullptr;
    std::vector<int64_t> offsets_;
    std::string problem_;
    size_t place_ = 0;
};

/// Bytes of the tensor by its shape and type; nothing when it is too large for any file or of an unknown
/// type.
std::optional<uint64_t> expected_bytes(const Entry& entry) {
    uint64_t count = 1;
    for (const int64_t extent : entry.shape) {
        if (__builtin_mul_overflow(count, static_cast<uint64_t>(extent), &count)) return std::nullopt;
    }
    return packed_bytes(type_of(entry.dtype), count);
}

class Faults {
public:
    Faults(const Header& header, uint64_t file_bytes)
        : header_(header), data_bytes_(file_bytes - std::min(file_bytes, header.data)) {}

    std::vector<Error> find() {
        std::unordered_set<std::string_view> names;
        std::vector<const Entry*> placed;
        for (const Entry& entry : header_.entries) {
            if (!names.insert(entry.name).second)
                add(entry, "stands twice in the header; readers take either");
            check_size(entry);
            if (entry.begin < entry.end) placed.push_back(&entry);
        }
        std::ranges::sort(placed, {}, &Entry::begin);
        check_gaps(placed);
        return std::move(errors_);
    }

private:
    void check_size(const Entry& entry) {
        if (entry.end > data_bytes_) {
            add(entry, fmt::format("reaches {} bytes beyond the end of the file", entry.end - data_bytes_));
        } else if (type_of(entry.dtype) == DataType::kUnknown) {
            add(entry, fmt::format("has the type \"{}\", which is not known", to_utf8(entry.dtype)));
        } else if (const auto bytes = expected_bytes(entry); bytes != entry.end - entry.begin) {
            add(entry, fmt::format("takes {} bytes in the file, but its shape and type need {}",
                                   entry.end - entry.begin,
                                   bytes ? fmt::format("{}", *bytes) : "more than any file can have"));
        }
    }

    void check_gaps(const std::vector<const Entry*>& placed) {
        uint64_t end = 0;
        const Entry* before = nullptr;
        for (const Entry* entry : placed) {
            if (entry->begin < end) {
                add(*entry, fmt::format("shares bytes with \"{}\"", to_utf8(before->name)));
            } else if (entry->begin > end) {
                hole(end, entry->begin);
            }
            if (entry->end >= end) before = entry;
            end = std::max(end, entry->end);
        }
        if (end < data_bytes_) hole(end, data_bytes_);
    }

    void hole(uint64_t begin, uint64_t end) {
        if (errors_.size() >= limits::kDamages) return;
        errors_.push_back(
            {ErrorCode::kCorrupt,
             fmt::format("{} bytes belong to no tensor, which readers of safetensors refuse.", end - begin),
             header_.data + begin});
    }

    void add(const Entry& entry, std::string_view what) {
        if (errors_.size() >= limits::kDamages) return;
        errors_.push_back({ErrorCode::kCorrupt,
                           fmt::format("The tensor \"{}\" {}.", to_utf8(entry.name), what),
                           header_.data + entry.begin});
    }

    const Header& header_;
    uint64_t data_bytes_;
    std::vector<Error> errors_;
};

}  // namespace

DataType type_of(std::string_view dtype) {
    const auto* const found = std::ranges::find(kTypes, dtype, &TypeName::name);
    return found == kTypes.end() ? DataType::kUnknown : found->type;
}

uint64_t declared_length(Bytes file) {
    const auto length = load<uint64_t>(file, 0);
    if (!length || *length < 2 || *length > kLongestHeader) return 0;
    return load<char>(file, kLengthBytes) == '{' ? *length : 0;
}

Result<Header> read_header(Bytes file) {
    const uint64_t length = declared_length(file);
    if (length == 0)
        return fail(ErrorCode::kCorrupt, "The file does not begin with a safetensors header.", 0);
    const auto text = slice(file, kLengthBytes, length);
    if (!text) {
        return fail(
            ErrorCode::kCorrupt,
            fmt::format("The header is {} bytes long, but the file ends after {}; its end is missing.",
                        length, file.size()),
            0);
    }
    Header header;
    header.data = kLengthBytes + length;
    HeaderEvents events(header);
    if (!nlohmann::json::sax_parse(as_text(*text), &events))
        return fail(ErrorCode::kCorrupt, events.problem() + ".", kLengthBytes + events.place());
    return header;
}

std::vector<Error> faults(const Header& header, uint64_t file_bytes) {
    return Faults(header, file_bytes).find();
}

}  // namespace netloupe::safetensors
