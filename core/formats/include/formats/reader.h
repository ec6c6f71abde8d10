#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/cancellation.h"
#include "model/model.h"

namespace netloupe {

/// One format's way in: how to recognise its files and how to read them. A reader is one static constant in
/// its folder; nothing outside that folder knows the wire form.
struct FormatReader {
    std::string_view name;                         ///< "ONNX", "TensorFlow Lite".
    std::span<const std::string_view> extensions;  ///< Lower case, with dot: ".onnx".

    /// How sure the reader is that `head` begins one of its files.
    enum class Match { kNo, kMaybe, kSure };
    /// Looks at the first bytes (at most kSniffBytes, the whole file when it is smaller) and never at the
    /// extension.
    Match (*sniff)(Bytes head);
    /// Reads the file that is already in `files[0]` of the model. An Error means that nothing could be read;
    /// damage behind which something could be read is in Model::damages instead.
    Result<void> (*read)(Model& model, const CancelToken& cancel);
};

inline constexpr size_t kSniffBytes = 4096;

/// All readers, in the order in which they are asked.
std::span<const FormatReader* const> format_readers();

/// The model whose weights a file holds, by the names that ONNX exporters give: "m.onnx" of "m.onnx.data" and
/// of "m.onnx_data". Empty for other names.
std::string model_of_weights(const std::string& path);

/// Maps the file, recognises its format by content (the extension only breaks ties), and reads it. A file of
/// weights that an ONNX exporter wrote ("m.onnx.data") is opened as the model beside it ("m.onnx").
/// Errors: kNotFound, kIo, kUnknownFormat (saying what the file is instead, when its first bytes tell: a Git
/// LFS pointer, a web page, a zip), kCorrupt with offset, kLimit, kCancelled.
Result<Model> open_model(const std::string& path, const CancelToken& cancel = {});

/// The same for bytes in memory (standard input, fuzzing, tests); `path` names them in messages and is the
/// base of external files.
Result<Model> read_model(std::vector<std::byte> bytes, const std::string& path,
                         const CancelToken& cancel = {});

}  // namespace netloupe
