#include <fmt/core.h>

#include <filesystem>

#include "context.h"
#include "damage_kind.h"

namespace netloupe::lint {

namespace {

constexpr std::string_view kFix =
    "Do not load the model before its data file stands in the model's folder under a plain relative name.";

uintmax_t hard_links(const std::string& path) {
    std::error_code error;
    const uintmax_t count = std::filesystem::hard_link_count(path, error);
    return error ? 1 : count;
}

/// A hard link beside the model may be any file of the machine. Package managers link all files of a folder,
/// the model too; then it is information only.
void check_hard_links(Context& context) {
    const auto& files = context.model().files;
    if (files.empty()) return;
    const bool all_linked = hard_links(files[0].path) > 1;
    for (size_t i = 1; i < files.size(); ++i) {
        const uintmax_t links = hard_links(files[i].path);
        if (links < 2) continue;
        context.report({
            .severity = all_linked ? Severity::kInfo : context.severity(),
            .message =
                fmt::format("The external data file \"{}\" has {} names in the file system: it may be "
                            "a hard link to a file outside the model's folder, and runtimes that check "
                            "for this refuse it.",
                            files[i].path, links),
            .fix = "Replace the link by a copy of the data.",
        });
    }
}

void check(Context& context) {
    for (const Damage& damage : context.model().damages) {
        if (kind_of(context.model(), damage) != DamageKind::kExternalOutside) continue;
        Finding finding = finding_of(context, damage);
        finding.message +=
            " A model must not name files outside its own folder: loading it could read any file of the "
            "machine.";
        finding.fix = kFix;
        context.report(std::move(finding));
    }
    check_hard_links(context);
}

}  // namespace

extern const Rule x05_external_path;
const Rule x05_external_path{
    .id = "X05",
    .name = "external-path",
    .summary = "The model names a data file outside its own folder.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Reports locations of external data that are empty, absolute (`/`, `\\`, a drive, "
                    "`file:`, `~`), "
                    "have a component `..`, contain a NUL byte, or lead outside the model's folder through a "
                    "symbolic "
                    "link, and data files that are hard links. What lies outside the folder is never opened.",
            .why = "Who loads the model reads the file that it names. A model from a stranger can so read "
                   "any file "
                   "of the machine into its weights, and give it back in its outputs.",
            .not_a_problem =
                "A file in the model's folder or below it. Where the model itself is a hard link too, as "
                "some package managers install files, a linked data file is information only.",
            .fix = "Save the model again with its data beside it. If the model is not yours, do not load it.",
            .example = "An initializer with the location `../../../etc/passwd`.",
            .source = "https://github.com/onnx/onnx/issues/3991, "
                      "https://github.com/onnx/onnx/blob/main/docs/ExternalDataSecurity.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
