#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/cancellation.h"
#include "containers/zip_directory.h"
#include "model/model.h"

namespace netloupe {

inline constexpr size_t kSniffBytes = 4096;

/// What a reader may look at to recognise its files: never the name.
struct Glance {
    Bytes bytes;                         ///< The whole file, mapped: touch no more than is needed.
    Bytes head;                          ///< Its first kSniffBytes, all of it when it is smaller.
    std::span<const ZipMember> archive;  ///< Its members when it is a zip archive.
};

/// Endings of a format's file names, lower case, with dot; ".safetensors.index.json" is one.
struct Endings {
    std::span<const std::string_view> own =
        {};  ///< Of this format alone: a click in an explorer opens the model.
    std::span<const std::string_view> text = {};  ///< A person edits such files: they stay texts until asked.
    std::span<const std::string_view> shared =
        {};  ///< Others have files with this ending too: ".json", ".bin".
};

/// One format's way in: how to recognise its files and how to read them. A reader is one static constant in
/// its folder; nothing outside that folder knows the wire form.
struct FormatReader {
    std::string_view name;  ///< "ONNX", "TensorFlow Lite".
    Endings endings;

    /// How sure the reader is that this is one of its files.
    enum class Match { kNo, kMaybe, kSure };
    Match (*sniff)(const Glance& file);
    /// Reads the file that is already in `files[0]` of the model. An Error means that nothing could be read;
    /// damage behind which something could be read is in Model::damages instead.
    Result<void> (*read)(Model& model, const CancelToken& cancel);

    /// Files that make their folder a model: "saved_model.pb". A path may go into folders below.
    std::span<const std::string_view> folder_entries = {};
    /// The model that a file of weights, which says nothing of itself, belongs to by its name: the path of
    /// "m.param" for "m.bin". Empty when there is no such name. Null: the format has no such files.
    std::string (*model_of)(const std::string& path) = nullptr;
};

/// All readers, in the order in which they are asked.
std::span<const FormatReader* const> format_readers();

/// Whether the path ends in one of these.
bool has_ending(std::string_view path, std::span<const std::string_view> endings);

/// How sure one reader is of the bytes of a file.
FormatReader::Match sniff(const FormatReader& reader, Bytes bytes);

/// How sure some reader is that the file is a model, by its content; kNo when it cannot be opened.
FormatReader::Match recognise(const std::string& path);

/// The model whose weights a file holds, by its name: "m.onnx" of "m.onnx.data". The first that exists of
/// those that the readers name; empty when there is none.
std::string model_of_weights(const std::string& path);

/// The file that makes the folder a model, as one of the formats has it ("saved_model.pb"); empty for an
/// ordinary folder.
std::string model_of_folder(const std::string& folder);

/// Maps the file, recognises its format by content (the name only breaks ties), and reads it. Of a folder,
/// and of a zip archive that is no format of its own, the one model in it is read. A file of weights that
/// says nothing of itself is opened as the model beside it that it belongs to. Errors: kNotFound, kIo,
/// kUnknownFormat (saying what the file is instead, when its first bytes tell: a Git LFS pointer, a web page;
/// or which models there are when there are several), kCorrupt with offset, kLimit, kCancelled.
Result<Model> open_model(const std::string& path, const CancelToken& cancel = {});

/// The same for bytes in memory (standard input, fuzzing, tests); `path` names them in messages and is the
/// base of external files.
Result<Model> read_model(std::vector<std::byte> bytes, const std::string& path,
                         const CancelToken& cancel = {});

}  // namespace netloupe
