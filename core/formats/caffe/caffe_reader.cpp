#include <algorithm>
#include <array>
#include <cctype>

#include "base/byte_cursor.h"
#include "base/text.h"
#include "caffe_text.h"
#include "formats/caffe.h"
#include "layer_message.h"
#include "network_reader.h"

namespace netloupe {

namespace caffe {

namespace {

using Match = FormatReader::Match;
using wire::bytes_tag;

bool is_name(std::string_view text) {
    return std::ranges::none_of(text, [](unsigned char c) { return c < 0x20; });
}

/// Types are words: "Convolution".
bool is_type(std::string_view text) {
    return !text.empty() &&
           std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

bool is_layer(Bytes head, const wire::Field& message, bool is_v1) {
    const LayerMessage layer = LayerMessage::read(head, message, is_v1);
    return is_type(layer.type) && is_name(layer.name) && std::ranges::all_of(layer.bottoms, is_name) &&
           std::ranges::all_of(layer.tops, is_name) && !(layer.tops.empty() && layer.bottoms.empty());
}

Match sniff_binary(Bytes head) {
    wire::Reader reader(head, 0);
    wire::Field field;
    while (reader.next(field)) {
        switch (field.tag) {
            case bytes_tag(1):
            case bytes_tag(3):
                if (!is_name(as_text(field.bytes))) return Match::kNo;
                break;
            case bytes_tag(2):
            case bytes_tag(100):
                return is_layer(head, field, field.number() == 2) ? Match::kSure : Match::kNo;
            case wire::varint_tag(4):
            case wire::varint_tag(5):
            case wire::varint_tag(7):
            case bytes_tag(6):
            case bytes_tag(8):
                break;
            default:
                return Match::kNo;
        }
    }
    return Match::kNo;
}

/// Whether a message field of that name begins somewhere: "layer {", "layer: {".
bool has_message(std::string_view text, std::string_view name) {
    for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        if (at > 0 && !is_blank(text[at - 1])) continue;
        std::string_view rest = trimmed(text.substr(at + name.size()));
        if (rest.starts_with(':')) rest = trimmed(rest.substr(1));
        if (rest.starts_with('{')) return true;
    }
    return false;
}

Match sniff_text(std::string_view text) {
    constexpr auto kFields =
        std::to_array<std::string_view>({"name", "input", "input_dim", "input_shape", "layer", "layers",
                                         "state", "force_backward", "debug_info"});
    const std::string first = protobuf_text::first_field(text);
    if (std::ranges::find(kFields, first) == kFields.end()) return Match::kNo;
    if (!has_message(text, "layer") && !has_message(text, "layers")) return Match::kNo;
    const bool flows =
        text.find("top") != std::string_view::npos || text.find("bottom") != std::string_view::npos;
    return flows && text.find("type") != std::string_view::npos ? Match::kSure : Match::kNo;
}

bool is_text(Bytes head) {
    return std::ranges::none_of(as_text(head), [](char c) {
        const auto u = static_cast<unsigned char>(c);
        return u < 0x20 && !is_blank(c);
    });
}

Match sniff(const Glance& file) {
    return is_text(file.head) ? sniff_text(as_text(file.head)) : sniff_binary(file.head);
}

/// Puts the binary form in the text's place and reads that.
Result<void> read_text(Model& model, const CancelToken& cancel) {
    auto converted = convert_text(model.files[0].bytes());
    if (!converted) return std::unexpected(converted.error());
    model.files[0].content = std::move(converted->binary);
    const auto read = read_network(model, cancel, converted->lines, true);
    if (!read) return std::unexpected(converted->damage.value_or(read.error()));
    if (converted->damage)
        model.damages.insert(model.damages.begin(), {*converted->damage, GraphId(0U), {}, {}});
    std::vector<KeyValue> entries;
    for (const auto& unknown : converted->unknown) {
        entries.push_back({model.strings.intern("not read in line " + std::to_string(unknown.line)),
                           model.strings.intern(unknown.problem)});
    }
    model.model_metadata = append(model.metadata, std::span<const KeyValue>(entries));
    return {};
}

Result<void> read(Model& model, const CancelToken& cancel) {
    model.format = Format::kCaffe;
    model.format_name = kCaffeReader.name;
    const Bytes file = model.files[0].bytes();
    if (is_text(file.first(std::min(file.size(), kSniffBytes)))) return read_text(model, cancel);
    return read_network(model, cancel, {}, false);
}

constexpr auto kOwn = std::to_array<std::string_view>({".caffemodel"});
constexpr auto kText = std::to_array<std::string_view>({".prototxt", ".pbtxt"});

}  // namespace

}  // namespace caffe

const FormatReader kCaffeReader = {
    .name = "Caffe",
    .endings = {.own = caffe::kOwn, .text = caffe::kText, .shared = {}},
    .sniff = caffe::sniff,
    .read = caffe::read,
};

}  // namespace netloupe
