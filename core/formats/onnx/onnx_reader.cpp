#include <array>

#include "formats/onnx.h"
#include "model_reader.h"
#include "sniff.h"

namespace netloupe {

namespace {

FormatReader::Match sniff(Bytes head) {
    return onnx::guess_content(head).match;
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
        default:
            return onnx::read_model_message(model, cancel, nullptr);
    }
}

constexpr std::array<std::string_view, 7> kExtensions = {".onnx",     ".pb",      ".pbtxt",   ".textproto",
                                                         ".prototxt", ".onnxtxt", ".onnxjson"};

}  // namespace

const FormatReader kOnnxReader = {"ONNX", kExtensions, sniff, read};

}  // namespace netloupe
