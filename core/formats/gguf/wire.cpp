#include "wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/byte_cursor.h"
#include "base/limits.h"

namespace netloupe::gguf {

namespace {

constexpr uint32_t kNewestVersion = 3;
constexpr uint64_t kVersionAt = 4;
constexpr uint32_t kMostDims = 8;  // ggml has 4; more is damage.

class Walker {
public:
    Walker(Bytes file, Encoding encoding) : file_(file), encoding_(encoding) {}

    Header walk() {
        Header header;
        header.encoding = encoding_;
        const auto tensors = count();
        const auto entries = count();
        if (!tensors || !entries) {
            stop("The file ends inside its header.");
        } else {
            header.declared_tensors = *tensors;
            read_entries(header, *entries);
            read_tensors(header, *tensors);
        }
        header.end = at_;
        header.damage = damage_;
        return header;
    }

private:
    void read_entries(Header& header, uint64_t entries) {
        for (uint64_t i = 0; i < entries && !damage_; ++i) {
            const auto key = text();
            const auto type = number(4);
            if (!key || !type)
                return stop(fmt::format("The file ends inside metadata entry {} of {}.", i, entries));
            Entry entry{*key, {}};
            if (!read_value(static_cast<uint32_t>(*type), entry.value, 0)) return;
            header.entries.push_back(entry);
        }
    }

    bool read_value(uint32_t type, Value& value, uint32_t depth) {
        value.type = static_cast<ValueType>(type);
        value.offset = at_;
        if (type > static_cast<uint32_t>(ValueType::kFloat64))
            return fail(fmt::format("There is no value type {}.", type));
        if (value.type == ValueType::kArray) return read_array(value, depth);
        if (value.type == ValueType::kString) {
            const auto string = text();
            if (!string) return fail("A string reaches beyond the end of the file.");
            value.length = string->size();
            value.offset = at_ - value.length;
            return true;
        }
        value.length = size_of(value.type);
        return skip(value.length) || fail("The file ends inside a metadata value.");
    }

    bool read_array(Value& value, uint32_t depth) {
        const auto element = number(4);
        const auto elements = count();
        if (!element || !elements || depth > limits::kNesting) return fail("The file ends inside an array.");
        value.element = static_cast<ValueType>(*element);
        value.count = *elements;
        value.offset = at_;
        const uint64_t size = size_of(value.element);
        uint64_t bytes = 0;
        if (size != 0) {
            if (__builtin_mul_overflow(size, *elements, &bytes) || !skip(bytes))
                return fail(
                    fmt::format("An array of {} elements reaches beyond the end of the file.", *elements));
        } else if (!skip_elements(static_cast<uint32_t>(*element), *elements, depth)) {
            return false;
        }
        value.length = at_ - value.offset;
        return true;
    }

    /// Each element takes bytes, so that a false count ends at the end of the file.
    bool skip_elements(uint32_t type, uint64_t elements, uint32_t depth) {
        for (uint64_t i = 0; i < elements; ++i) {
            Value element;
            if (!read_value(type, element, depth + 1)) return false;
        }
        return true;
    }

    void read_tensors(Header& header, uint64_t tensors) {
        for (uint64_t i = 0; i < tensors && !damage_; ++i) {
            TensorInfo info;
            info.place = at_;
            const auto name = text();
            const auto dims = number(4);
            if (!name || !dims) return stop(fmt::format("The file ends inside tensor {} of {}.", i, tensors));
            if (*dims > kMostDims) return stop(fmt::format("Tensor {} has {} dimensions.", i, *dims));
            info.name = *name;
            for (uint64_t d = 0; d < *dims; ++d) info.dims.push_back(count().value_or(0));
            const auto type = number(4);
            const auto offset = number(8);
            if (!type || !offset)
                return stop(fmt::format("The file ends inside tensor {} of {}.", i, tensors));
            info.type = static_cast<uint32_t>(*type);
            info.offset = *offset;
            header.tensors.push_back(std::move(info));
        }
    }

    std::optional<uint64_t> number(uint64_t bytes) {
        const auto value = read_unsigned(file_, encoding_, at_, bytes);
        if (value) at_ += bytes;
        return value;
    }
    std::optional<uint64_t> count() { return number(encoding_.count_bytes()); }
    std::optional<std::string_view> text() {
        const auto string = string_at(file_, encoding_, at_);
        if (!string) return std::nullopt;
        at_ = string->next;
        return string->text;
    }
    bool skip(uint64_t bytes) {
        if (!slice(file_, at_, bytes)) return false;
        at_ += bytes;
        return true;
    }
    void stop(std::string why) {
        if (!damage_) damage_ = Error{ErrorCode::kCorrupt, std::move(why), at_};
    }
    bool fail(std::string why) {
        stop(std::move(why));
        return false;
    }

