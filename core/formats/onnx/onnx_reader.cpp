#include <algorithm>
#include <array>

#include "formats/onnx.h"
#include "model_reader.h"
#include "sniff.h"
#include "text_forms.h"

namespace netloupe {

namespace {

FormatReader::Match sniff(const Glance& file) {
    return onnx::guess_content(file.head).match;
}

/// Puts the binary form in the text's place and reads that.
Result<void> read_text(Model& model, const CancelToken& cancel, Result<onnx::ConvertedText> converted) {
    if (!converted) return std::unexpected(converted.error());
    model.files[0].content = std::move(converted->binary);
    const auto read = converted->is_tensor ? onnx::read_tensor_message(model, cancel, &converted->lines)
                                           : onnx::read_model_message(model, cancel, &converted->lines);
    if (read && converted->damage) {
        model.damages.insert(model.damages.begin(), {*converted->damage, GraphId(0U), {}, {}});
    }
    return read;
}

Result<void> read(Model& model, const CancelToken& cancel) {
    const Bytes file = model.files[0].bytes();
    switch (onnx::guess_content(file.first(std::min(file.size(), kSniffBytes))).content) {
        case onnx::Content::kTensor:
            return onnx::read_tensor_message(model, cancel, nullptr);
        case onnx::Content::kSequence:
            return onnx::read_sequence_message(model, cancel);
        case onnx::Content::kMap:
            return onnx::read_map_message(model, cancel);
        case onnx::Content::kProtobufText:
            return read_text(model, cancel, onnx::convert_protobuf_text(file));
        case onnx::Content::kJson:
            return read_text(model, cancel, onnx::convert_json(file));
        case onnx::Content::kOnnxText:
            return read_text(model, cancel, onnx::convert_onnx_syntax(file));
        default:
            return onnx::read_model_message(model, cancel, nullptr);
    }
}

/// Exporters write the weights of "m.onnx" to "m.onnx.data" or "m.onnx_data".
std::string model_of(const std::string& path) {
    for (const std::string_view ending : {".data", "_data"}) {
        const std::string model = path.substr(0, path.size() - std::min(ending.size(), path.size()));
        if (path.ends_with(ending) && model.ends_with(".onnx")) return model;
    }
    return {};
}

constexpr auto kOwn = std::to_array<std::string_view>(
    {".onnx", ".onnxtxt", ".onnxtext", ".onnxjson", ".onnx.data", ".onnx_data"});
constexpr auto kText = std::to_array<std::string_view>({".pbtxt", ".textproto", ".prototxt"});
constexpr auto kShared = std::to_array<std::string_view>({".pb", ".json"});

}  // namespace

const FormatReader kOnnxReader = {
    .name = "ONNX",
    .endings = {.own = kOwn, .text = kText, .shared = kShared},
    .sniff = sniff,
    .read = read,
    .model_of = model_of,
};

}  // namespace netloupe
