#include <fmt/core.h>

#include <unordered_set>

#include "base/contained_path.h"
#include "base/utf8.h"
#include "context.h"

namespace netloupe::lint {

namespace {

/// Deflate makes nothing a thousand times smaller but what was made to be unpacked.
constexpr uint64_t kRatio = 100;
constexpr uint64_t kLarge = 1ULL << 30;

std::string fault_of(const ArchiveEntry& entry, std::string_view name, bool known) {
    if (entry.link) return "is a link, which may lead out of the folder that it is unpacked to";
    if (const auto why = why_location_escapes(name); !why.empty())
        return "has a name that leads out of the folder that it is unpacked to";
    if (known) return "is in the archive twice: programs differ in which of the two they read";
    if (entry.bytes > kLarge && entry.bytes / kRatio > entry.packed_bytes)
        return fmt::format("unpacks from {} bytes to {}", entry.packed_bytes, entry.bytes);
    return {};
}

void check(Context& context) {
    constexpr size_t kTold = 20;
    const Model& model = context.model();
    std::unordered_set<std::string_view> names;
    size_t told = 0;
    for (const ArchiveEntry& entry : model.archive_entries) {
        const std::string_view name = model.text(entry.name);
        const std::string fault = fault_of(entry, name, !names.insert(name).second);
        if (fault.empty() || ++told > kTold) continue;
        context.report({
            .severity = Severity::kError,
            .message = fmt::format("The archive's file \"{}\" {}.", to_utf8(name), fault),
            .fix = "Do not unpack the archive. Ask who made it for one that was written by the framework "
                   "itself.",
        });
    }
}

}  // namespace

extern const Rule x06_archive_entry;
const Rule x06_archive_entry{
    .id = "X06",
    .name = "archive-entry",
    .summary = "A file of the archive would be unpacked to somewhere else, is there twice, or is a bomb.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Reports files of a zip archive whose names are absolute or have a component `..`, "
                    "links, names that "
                    "are there twice, and files of more than 1 GiB that take less than a hundredth of it in "
                    "the archive.",
            .why = "Programs that unpack such an archive write over other files, read another file than the "
                   "one that was "
                   "checked, or run out of memory.",
            .not_a_problem =
                "Netloupe itself unpacks nothing to the disk and bounds what it unpacks in memory.",
            .fix = "Save the model again with the framework that it is for.",
            .example = "A `.pt` archive with an entry `../../.bashrc`.",
            .source = "https://github.com/protectai/modelscan, "
                      "https://security.snyk.io/research/zip-slip-vulnerability",
        },
    .check = check,
};

}  // namespace netloupe::lint
