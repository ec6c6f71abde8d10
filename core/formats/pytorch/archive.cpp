#include "formats/pytorch/archive.h"

#include <algorithm>

#include "base/limits.h"

namespace netloupe::torch {

namespace {

/// Of all files of an archive that are read whole: code, pickles, descriptions.
constexpr uint64_t kMostUnpacked = 4 * limits::kInflatedBytes;

}  // namespace

std::optional<std::string> Archive::root_of(std::span<const ZipMember> members) {
    for (const ZipMember& member : members) {
        for (const std::string_view entry :
             {"data.pkl", "archive_format", "models/model.json", "serialized_exported_program.json"}) {
            if (!member.name.ends_with(entry)) continue;
            const std::string_view root = member.name.substr(0, member.name.size() - entry.size());
            const bool above = root.empty() || (root.ends_with('/') && root.find('/') == root.size() - 1);
            if (above) return std::string(root);
        }
    }
    return std::nullopt;
}

Result<Archive> Archive::open(Model& model, FileId file) {
    const auto members = zip_members(model.files[file.index()].bytes());
    if (!members) return std::unexpected(members.error());
    Archive archive(model, file);
    archive.root_ = root_of(*members).value_or("");
    for (const ZipMember& member : *members) {
        if (!member.name.starts_with(archive.root_) || member.name.ends_with('/')) continue;
        const std::string_view name = member.name.substr(archive.root_.size());
        if (archive.members_.emplace(name, member).second) archive.names_.push_back(name);
    }
    return archive;
}

Result<Part> Archive::part(std::string_view name) {
    const auto found = members_.find(name);
    if (found == members_.end())
        return fail(ErrorCode::kNotFound, "The archive has no " + std::string(name) + ".");
    const ZipMember& member = found->second;
    const Bytes whole = model_->files[file_.index()].bytes();
    if (member.method == ZipMember::Method::kStored && !member.encrypted) {
        const auto bytes = zip_packed(whole, member);
        if (!bytes) return std::unexpected(bytes.error());
        return Part{*bytes, file_, static_cast<uint64_t>(bytes->data() - whole.data())};
    }
    if (unpacked_ + std::min(member.bytes, kMostUnpacked) > kMostUnpacked) {
        return fail(ErrorCode::kLimit, "The archive's files unpack to more than is read of them.",
                    member.header);
    }
    const auto content = zip_content(whole, member, limits::kInflatedBytes);
    if (!content) return std::unexpected(content.error());
    unpacked_ += content->size();
    const Bytes bytes = as_bytes(*content);
    const FileId unpacked(model_->files.size());
    model_->files.push_back(
        {model_->files[file_.index()].path, std::vector<std::byte>(bytes.begin(), bytes.end())});
    return Part{model_->files.back().bytes(), unpacked, 0};
}

std::string Archive::text(std::string_view name) {
    const auto found = part(name);
    if (!found) return {};
    const std::string_view text = as_text(found->bytes);
    constexpr std::string_view kBlanks = " \t\r\n";
    const size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return {};
    return std::string(text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin));
}

std::optional<StoredBytes> Archive::storage(std::string_view name) const {
    const auto found = members_.find(name);
    if (found == members_.end() || found->second.encrypted) return std::nullopt;
    const Bytes whole = model_->files[file_.index()].bytes();
    const auto packed = zip_packed(whole, found->second);
    if (!packed) return std::nullopt;
    return StoredBytes{file_, static_cast<uint64_t>(packed->data() - whole.data()), packed->size(),
                       found->second.bytes, found->second.method == ZipMember::Method::kDeflated};
}

}  // namespace netloupe::torch