    Bytes file_;
    Encoding encoding_;
    uint64_t at_ = 8;
    std::optional<Error> damage_;
};

std::string scalar_text(Bytes file, const Encoding& encoding, ValueType type, uint64_t offset) {
    const uint64_t bytes = size_of(type);
    const uint64_t raw = read_unsigned(file, encoding, offset, bytes).value_or(0);
    switch (type) {
        case ValueType::kFloat32:
            return fmt::format("{}", std::bit_cast<float>(static_cast<uint32_t>(raw)));
        case ValueType::kFloat64:
            return fmt::format("{}", std::bit_cast<double>(raw));
        case ValueType::kBool:
            return raw != 0 ? "true" : "false";
        case ValueType::kInt8:
            return fmt::format("{}", static_cast<int8_t>(raw));
        case ValueType::kInt16:
            return fmt::format("{}", static_cast<int16_t>(raw));
        case ValueType::kInt32:
            return fmt::format("{}", static_cast<int32_t>(raw));
        case ValueType::kInt64:
            return fmt::format("{}", static_cast<int64_t>(raw));
        default:
            return fmt::format("{}", raw);
    }
}

std::string array_text(Bytes file, const Encoding& encoding, const Value& value, uint64_t most) {
    std::string text = "[";
    uint64_t at = value.offset;
    for (uint64_t i = 0; i < std::min(value.count, most); ++i) {
        text += i == 0 ? "" : ", ";
        if (value.element == ValueType::kString) {
            const auto string = string_at(file, encoding, at);
            if (!string) break;
            text += string->text;
            at = string->next;
        } else if (size_of(value.element) != 0) {
            text += scalar_text(file, encoding, value.element, at);
            at += size_of(value.element);
        } else {
            text += "[…]";
        }
    }
    return text + (value.count > most ? fmt::format(", … ({} values)]", value.count) : "]");
}

}  // namespace

Result<Header> read_header(Bytes file) {
    if (!as_text(file).starts_with("GGUF"))
        return fail(ErrorCode::kCorrupt, "The file does not begin with GGUF.", 0);
    const auto version = load<uint32_t>(file, kVersionAt);
    if (!version) return fail(ErrorCode::kCorrupt, "The file ends inside its header.", kVersionAt);
    Encoding encoding{*version, false};
    // Nothing else says that a file is big-endian.
    if ((*version & 0xFFFFU) == 0) encoding = {std::byteswap(*version), true};
    if (encoding.version == 0 || encoding.version > kNewestVersion)
        return fail(ErrorCode::kUnsupported,
                    fmt::format("GGUF version {} is not known; versions 1 to {} are read.", encoding.version,
                                kNewestVersion),
                    kVersionAt);
    return Walker(file, encoding).walk();
}

uint64_t size_of(ValueType type) {
    constexpr std::array<uint64_t, 13> kSizes{1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
    const auto index = static_cast<size_t>(type);
    return index < kSizes.size() ? kSizes[index] : 0;
}

std::optional<uint64_t> read_unsigned(Bytes file, const Encoding& encoding, uint64_t offset, uint64_t bytes) {
    const auto raw = slice(file, offset, bytes);
    if (!raw || bytes > sizeof(uint64_t)) return std::nullopt;
    uint64_t value = 0;
    for (uint64_t i = 0; i < bytes; ++i) {
        const uint64_t at = encoding.big_endian ? i : bytes - 1 - i;
        value = value << 8 | std::to_integer<uint64_t>((*raw)[at]);
    }
    return value;
}

std::string value_text(Bytes file, const Encoding& encoding, const Value& value, uint64_t most) {
    if (value.type == ValueType::kArray) return array_text(file, encoding, value, most);
    if (value.type == ValueType::kString)
        return std::string(as_text(file.subspan(value.offset, value.length)));
    return scalar_text(file, encoding, value.type, value.offset);
}

std::optional<int64_t> value_integer(Bytes file, const Encoding& encoding, const Value& value) {
    const auto raw = read_unsigned(file, encoding, value.offset, size_of(value.type));
    if (!raw || value.type == ValueType::kFloat32 || value.type == ValueType::kFloat64) return std::nullopt;
    switch (value.type) {
        case ValueType::kString:
        case ValueType::kArray:
            return std::nullopt;
        case ValueType::kInt8:
            return static_cast<int8_t>(*raw);
        case ValueType::kInt16:
            return static_cast<int16_t>(*raw);
        case ValueType::kInt32:
            return static_cast<int32_t>(*raw);
        default:
            return static_cast<int64_t>(*raw);
    }
}

std::optional<StringAt> string_at(Bytes file, const Encoding& encoding, uint64_t offset) {
    const auto length = read_unsigned(file, encoding, offset, encoding.count_bytes());
    if (!length) return std::nullopt;
    const auto bytes = slice(file, offset + encoding.count_bytes(), *length);
    if (!bytes) return std::nullopt;
    return StringAt{as_text(*bytes), offset + encoding.count_bytes() + *length};
}

}  // namespace netloupe::gguf
