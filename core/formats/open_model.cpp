#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include "base/byte_cursor.h"
#include "base/mapped_file.h"
#include "base/utf8.h"
#include "formats/reader.h"
#include "not_a_model.h"

namespace netloupe {

namespace {

namespace fs = std::filesystem;
using Match = FormatReader::Match;

/// Models that are named when there are several to choose from.
constexpr size_t kNamed = 8;
/// Files of a folder, members of an archive that are looked at for the one model among them.
constexpr size_t kLookedAt = 1024;
/// Bytes that a model in an archive may unpack to: they are in memory, twice for a moment.
constexpr uint64_t kArchivedModelBytes = 200ULL << 20;

std::string file_name(const std::string& path) {
    return fs::path(path).filename().string();
}

Bytes head_of(Bytes bytes) {
    return bytes.first(std::min(bytes.size(), kSniffBytes));
}

/// A glance at bytes, with the archive's members, which stand nowhere else.
class Look {
public:
    explicit Look(Bytes bytes) : glance_{bytes, head_of(bytes), {}} {
        if (!as_text(glance_.head).starts_with("PK\x03\x04")) return;
        if (auto members = zip_members(bytes)) members_ = std::move(*members);
        glance_.archive = members_;
    }

    [[nodiscard]] const Glance& glance() const { return glance_; }

private:
    Glance glance_;
    std::vector<ZipMember> members_;
};

struct Choice {
    const FormatReader* reader = nullptr;
    Match match = Match::kNo;
};

bool names(const FormatReader& reader, std::string_view path) {
    const Endings& endings = reader.endings;
    return has_ending(path, endings.own) || has_ending(path, endings.text) ||
           has_ending(path, endings.shared);
}

/// The surest reader; among equally sure ones the one that the name speaks for, then the first.
Choice choose_reader(const Glance& glance, std::string_view path) {
    Choice best;
    int best_score = 0;
    for (const FormatReader* reader : format_readers()) {
        const Match match = reader->sniff(glance);
        if (match == Match::kNo) continue;
        const int score = (match == Match::kSure ? 4 : 2) + (names(*reader, path) ? 1 : 0);
        if (score > best_score) {
            best = {reader, match};
            best_score = score;
        }
    }
    return best;
}

Error unknown_format(Bytes head, const std::string& path) {
    const std::string file = file_name(path);
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

/// Whether a file that is no model, but an archive, is looked into.
enum class Unpack : uint8_t { kYes, kNo };
Result<Model> read_source(SourceFile source, const CancelToken& cancel, Unpack unpack = Unpack::kYes);

/// Why none of several models is opened: "m.zip holds 2 models (a.onnx, b.onnx); open one of them."
std::unexpected<Error> several(const std::string& path, const std::vector<std::string>& models) {
    const size_t named = std::min(models.size(), kNamed);
    return fail(
        ErrorCode::kUnknownFormat,
        fmt::format("{} holds {} models ({}{}); open one of them.", file_name(path), models.size(),
                    to_utf8(fmt::format("{}", fmt::join(models.begin(), models.begin() + named, ", "))),
                    named < models.size() ? ", …" : ""));
}

/// The members of an archive that are models themselves.
std::vector<const ZipMember*> models_among(const Glance& glance) {
    std::vector<const ZipMember*> models;
    for (const ZipMember& member : glance.archive.first(std::min(glance.archive.size(), kLookedAt))) {
        const auto head = zip_front(glance.bytes, member, kSniffBytes);
        if (!head || head->empty()) continue;
        const Bytes bytes = as_bytes(*head);
        if (choose_reader({bytes, bytes, {}}, member.name).match == Match::kSure) models.push_back(&member);
    }
    return models;
}

void note_entries(Model& model, std::span<const ZipMember> archive) {
    for (const ZipMember& member : archive) {
        model.archive_entries.push_back({model.strings.intern(member.name),
                                         member.packed_bytes,
                                         member.bytes,
                                         false,
                                         {member.header, 0}});
    }
}

/// Reads the one model that the archive holds; its other members are told as attachments.
Result<Model> read_archived(const Glance& glance, const std::string& path, const CancelToken& cancel) {
    const auto models = models_among(glance);
    if (models.empty()) return std::unexpected(unknown_format(glance.head, path));
    if (models.size() > 1) {
        std::vector<std::string> names;
        names.reserve(models.size());
        for (const ZipMember* member : models) names.emplace_back(member->name);
        return several(path, names);
    }
    const auto content = zip_content(glance.bytes, *models[0], kArchivedModelBytes);
    if (!content) return std::unexpected(content.error());
    const Bytes bytes = as_bytes(*content);
    auto model = read_source({path, std::vector<std::byte>(bytes.begin(), bytes.end())}, cancel, Unpack::kNo);
    if (!model) return model;
    note_entries(*model, glance.archive);
    for (const ZipMember& member : glance.archive) {
        model->attachments.push_back({model->strings.intern(member.name), member.bytes, StringId(0U)});
    }
    return model;
}

Result<Model> read_source(SourceFile source, const CancelToken& cancel, Unpack unpack) {
    Model model;
    const std::string path = source.path;
    model.files.push_back(std::move(source));
    const Look look(model.files[0].bytes());
    const Glance& glance = look.glance();
    const FormatReader* reader = choose_reader(glance, path).reader;
    if (reader == nullptr && unpack == Unpack::kYes) return read_archived(glance, path, cancel);
    if (reader == nullptr) return std::unexpected(unknown_format(glance.head, path));
    note_entries(model, glance.archive);
    auto read = reader->read(model, cancel);
    if (!read) {
        // A guess that failed says more when it says what the file is. Readers of texts have put other bytes
        // there.
        const Bytes head = head_of(model.files[0].bytes());
        if (read.error().code == ErrorCode::kCorrupt && !what_else_it_is(head).empty())
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

/// The files that stand in a folder itself and are models, without those that hold another one's weights.
std::vector<std::string> models_in(const std::string& folder) {
    std::vector<std::string> models;
    std::error_code error;
    size_t seen = 0;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code ignored;
        const std::string path = entry->path().string();
        if (++seen > kLookedAt) break;
        if (entry->is_regular_file(ignored) && recognise(path) == Match::kSure &&
            model_of_weights(path).empty())
            models.push_back(path);
    }
    std::ranges::sort(models);
    return models;
}

Result<Model> open_folder(const std::string& folder, const CancelToken& cancel) {
    const std::string entry = model_of_folder(folder);
    if (!entry.empty()) return open_file(entry, cancel);
    auto models = models_in(folder);
    if (models.size() == 1) return open_file(models[0], cancel);
    if (models.empty())
        return fail(ErrorCode::kUnknownFormat, file_name(folder) + " is a folder without a model.");
    std::ranges::transform(models, models.begin(), file_name);
    return several(folder, models);
}

}  // namespace

bool has_ending(std::string_view path, std::span<const std::string_view> endings) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == static_cast<unsigned char>(b);
    };
    return std::ranges::any_of(endings, [&](std::string_view ending) {
        return path.size() >= ending.size() &&
               std::ranges::equal(path.substr(path.size() - ending.size()), ending, same);
    });
}

FormatReader::Match sniff(const FormatReader& reader, Bytes bytes) {
    return reader.sniff(Look(bytes).glance());
}

FormatReader::Match recognise(const std::string& path) {
    const auto mapped = MappedFile::open(path);
    if (!mapped) return Match::kNo;
    const Look look(mapped->bytes());
    return choose_reader(look.glance(), path).match;
}

std::string model_of_weights(const std::string& path) {
    std::error_code error;
    for (const FormatReader* reader : format_readers()) {
        std::string model = reader->model_of == nullptr ? std::string() : reader->model_of(path);
        if (!model.empty() && fs::is_regular_file(model, error)) return model;
    }
    return {};
}

std::string model_of_folder(const std::string& folder) {
    std::error_code error;
    for (const FormatReader* reader : format_readers()) {
        for (const std::string_view name : reader->folder_entries) {
            const fs::path entry = fs::path(folder) / name;
            if (fs::is_regular_file(entry, error)) return entry.string();
        }
    }
    return {};
}

Result<Model> open_model(const std::string& path, const CancelToken& cancel) {
    std::error_code error;
    if (fs::is_directory(path, error)) return open_folder(path, cancel);
    auto model = open_file(path, cancel);
    if (model || model.error().code != ErrorCode::kUnknownFormat) return model;
    const std::string owner = model_of_weights(path);
    if (!owner.empty()) return open_file(owner, cancel);
    for (const FormatReader* reader : format_readers()) {
        const std::string missing = reader->model_of == nullptr ? std::string() : reader->model_of(path);
        if (missing.empty() || !has_ending(path, reader->endings.own)) continue;
        return fail(ErrorCode::kUnknownFormat, file_name(path) + " holds weights of " + file_name(missing) +
                                                   ", which is not beside it.");
    }
    return model;
}

Result<Model> read_model(std::vector<std::byte> bytes, const std::string& path, const CancelToken& cancel) {
    return read_source({path, std::move(bytes)}, cancel);
}

}  // namespace netloupe
