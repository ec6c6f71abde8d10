#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include "base/mapped_file.h"
#include "formats/reader.h"
#include "not_a_model.h"

namespace netloupe {

namespace {

bool has_extension(const FormatReader& reader, const std::string& path) {
    std::string extension = std::filesystem::path(path).extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::ranges::find(reader.extensions, extension) != reader.extensions.end();
}

/// The surest reader; among equally sure ones the one whose extension the file has, then the first.
const FormatReader* choose_reader(Bytes head, const std::string& path) {
    const FormatReader* best = nullptr;
    int best_score = 0;
    for (const FormatReader* reader : format_readers()) {
        const auto match = reader->sniff(head);
        if (match == FormatReader::Match::kNo) continue;
        const int score =
            (match == FormatReader::Match::kSure ? 4 : 2) + (has_extension(*reader, path) ? 1 : 0);
        if (score > best_score) {
            best = reader;
            best_score = score;
        }
    }
    return best;
}

Error unknown_format(Bytes head, const std::string& path) {
    const std::string file = std::filesystem::path(path).filename().string();
    const auto what = what_else_it_is(head);
    if (!what.empty()) return {ErrorCode::kUnknownFormat, file + " is " + std::string(what) + ".", 0};
    std::string known;
    for (const FormatReader* reader : format_readers()) {
        known += (known.empty() ? "" : ", ") + std::string(reader->name);
    }
    return {ErrorCode::kUnknownFormat,
            file + " is not a model that Netloupe reads (" + known + "); its first bytes match none of them.",
            0};
}

Result<Model> read_source(SourceFile source, const CancelToken& cancel) {
    Model model;
    const std::string path = source.path;
    model.files.push_back(std::move(source));
    const Bytes bytes = model.files[0].bytes();
    const Bytes head = bytes.first(std::min(bytes.size(), kSniffBytes));
    const FormatReader* reader = choose_reader(head, path);
    if (reader == nullptr) return std::unexpected(unknown_format(head, path));
    const auto read = reader->read(model, cancel);
    if (!read) {
        // A guess that failed says more when it says what the file is.
        const auto what = what_else_it_is(head);
        if (!what.empty() && read.error().code == ErrorCode::kCorrupt)
            return std::unexpected(unknown_format(head, path));
        return std::unexpected(read.error());
    }
    return model;
}

Result<Model> open_file(const std::string& path, const CancelToken& cancel) {
    auto mapped = MappedFile::open(path);
    if (!mapped) return std::unexpected(mapped.error());
    return read_source({path, std::move(*mapped)}, cancel);
}

}  // namespace

std::string model_of_weights(const std::string& path) {
    for (const std::string_view ending : {".data", "_data"}) {
        const std::string model = path.substr(0, path.size() - std::min(ending.size(), path.size()));
        if (path.ends_with(ending) && model.ends_with(".onnx")) return model;
    }
    return {};
}

Result<Model> open_model(const std::string& path, const CancelToken& cancel) {
    auto model = open_file(path, cancel);
    if (model || model.error().code != ErrorCode::kUnknownFormat) return model;
    const std::string owner = model_of_weights(path);
    if (owner.empty()) return model;
    auto opened = open_file(owner, cancel);
    if (opened || opened.error().code != ErrorCode::kNotFound) return opened;
    const auto name = [](const std::string& of) { return std::filesystem::path(of).filename().string(); };
    return fail(ErrorCode::kUnknownFormat,
                name(path) + " holds weights of " + name(owner) + ", which is not beside it.");
}

Result<Model> read_model(std::vector<std::byte> bytes, const std::string& path, const CancelToken& cancel) {
    return read_source({path, std::move(bytes)}, cancel);
}

}  // namespace netloupe
