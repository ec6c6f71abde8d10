#include <fmt/core.h>

#include "context.h"
#include "damage_kind.h"

namespace netloupe::lint {

namespace {

std::string place(const Error& error) {
    if (error.line != 0) return fmt::format(" (line {})", error.line);
    if (error.offset != Error::kNoOffset) return fmt::format(" (byte offset {})", error.offset);
    return {};
}

void check(Context& context) {
    for (const Damage& damage : context.model().damages) {
        if (kind_of(context.model(), damage) != DamageKind::kFile) continue;
        Finding finding = finding_of(context, damage);
        if (damage.error.code == ErrorCode::kUnsupported) finding.severity = Severity::kWarning;
        finding.message += place(damage.error);
        finding.fix = "Export, convert or download the file again; what is shown is what could be read.";
        context.report(std::move(finding));
    }
}

}  // namespace

extern const Rule v06_corrupt_file;
const Rule v06_corrupt_file{
    .id = "V06",
    .name = "corrupt-file",
    .summary = "A part of the file contradicts its format and could not be read.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Reports every part of the file that could not be read: truncated tables and messages, "
                    "vectors "
                    "that reach beyond the end, indices out of range, values that the format does not allow. "
                    "Storage "
                    "forms that are valid but not understood are warnings.",
            .why = "A runtime refuses such a file, or reads other values than its author wrote.",
            .not_a_problem = "Never, unless the file is a deliberate test input.",
            .fix = "Repeat the conversion or the download. A file that ends early is usually an interrupted "
                   "copy; a "
                   "file of a few hundred bytes may be a Git LFS pointer instead of the model.",
            .example = "A `.tflite` of 4 MiB whose copy stopped at 3 MiB: its buffers lie beyond the end.",
            .source = "https://github.com/ggml-org/llama.cpp/issues/13258",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
