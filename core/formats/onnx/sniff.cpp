#include "sniff.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/byte_cursor.h"
#include "base/limits.h"
#include "containers/protobuf_wire.h"
#include "formats/onnx/types.h"

namespace netloupe::onnx {

namespace {

using Match = FormatReader::Match;
using wire::bytes_tag;
using wire::fixed32_tag;
using wire::fixed64_tag;
using wire::varint_tag;

constexpr uint64_t kHighestIrVersion =
    1000;  ///< Far above what exists; others' first fields are larger still.
constexpr uint64_t kHighestElementKind = 5;  ///< Of SequenceProto.DataType.

bool is_one_line(Bytes bytes) {
    return std::ranges::none_of(as_text(bytes), [](char c) {
        const auto u = static_cast<unsigned char>(c);
        return u < 0x20 && c != '\t';
    });
}

bool is_readable(Bytes bytes) {
    return std::ranges::none_of(as_text(bytes), [](char c) {
        const auto u = static_cast<unsigned char>(c);
        return u < 0x20 && c != '\t' && c != '\n' && c != '\r';
    });
}

/// Whether a message was sound as far as it is there.
bool readable(const wire::Reader& reader) {
    const auto fault = reader.fault();
    return !fault || fault->cut;
}

/// Whether all tags of a message, as far as it is there, are allowed.
bool has_only(Bytes message, std::span<const uint32_t> tags) {
    wire::Reader reader(message, 0);
    wire::Field field;
    while (reader.next(field)) {
        if (std::ranges::find(tags, field.tag) == tags.end()) return false;
    }
    return readable(reader);
}

bool is_entry(Bytes message) {
    static constexpr std::array<uint32_t, 2> kTags = {bytes_tag(1), bytes_tag(2)};
    return has_only(message, kTags);
}

bool is_opset_import(Bytes message) {
    static constexpr std::array<uint32_t, 2> kTags = {bytes_tag(1), varint_tag(2)};
    return has_only(message, kTags);
}

/// A GraphProto; its first node is looked into, because the graphs of other formats begin with a node too.
bool is_graph(Bytes message) {
    bool first_node = true;
    wire::Reader reader(message, 0);
    wire::Field field;
    while (reader.next(field)) {
        if (field.type() != wire::WireType::kBytes) return false;
        const uint32_t number = field.number();
        if (number > 16 || (number > 2 && number < 10 && number != 5)) return false;
        if (number != 1 || !first_node) continue;
        first_node = false;
        wire::Reader node(field.bytes, 0);
        wire::Field part;
        if (node.next(part) && (part.number() > 10 || part.type() != wire::WireType::kBytes)) return false;
    }
    return readable(reader);
}

Match match_model(Bytes head) {
    bool version = false;
    bool telling = false;
    bool named = false;
    size_t plausible_fields = 0;
    wire::Reader reader(head, 0);
    wire::Field field;
    while (reader.next(field)) {
        bool plausible = false;
        switch (field.tag) {
            case varint_tag(1):
                plausible = field.value >= 1 && field.value <= kHighestIrVersion;
                version |= plausible;
                break;
            case bytes_tag(2):
            case bytes_tag(3):
            case bytes_tag(4):
                plausible = is_one_line(field.bytes);
                named |= plausible;
                break;
            case varint_tag(5):
                plausible = true;
                break;
            case bytes_tag(6):
                plausible = is_readable(field.bytes);
                break;
            case bytes_tag(7):
                plausible = is_graph(field.bytes);
                telling |= plausible;
                break;
            case bytes_tag(8):
                plausible = is_opset_import(field.bytes);
                telling |= plausible && !field.bytes.empty();
                break;
            case bytes_tag(14):
                plausible = is_entry(field.bytes);
                break;
            case bytes_tag(20):
            case bytes_tag(25):
            case bytes_tag(26):
                plausible = true;
                break;
            default:
                break;
        }
        if (telling && (version || named)) return Match::kSure;
        if (!plausible) return Match::kNo;
        ++plausible_fields;
    }
    if (telling) return Match::kMaybe;
    return version && (plausible_fields > 1 || head.size() <= 3) ? Match::kMaybe : Match::kNo;
}

Match match_tensor(Bytes head) {
    bool type = false;
    bool telling = false;
    wire::Reader reader(head, 0);
    wire::Field field;
    while (reader.next(field)) {
        switch (field.tag) {
            case varint_tag(1):
            case bytes_tag(1):
            case bytes_tag(13):
            case bytes_tag(16):
            case varint_tag(14):
                break;
            case varint_tag(2):
                if (data_type_of(field.integer32()) == DataType::kUnknown) return Match::kNo;
                type = true;
                break;
            case bytes_tag(8):
                if (!is_one_line(field.bytes)) return Match::kNo;
                telling = true;
                break;
            case bytes_tag(12):
                if (!is_readable(field.bytes)) return Match::kNo;
                break;
            case fixed32_tag(4):
            case varint_tag(5):
            case varint_tag(7):
            case varint_tag(11):
            case fixed64_tag(10):
            case bytes_tag(4):
            case bytes_tag(5):
            case bytes_tag(6):
            case bytes_tag(7):
            case bytes_tag(9):
            case bytes_tag(10):
            case bytes_tag(11):
                telling = true;
                break;
            default:
                return Match::kNo;
        }
    }
    if (!type || (reader.failed() && !reader.fault()->cut)) return Match::kNo;
    return telling ? Match::kSure : Match::kMaybe;
}

Guess guess_container(Bytes head, uint32_t depth);

/// Whether a message could be an element of a container whose kind says what its elements are.
bool is_element(const wire::Field& field, uint64_t kind, uint32_t depth) {
    if (field.tag != bytes_tag(static_cast<uint32_t>(kind) + 2)) return false;
    if (kind == 1) return match_tensor(field.bytes) != Match::kNo;
    if (kind == 2) return true;
    return field.bytes.empty() || guess_container(field.bytes, depth + 1).match != Match::kNo;
}

/// SequenceProto, OptionalProto (the same field numbers) and MapProto, whose field 2 numbers a data type.
Guess guess_container(Bytes head, uint32_t depth) {
    if (depth > limits::kNesting) return {};
    uint64_t kind = UINT64_MAX;
    bool values = false;
    wire::Reader reader(head, 0);
    wire::Field field;
    while (reader.next(field)) {
        if (field.tag == varint_tag(2)) {
            kind = field.value;
        } else if (field.tag == bytes_tag(1)) {
            if (!is_one_line(field.bytes)) return {};
        } else if (kind <= kHighestElementKind) {
            if (!is_element(field, kind, depth)) return {};
            values = true;
        } else if (field.tag == bytes_tag(5)) {
            if (guess_container(field.bytes, depth + 1).match == Match::kNo) return {};
            values = true;
        } else if (field.number() != 3 && field.tag != bytes_tag(4)) {
            return {};
        }
    }
    if (!readable(reader)) return {};
    const Match match = values ? Match::kSure : Match::kMaybe;
    if (kind <= kHighestElementKind) return {Content::kSequence, match};
    if (!values || data_type_of(static_cast<int64_t>(kind)) == DataType::kUnknown) return {};
    return {Content::kMap, match};
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// Drops blanks, line breaks and comments of the two text forms.
std::string_view skip_blank(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    while (!text.empty()) {
        if (std::isspace(static_cast<unsigned char>(text[0])) != 0) {
            text.remove_prefix(1);
        } else if (text[0] == '#' || text.starts_with("//")) {
            text.remove_prefix(std::min(text.find('\n'), text.size()));
        } else {
            break;
        }
    }
    return text;
}

Guess guess_text(std::string_view text) {
    if (text.starts_with("{")) {
        const bool telling = contains(text, "\"irVersion\"") || contains(text, "\"ir_version\"") ||
                             contains(text, "\"opsetImport\"") || contains(text, "\"opset_import\"") ||
                             (contains(text, "\"graph\"") && contains(text, "\"opType\""));
        return telling ? Guess{Content::kJson, Match::kSure} : Guess{};
    }
    if (text.starts_with("<")) {
        const bool telling = contains(text, "ir_version") || contains(text, "opset_import");
        return telling ? Guess{Content::kOnnxText, Match::kSure} : Guess{};
    }
    static constexpr std::array<std::string_view, 7> kModelFields = {
        "ir_version:",    "opset_import {", "opset_import{", "op_type:",
        "producer_name:", "opset_import:",  "opset_import <"};
    if (std::ranges::any_of(kModelFields, [&](std::string_view f) { return contains(text, f); })) {
        return {Content::kProtobufText, Match::kSure};
    }
    const bool is_tensor =
        contains(text, "data_type:") && (contains(text, "dims:") || contains(text, "_data:"));
    if (is_tensor) return {Content::kProtobufText, Match::kSure};
    // A graph of ONNX's own syntax: agraph (float[N] x) => (float[N] y) {
    if (contains(text, "=>") && contains(text, "(") && contains(text, "{")) {
        return {Content::kOnnxText, Match::kMaybe};
    }
    return {};
}

}  // namespace

Guess guess_content(Bytes head) {
    if (head.empty()) return {};
    if (const Match match = match_model(head); match != Match::kNo) return {Content::kModel, match};
    if (is_readable(head)) {
        const Guess text = guess_text(skip_blank(as_text(head)));
        if (text.match != Match::kNo) return text;
    }
    const Guess container = guess_container(head, 0);
    if (container.match == Match::kSure) return container;
    const Match tensor = match_tensor(head);
    if (tensor == Match::kSure || container.match == Match::kNo) return {Content::kTensor, tensor};
    return container;
}

}  // namespace netloupe::onnx
