#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/contained_path.h"
#include "base/utf8.h"
#include "checkpoint.h"
#include "containers/json_document.h"
#include "formats/pytorch.h"
#include "legacy.h"

namespace netloupe {

namespace torch {

namespace {

using Match = FormatReader::Match;

bool is_index(Bytes head) {
    const std::string_view text = as_text(head);
    const size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{' && text.contains("\"weight_map\"") &&
           (text.contains(".bin\"") || text.contains(".pt\"") || text.contains(".pth\""));
}

bool has_part(std::span<const ZipMember> archive, std::string_view start) {
    return std::ranges::any_of(archive,
                               [&](const ZipMember& member) { return member.name.starts_with(start); });
}

Match sniff(const Glance& file) {
    if (is_legacy(file.head) || is_legacy_tar(file.head)) return Match::kSure;
    if (is_index(file.head)) return Match::kSure;
    const auto root = Archive::root_of(file.archive);
    if (!root) return Match::kNo;
    return has_part(file.archive, *root + "data.pkl") ? Match::kSure : Match::kNo;
}

/// The first forms are known by the versions of PyTorch that began to write them.
std::string_view version_of(Bytes bytes) {
    if (is_legacy_tar(bytes)) return "v0.1.1";
    return is_legacy(bytes) ? "v0.1.10" : "v1.6";
}

/// Modules with their code. The code is listed with the archive's files; the graph is that of the modules.
bool is_script(const Model& model) {
    return std::ranges::any_of(model.archive_entries, [&](const ArchiveEntry& entry) {
        const std::string_view name = model.text(entry.name);
        return name.contains("/code/") && name.ends_with(".py");
    });
}

/// One file of a checkpoint that is split.
void read_shard(Checkpoint& checkpoint, const std::string& shard) {
    Model& model = checkpoint.model;
    checkpoint.location = to_utf8(shard);
    const auto path = resolve_beside(model.files[0].path, shard);
    auto mapped = path ? MappedFile::open(*path) : Result<MappedFile>(std::unexpected(path.error()));
    if (!mapped) return checkpoint.damage(mapped.error());
    const FileId file(model.files.size());
    model.files.push_back({*path, std::move(*mapped)});
    if (const auto read = read_checkpoint(checkpoint, file); !read) checkpoint.damage(read.error());
}

Result<void> read_index(Checkpoint& checkpoint, const CancelToken& cancel) {
    const auto index = parse_json(as_text(checkpoint.model.files[0].bytes()));
    if (!index || !index->is_object() || !index->contains("weight_map") ||
        !(*index)["weight_map"].is_object())
        return fail(ErrorCode::kCorrupt, "The index is not a JSON object with a weight_map.", 0);
    std::set<std::string> shards;
    for (const auto& [name, shard] : (*index)["weight_map"].items()) {
        if (shard.is_string()) shards.insert(shard.get<std::string>());
    }
    for (const std::string& shard : shards) {
        if (cancel.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
        read_shard(checkpoint, shard);
    }
    checkpoint.location.clear();
    return {};
}

Result<void> read(Model& model, const CancelToken& cancel) {
    model.format = Format::kPytorch;
    model.format_name = kPytorchReader.name;
    Checkpoint checkpoint(model);
    const Bytes file = model.files[0].bytes();
    const bool index = is_index(file.first(std::min(file.size(), kSniffBytes)));
    if (!index) model.format_version = version_of(file);
    if (is_script(model)) {
        model.format = Format::kTorchScript;
        model.format_name = "TorchScript";
    }
    const auto read = index ? read_index(checkpoint, cancel) : read_checkpoint(checkpoint, FileId(0U));
    if (!read) return read;
    checkpoint.graph.finish();
    return {};
}

/// "pytorch_model-00001-of-00002.bin" belongs to "pytorch_model.bin.index.json".
constexpr auto kOwn =
    std::to_array<std::string_view>({".pt", ".pth", ".ckpt", "pytorch_model.bin.index.json"});
constexpr auto kShared = std::to_array<std::string_view>({".bin", ".tar", ".bin.index.json"});

}  // namespace

}  // namespace torch

constexpr FormatReader kPytorchReader = {
    .name = "PyTorch",
    .endings = {.own = torch::kOwn, .shared = torch::kShared},
    .sniff = torch::sniff,
    .read = torch::read,
};

}  // namespace netloupe
