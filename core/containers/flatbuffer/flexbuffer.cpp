#include "containers/flexbuffer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/limits.h"
#include "base/utf8.h"
#include "json_number.h"

namespace netloupe {

namespace {

/// Wire types of the FlexBuffers specification.
enum Type : uint32_t {
    kNull = 0,
    kInt = 1,
    kUint = 2,
    kFloat = 3,
    kKey = 4,
    kString = 5,
    kIndirectInt = 6,
    kIndirectFloat = 8,
    kMap = 9,
    kVector = 10,
    kVectorInt = 11,
    kVectorKey = 14,
    kVectorString = 15,
    kVectorInt2 = 16,
    kVectorFloat4 = 24,
    kBlob = 25,
    kBool = 26,
    kVectorBool = 36,
};

/// A packed type is a type and the width (as a power of two) of what it leads to.
constexpr uint8_t pack(uint32_t type) {
    return static_cast<uint8_t>(type << 2);
}
constexpr uint8_t width_of(uint8_t packed) {
    return static_cast<uint8_t>(1U << (packed & 3U));
}

std::optional<uint64_t> load_unsigned(Bytes bytes, uint64_t at, uint8_t width) {
    switch (width) {
        case 1:
            return load<uint8_t>(bytes, at);
        case 2:
            return load<uint16_t>(bytes, at);
        case 4:
            return load<uint32_t>(bytes, at);
        default:
            return load<uint64_t>(bytes, at);
    }
}

int64_t extend_sign(uint64_t value, uint8_t width) {
    const uint32_t unused = 64 - 8U * width;
    return static_cast<int64_t>(value << unused) >> unused;
}

std::optional<double> load_real(Bytes bytes, uint64_t at, uint8_t width) {
    if (width == 8) return load<double>(bytes, at);
    if (width != 4) return std::nullopt;  // Half floats are specified, but nothing writes them.
    const auto value = load<float>(bytes, at);
    return value ? std::optional(double{*value}) : std::nullopt;
}

}  // namespace

std::optional<FlexValue> FlexValue::root(Bytes bytes) {
    if (bytes.size() < 3) return std::nullopt;
    const auto width = std::to_integer<uint8_t>(bytes[bytes.size() - 1]);
    const auto packed = std::to_integer<uint8_t>(bytes[bytes.size() - 2]);
    if (width != 1 && width != 2 && width != 4 && width != 8) return std::nullopt;
    if (bytes.size() - 2 < width) return std::nullopt;
    return read(bytes, bytes.size() - 2 - width, width, packed);
}

std::optional<FlexValue> FlexValue::read(Bytes all, uint64_t at, uint8_t parent_width, uint8_t packed) {
    FlexValue value;
    value.all_ = all;
    const uint32_t type = packed >> 2;
    if (type <= kFloat || type == kBool) {
        return value.read_inline(at, parent_width, type) ? std::optional(value) : std::nullopt;
    }
    const auto back = load_unsigned(all, at, parent_width);
    if (!back || *back > at) return std::nullopt;
    value.width_ = width_of(packed);
    return value.read_at(at - *back, type) ? std::optional(value) : std::nullopt;
}

bool FlexValue::read_inline(uint64_t at, uint8_t width, uint32_t type) {
    if (type == kNull) return true;
    if (type == kFloat) {
        kind_ = Kind::kFloat;
        width_ = width;
        const auto real = load_real(all_, at, width);
        real_ = real.value_or(0);
        return real.has_value();
    }
    const auto bits = load_unsigned(all_, at, width);
    if (!bits) return false;
    kind_ = type == kInt ? Kind::kInt : type == kUint ? Kind::kUint : Kind::kBool;
    integer_ = type == kInt ? extend_sign(*bits, width) : static_cast<int64_t>(*bits);
    if (type == kBool) integer_ = *bits != 0 ? 1 : 0;
    return true;
}

bool FlexValue::read_at(uint64_t at, uint32_t type) {
    if (type >= kIndirectInt && type <= kIndirectFloat) {
        return read_inline(at, width_, type - kIndirectInt + kInt);
    }
    if (type == kKey || type == kString || type == kBlob) {
        kind_ = type == kBlob ? Kind::kBlob : Kind::kText;
        return read_text(at, type == kKey);
    }
    if (type >= kVectorInt2 && type <= kVectorFloat4) {
        kind_ = Kind::kVector;
        element_type_ = pack((type - kVectorInt2) % 3 + kInt);
        size_ = (type - kVectorInt2) / 3 + 2;
        first_ = at;
        return slice(all_, at, size_ * width_).has_value();
    }
    return read_sequence(at, type);
}

bool FlexValue::read_text(uint64_t at, bool key) {
    if (key) {
        if (at > all_.size()) return false;
        const Bytes rest = all_.subspan(at);
        const auto end = std::ranges::find(rest, std::byte{0});
        if (end == rest.end()) return false;
        content_ = rest.first(static_cast<size_t>(end - rest.begin()));
        return true;
    }
    if (at < width_) return false;
    const auto length = load_unsigned(all_, at - width_, width_);
    const auto found = length ? slice(all_, at, *length) : std::nullopt;
    content_ = found.value_or(Bytes());
    return found.has_value();
}

bool FlexValue::read_sequence(uint64_t at, uint32_t type) {
    switch (type) {
        case kMap:
            kind_ = Kind::kMap;
            break;
        case kVector:
            kind_ = Kind::kVector;
            break;
        case kVectorBool:
            kind_ = Kind::kVector;
            element_type_ = pack(kBool);
            break;
        case kVectorString:
            kind_ = Kind::kVector;
            element_type_ = pack(kString);
            break;
        default:
            if (type < kVectorInt || type > kVectorKey) return false;
            kind_ = Kind::kVector;
            element_type_ = pack(type - kVectorInt + kInt);
    }
    if (at < width_) return false;
    const auto count = load_unsigned(all_, at - width_, width_);
    // Elements of mixed type have a byte each for it behind the last one.
    const uint64_t bytes_each = width_ + (element_type_ == 0 ? 1U : 0U);
    if (!count || *count > all_.size() || !slice(all_, at, *count * bytes_each)) return false;
    size_ = *count;
    first_ = at;
    return kind_ != Kind::kMap || read_keys(at);
}

bool FlexValue::read_keys(uint64_t at) {
    // In front of a map's length: the offset of its keys and their width.
    if (at < 3ULL * width_) return false;
    const uint64_t field = at - 3ULL * width_;
    const auto back = load_unsigned(all_, field, width_);
    const auto width = load_unsigned(all_, field + width_, width_);
    if (!back || *back > field || !width || !(*width == 1 || *width == 2 || *width == 4 || *width == 8)) {
        return false;
    }
    keys_ = field - *back;
    key_width_ = static_cast<uint8_t>(*width);
    if (keys_ < key_width_ || !slice(all_, keys_, size_ * key_width_)) return false;
    return load_unsigned(all_, keys_ - key_width_, key_width_) == size_;
}

std::optional<FlexValue> FlexValue::element(uint64_t i) const {
    if (i >= size_) return std::nullopt;
    uint8_t packed = element_type_;
    if (packed == 0) packed = std::to_integer<uint8_t>(all_[first_ + size_ * width_ + i]);
    return read(all_, first_ + i * width_, width_, packed);
}

std::optional<std::string_view> FlexValue::key(uint64_t i) const {
    if (kind_ != Kind::kMap || i >= size_) return std::nullopt;
    const auto key = read(all_, keys_ + i * key_width_, key_width_, pack(kKey));
    return key ? std::optional(as_text(key->content())) : std::nullopt;
}

std::optional<FlexValue::Numbers> FlexValue::numbers() const {
    if (kind_ != Kind::kVector) return std::nullopt;
    Kind kind = Kind::kInt;
    switch (element_type_ >> 2) {
        case kInt:
            break;
        case kUint:
            kind = Kind::kUint;
            break;
        case kFloat:
            kind = Kind::kFloat;
            break;
        case kBool:
            kind = Kind::kBool;
            break;
        default:
            return std::nullopt;
    }
    return Numbers{kind, width_, all_.subspan(first_, size_ * width_)};
}

namespace {

using Json = nlohmann::ordered_json;

/// Builds JSON from a value while the budget lasts.
class JsonWriter {
public:
    explicit JsonWriter(uint64_t budget) : budget_(budget) {}

