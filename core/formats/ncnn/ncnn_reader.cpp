#include <algorithm>
#include <array>
#include <filesystem>

#include "base/byte_cursor.h"
#include "base/limits.h"
#include "base/text.h"
#include "binary_layers.h"
#include "formats/ncnn.h"
#include "graph_builder.h"
#include "layer_types.h"
#include "text_layers.h"

namespace netloupe {

namespace ncnn {

namespace {

constexpr uint32_t kLayersBetweenCancelChecks = 1024;

Result<void> read_layers(Model& model, LayerSource& source, const CancelToken& cancel) {
    GraphBuilder builder(model);
    Layer layer;
    int64_t count = 0;
    while (source.next(layer)) {
        if (count % kLayersBetweenCancelChecks == 0 && cancel.cancelled()) {
            return fail(ErrorCode::kCancelled, "Reading was cancelled.");
        }
        if (builder.elements() > limits::kElements) {
            return fail(ErrorCode::kLimit, "The network has more layers and blobs than can be kept.");
        }
        builder.add(layer);
        ++count;
    }
    if (builder.empty()) {
        return std::unexpected(source.fault().value_or(
            Error{ErrorCode::kCorrupt, "The network has no layers.", Error::kNoOffset, 0}));
    }
    builder.finish();
    if (source.fault()) {
        model.damages.push_back({*source.fault(), GraphId(0U), {}, {}});
    } else if (source.announced() && *source.announced() != count) {
        model.damages.push_back({{ErrorCode::kCorrupt,
                                  "The file announces " + std::to_string(*source.announced()) +
                                      " layers, but has " + std::to_string(count) + "; it may be cut off.",
                                  Error::kNoOffset, 0},
                                 GraphId(0U),
                                 {},
                                 {}});
    }
    return {};
}

bool is_binary(Bytes head) {
    return load<int32_t>(head, 0) == kMagic;
}

/// The first line of the text that is not empty, without it.
std::string_view take_line(std::string_view& text) {
    std::string_view line;
    while (line.empty() && !text.empty()) {
        line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        line = trimmed(line);
    }
    return line;
}

bool is_counts(std::string_view line) {
    const size_t blank = line.find(' ');
    return blank != std::string_view::npos && parse_number<uint32_t>(line.substr(0, blank)) &&
           parse_number<uint32_t>(line.substr(blank));
}

FormatReader::Match sniff(const Glance& file) {
    using Match = FormatReader::Match;
    if (is_binary(file.head)) {
        const auto layers = load<int32_t>(file.head, 4);
        const auto blobs = load<int32_t>(file.head, 8);
        return layers && blobs && *layers > 0 && *blobs > 0 ? Match::kSure : Match::kNo;
    }
    std::string_view text = as_text(file.head);
    std::string_view line = take_line(text);
    const bool has_magic = parse_number<int32_t>(line) == kMagic;
    if (has_magic) line = take_line(text);
    if (!is_counts(line)) return Match::kNo;
    if (has_magic) return Match::kSure;
    // The oldest texts have no magic number: the first layer's type tells.
    const std::string_view first = take_line(text);
    return find_layer_type(first.substr(0, first.find_first_of(" \t"))) != nullptr ? Match::kMaybe
                                                                                   : Match::kNo;
}

Result<void> read(Model& model, const CancelToken& cancel) {
    model.format = Format::kNcnn;
    model.format_name = kNcnnReader.name;
    const Bytes file = model.files[0].bytes();
    if (is_binary(file)) {
        BinaryLayers layers(file);
        return read_layers(model, layers, cancel);
    }
    TextLayers layers(as_text(file));
    return read_layers(model, layers, cancel);
}

/// The network of the weights "m.bin" is "m.param", or "m.param.bin".
std::string model_of(const std::string& path) {
    if (!path.ends_with(".bin") || path.ends_with(".param.bin")) return {};
    const std::string text = path.substr(0, path.size() - std::string_view(".bin").size()) + ".param";
    std::error_code error;
    return std::filesystem::is_regular_file(text, error) ? text : text + ".bin";
}

constexpr auto kOwn = std::to_array<std::string_view>({".param.bin"});
constexpr auto kText = std::to_array<std::string_view>({".param"});
constexpr auto kShared = std::to_array<std::string_view>({".bin"});

}  // namespace

}  // namespace ncnn

const FormatReader kNcnnReader = {
    .name = "ncnn",
    .endings = {.own = ncnn::kOwn, .text = ncnn::kText, .shared = ncnn::kShared},
    .sniff = ncnn::sniff,
    .read = ncnn::read,
    .model_of = ncnn::model_of,
};

}  // namespace netloupe
