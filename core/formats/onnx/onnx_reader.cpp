#include <array>

#include "formats/onnx.h"
#include "model_reader.h"
#include "sniff.h"
#include "text_forms.h"

namespace netloupe {

namespace {

FormatReader::Match sniff(Bytes head) {
    return onnx::guess_content(head).match;
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

constexpr std::array<std::string_view, 7> kExtensions = {".onnx",     ".pb",      ".pbtxt",   ".textproto",
                                                         ".prototxt", ".onnxtxt", ".onnxjson"};

}  // namespace

const FormatReader kOnnxReader = {"ONNX", kExtensions, sniff, read};

}  // namespace netloupe