    std::optional<Json> write(const FlexValue& value, uint32_t depth) {
        using Kind = FlexValue::Kind;
        if (budget_ == 0 || depth > limits::kNesting) return std::nullopt;
        --budget_;
        switch (value.kind()) {
            case Kind::kNull:
                return Json();
            case Kind::kInt:
                return Json(value.integer());
            case Kind::kUint:
                return Json(static_cast<uint64_t>(value.integer()));
            case Kind::kBool:
                return Json(value.integer() != 0);
            case Kind::kFloat:
                return json_real(value.real());
            case Kind::kText:
            case Kind::kBlob:
                return Json(to_utf8(as_text(value.content())));
            case Kind::kVector:
                return vector(value, depth);
            case Kind::kMap:
                return map(value, depth);
        }
        return std::nullopt;
    }

private:
    std::optional<Json> vector(const FlexValue& value, uint32_t depth) {
        Json out = Json::array();
        for (uint64_t i = 0; i < value.size(); ++i) {
            const auto element = value.element(i);
            auto json = element ? write(*element, depth + 1) : std::nullopt;
            if (!json) return std::nullopt;
            out.push_back(std::move(*json));
        }
        return out;
    }

    std::optional<Json> map(const FlexValue& value, uint32_t depth) {
        Json out = Json::object();
        for (uint64_t i = 0; i < value.size(); ++i) {
            const auto key = value.key(i);
            const auto element = value.element(i);
            auto json = element ? write(*element, depth + 1) : std::nullopt;
            if (!key || !json) return std::nullopt;
            out[to_utf8(*key)] = std::move(*json);
        }
        return out;
    }

    uint64_t budget_;
};

}  // namespace

std::optional<std::string> to_json(const FlexValue& value, uint64_t values) {
    const auto json = JsonWriter(values).write(value, 0);
    return json ? std::optional(json->dump()) : std::nullopt;
}

}  // namespace netloupe
