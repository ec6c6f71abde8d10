#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>

#include "context.h"

namespace netloupe::lint {

namespace {

/// An extension that means one format. Those that many formats share (.pb, .bin, .json) are not among them.
struct Extension {
    std::string_view text;
    std::optional<Format> format;  ///< None: another than those of this rule.
};
constexpr std::array<Extension, 20> kExtensions = {{
    {".onnx", Format::kOnnx},      {".onnxtxt", Format::kOnnx},    {".ort", Format::kOrt},
    {".tflite", Format::kTflite},  {".lite", Format::kTflite},     {".gguf", std::nullopt},
    {".ggml", std::nullopt},       {".safetensors", std::nullopt}, {".mlmodel", std::nullopt},
    {".mlpackage", std::nullopt},  {".pt", std::nullopt},          {".pth", std::nullopt},
    {".pte", std::nullopt},        {".keras", std::nullopt},       {".h5", std::nullopt},
    {".npy", std::nullopt},        {".npz", std::nullopt},         {".mnn", std::nullopt},
    {".caffemodel", std::nullopt}, {".rknn", std::nullopt},
}};

void check(Context& context) {
    const Model& model = context.model();
    if (model.files.empty()) return;
    std::string extension = std::filesystem::path(model.files[0].path).extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto* const meant = std::ranges::find(kExtensions, extension, &Extension::text);
    if (meant == kExtensions.end() || meant->format == model.format) return;
    const bool ours =
        model.format == Format::kOnnx || model.format == Format::kOrt || model.format == Format::kTflite;
    if (!meant->format && !ours) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format("The content of the file is {}, but its name ends in {}: runtimes and tools "
                               "that go by the name read it as something else, and fail.",
                               model.format_name, extension),
        .fix = "Rename the file.",
    });
}

}  // namespace

extern const Rule v08_wrong_extension;
const Rule v08_wrong_extension{
    .id = "V08",
    .name = "wrong-extension",
    .summary = "The file's name says another format than its content.",
    .severity = Severity::kWarning,
    .formats = kAllFormats,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Compares the format that the file's bytes are in with the one that the end of its name "
                    "stands for.",
            .why = "ONNX Runtime tells its own format from ONNX by the name, and so do converters, editors "
                   "and people. What goes by the name fails with a message about damage.",
            .not_a_problem = "Names without an extension, and extensions that many formats share (.bin, .pb, "
                             ".model, .json).",
            .fix = "Rename the file.",
            .example = "A TensorFlow Lite model that was saved as `model.onnx`.",
            .source = "https://onnxruntime.ai/docs/performance/model-optimizations/ort-format-models.html",
        },
    .check = check,
};

}  // namespace netloupe::lint
