#include "array.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>

#include "base/byte_cursor.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "formats/python/number_types.h"
#include "python_literal.h"

namespace netloupe::numpy {

namespace {

using Json = nlohmann::json;

constexpr uint64_t kVersionAt = 6;
constexpr uint64_t kLengthAt = 8;
/// Nobody describes an array at such length.
constexpr uint64_t kLongestHeader = 16ULL << 20;

struct HeaderPlace {
    uint64_t begin = 0;
    uint64_t length = 0;
    bool irregular = false;
};

std::optional<HeaderPlace> place_of(Bytes front) {
    if (!as_text(front).starts_with(kMagic)) return std::nullopt;
    const auto major = load<uint8_t>(front, kVersionAt);
    const auto narrow = load<uint16_t>(front, kLengthAt);
    if (!major || !narrow) return std::nullopt;
    const auto wide = load<uint32_t>(front, kLengthAt);
    if (*major > 1) return wide ? std::optional(HeaderPlace{kLengthAt + 4, *wide, false}) : std::nullopt;
    // Some writers give version 1 a length of four bytes; there is nothing but blanks in front of a header
    // otherwise.
    if (wide && load<char>(front, kLengthAt + 2) == '\0') return HeaderPlace{kLengthAt + 4, *wide, true};
    return HeaderPlace{kLengthAt + 2, *narrow, false};
}

std::optional<uint64_t> number_in(std::string_view text) {
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// "<f4", "|S10", ">U3", "|O", "|V16", "<M8[ns]".
std::optional<Element> plain_element(std::string_view code) {
    Element element;
    if (!code.empty() && std::string_view("<>|=").contains(code[0])) {
        element.big_endian = code[0] == '>';
        code.remove_prefix(1);
    }
    if (const auto number = python::number_type(code.substr(0, code.find('[')))) {
        element.kind = Element::Kind::kNumber;
        element.type = *number;
        element.bytes = bits(*number) / 8;
        return element;
    }
    if (code.empty()) return std::nullopt;
    const char kind = code[0];
    code.remove_prefix(1);
    if (kind == 'O') {
        element.kind = Element::Kind::kObject;
        element.type = DataType::kObject;
        return element;
    }
    const auto size = number_in(code.substr(0, code.find('[')));
    if (!size || *size > limits::kTextBytes) return std::nullopt;
    element.bytes = *size;
    if (kind == 'S' || kind == 'a') {
        element.kind = Element::Kind::kBytes;
        element.type = DataType::kString;
    } else if (kind == 'U') {
        element.kind = Element::Kind::kText;
        element.type = DataType::kString;
        element.bytes = *size * 4;
    } else if (kind != 'V' && kind != 'f' && kind != 'c' && kind != 'i' && kind != 'u') {
        return std::nullopt;
    }
    return element;
}

std::optional<uint64_t> count_of(const Json& shape) {
    uint64_t count = 1;
    if (shape.is_number_integer())
        return shape.get<int64_t>() >= 0 ? std::optional(shape.get<uint64_t>()) : std::nullopt;
    if (!shape.is_array()) return std::nullopt;
    for (const Json& extent : shape) {
        if (!extent.is_number_integer() || extent.get<int64_t>() < 0) return std::nullopt;
        if (__builtin_mul_overflow(count, extent.get<uint64_t>(), &count)) return std::nullopt;
    }
    return count;
}

std::optional<Element> element_of(const Json& description, uint32_t depth);

/// ('name', type), ('name', type, shape) or (('title', 'name'), type).
std::optional<Element::Field> field_of(const Json& description, uint64_t offset, uint32_t depth) {
    if (!description.is_array() || description.size() < 2 || description.size() > 3) return std::nullopt;
    const Json& name =
        description[0].is_array() && description[0].size() == 2 ? description[0][1] : description[0];
    auto element = element_of(description[1], depth + 1);
    const auto count = description.size() == 3 ? count_of(description[2]) : std::optional<uint64_t>(1);
    if (!name.is_string() || !element || !count) return std::nullopt;
    return Element::Field{name.get<std::string>(), std::move(*element), offset, *count};
}

std::optional<Element> element_of(const Json& description, uint32_t depth) {
    if (description.is_string()) return plain_element(description.get_ref<const std::string&>());
    if (!description.is_array() || depth > limits::kNesting) return std::nullopt;
    Element record;
    record.kind = Element::Kind::kRecord;
    for (const Json& each : description) {
        auto field = field_of(each, record.bytes, depth);
        uint64_t bytes = 0;
        if (!field || __builtin_mul_overflow(field->count, field->element.bytes, &bytes) ||
            __builtin_add_overflow(record.bytes, bytes, &record.bytes))
            return std::nullopt;
        // Fields without a name are the gaps between the others.
        if (!field->name.empty()) record.fields.push_back(std::move(*field));
    }
    return record;
}

template <typename T>
T number_at(Bytes bytes, bool big_endian) {
    T value = *load<T>(bytes, 0);
    if constexpr (sizeof(T) > 1) {
        if (big_endian) {
            auto* const raw = reinterpret_cast<std::byte*>(&value);
            std::reverse(raw, raw + sizeof(T));
        }
    }
    return value;
}

/// The element with its bytes in this machine's order; of complex numbers each half.
std::vector<std::byte> in_our_order(const Element& element, Bytes bytes) {
    std::vector<std::byte> out(bytes.begin(), bytes.end());
    if (!element.big_endian) return out;
    const bool complex = element.type == DataType::kComplex64 || element.type == DataType::kComplex128;
    const auto half = static_cast<std::ptrdiff_t>(complex ? out.size() / 2 : out.size());
    std::reverse(out.begin(), out.begin() + half);
    std::reverse(out.begin() + half, out.end());
    return out;
}

std::string text_of(const Element& element, Bytes bytes) {
    std::string text;
    if (element.kind == Element::Kind::kText) {
        for (uint64_t at = 0; at + 4 <= bytes.size(); at += 4) {
            const auto c = number_at<uint32_t>(bytes.subspan(at), element.big_endian);
            if (c != 0) append_utf8(text, c);
        }
        return text;
    }
    text = as_text(bytes);
    text.resize(text.find_last_not_of('\0') + 1);
    return text;
}

std::string hexadecimal(Bytes bytes) {
    constexpr size_t kShown = 32;
    std::string text = "0x";
    for (const std::byte byte : bytes.first(std::min(bytes.size(), kShown)))
        text += fmt::format("{:02x}", std::to_integer<int>(byte));
    return bytes.size() > kShown ? text + "…" : text;
}

std::string values_text(const Values& values) {
    std::string text;
    std::visit(
        [&text](const auto& all) {
            for (const auto& value : all) text += fmt::format("{}{}", text.empty() ? "" : ", ", value);
        },
        values);
    return text;
}

/// Arrays of records of arrays ... hold more than their bytes tell.
constexpr size_t kLongestText = 4096;

std::string shown(const Element& element, Bytes bytes);

/// "[1, 2]" of a field that is an array.
std::string shown_field(const Element::Field& field, Bytes record) {
    constexpr uint64_t kShown = 8;
    std::string text;
    for (uint64_t i = 0; i < std::min(field.count, kShown) && text.size() < kLongestText; ++i) {
        if (i > 0) text += ", ";
        text +=
            shown(field.element, record.subspan(field.offset + i * field.element.bytes, field.element.bytes));
    }
    if (field.count == 1) return text;
    return fmt::format("[{}{}]", text, field.count > kShown ? ", …" : "");
}

/// One element as a person reads it: "(1, 0.5, cat)".
std::string shown(const Element& element, Bytes bytes) {
    switch (element.kind) {
        case Element::Kind::kNumber: {
            const auto ours = in_our_order(element, bytes);
            const auto values = decode_dense(element.type, ours, 0, 1);
            return values ? values_text(*values) : std::string("?");
        }
        case Element::Kind::kBytes:
        case Element::Kind::kText:
            return text_of(element, bytes);
        case Element::Kind::kRecord:
            break;
        default:
            return hexadecimal(bytes);
    }
    std::string text = "(";
    for (const Element::Field& field : element.fields) {
        if (text.size() > kLongestText) break;
        if (text.size() > 1) text += ", ";
        text += shown_field(field, bytes);
    }
    return text + ")";
}

Result<Array> interpret(const Json& header) {
    if (!header.is_object() || !header.contains("descr") || !header.contains("shape"))
        return fail(ErrorCode::kCorrupt, "The header has no descr or no shape.", kLengthAt);
    Array array;
    array.description = header["descr"].is_string()
                            ? header["descr"].get<std::string>()
                            : header["descr"].dump(-1, ' ', false, Json::error_handler_t::replace);
    array.fortran = header.contains("fortran_order") && header["fortran_order"] == true;
    auto element = element_of(header["descr"], 0);
    if (!element)
        return fail(ErrorCode::kUnsupported,
                    fmt::format("The element type {} is not known.", to_utf8(array.description)), kLengthAt);
    array.element = std::move(*element);
    const Json& shape = header["shape"];
    const auto count = count_of(shape);
    if (!shape.is_array() || shape.size() > limits::kRank)
        return fail(ErrorCode::kCorrupt, "The header's shape is no list of extents.", kLengthAt);
    for (const Json& extent : shape) {
        if (!extent.is_number_integer() || extent.get<int64_t>() < 0)
            return fail(ErrorCode::kCorrupt, "The header's shape is no list of extents.", kLengthAt);
        array.shape.push_back(extent.get<int64_t>());
    }
    uint64_t bytes = 0;
    if (count && !__builtin_mul_overflow(*count, array.element.bytes, &bytes)) array.bytes = bytes;
    return array;
}

}  // namespace

std::optional<uint64_t> header_bytes(Bytes front) {
    const auto place = place_of(front);
    return place ? std::optional(place->begin + place->length) : std::nullopt;
}

Result<Array> read_header(Bytes front) {
    const auto place = place_of(front);
    if (!place) return fail(ErrorCode::kCorrupt, "The array does not begin with NumPy's magic bytes.", 0);
    if (place->length > kLongestHeader)
        return fail(ErrorCode::kLimit, "The array's header is too long.", kLengthAt);
    const auto text = slice(front, place->begin, place->length);
    if (!text)
        return fail(ErrorCode::kCorrupt, "The array's header reaches beyond the end of the file.", kLengthAt);
    const auto literal = parse_literal(as_text(*text));
    if (!literal)
        return fail(ErrorCode::kCorrupt, literal.error().message, place->begin + literal.error().offset);
    auto array = interpret(*literal);
    if (!array) return array;
    array->header_bytes = place->begin + place->length;
    if (place->irregular)
        array->irregular =
            Error{ErrorCode::kCorrupt,
                  "The header of version 1 gives its length in four bytes instead of two; NumPy refuses it.",
                  kLengthAt};
    return array;
}

uint64_t stored_index(const Array& array, uint64_t index) {
    if (!array.fortran) return index;
    uint64_t stored = 0;
    uint64_t stride = 1;
    for (const int64_t extent : array.shape) stride *= static_cast<uint64_t>(extent);
    for (size_t d = array.shape.size(); d-- > 0;) {
        const auto extent = static_cast<uint64_t>(array.shape[d]);
        stride /= extent;
        stored += (index % extent) * stride;
        index /= extent;
    }
    return stored;
}

Result<Values> decode(const Array& array, Bytes data, uint64_t first, uint64_t count) {
    const Element& element = array.element;
    if (element.kind == Element::Kind::kObject)
        return fail(ErrorCode::kUnsupported,
                    "The elements are pickled objects of Python, which are not run.");
    std::vector<std::byte> numbers;
    std::vector<std::string> texts;
    for (uint64_t i = first; i < first + count; ++i) {
        const auto bytes = slice(data, stored_index(array, i) * element.bytes, element.bytes);
        if (!bytes) break;
        if (element.kind == Element::Kind::kNumber) {
            const auto ours = in_our_order(element, *bytes);
            numbers.insert(numbers.end(), ours.begin(), ours.end());
        } else {
            texts.push_back(shown(element, *bytes));
        }
    }
    if (element.kind != Element::Kind::kNumber) return texts;
    return decode_dense(element.type, numbers, 0, count);
}

}  // namespace netloupe::numpy
