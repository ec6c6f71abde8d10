#include <fmt/core.h>

#include <algorithm>
#include <span>
#include <vector>

#include "context.h"
#include "damage_kind.h"

namespace netloupe::lint {

namespace {

/// Names the further parts of the file that could not be read in the finding about the first.
void add_further(Finding& finding, std::span<const Damage* const> further) {
    constexpr size_t kNamed = 5;
    finding.message += fmt::format(" {} more {} not be read:", further.size(),
                                   further.size() == 1 ? "part could" : "parts could");
    for (const Damage* damage : further.first(std::min(further.size(), kNamed))) {
        finding.message += " " + damage->error.text();
    }
    if (further.size() > kNamed) finding.message += " …";
}

void check(Context& context) {
    // One cut makes many parts unreadable; where no node tells them apart, that is one thing to say.
    std::vector<const Damage*> of_the_file;
    const auto report = [&](const Damage& damage, std::span<const Damage* const> further) {
        Finding finding = finding_of(context, damage);
        if (damage.error.code == ErrorCode::kUnsupported) finding.severity = Severity::kWarning;
        finding.message = damage.error.text();
        if (!further.empty()) add_further(finding, further);
        finding.fix = "Export, convert or download the file again; what is shown is what could be read.";
        context.report(std::move(finding));
    };
    for (const Damage& damage : context.model().damages) {
        if (kind_of(context.model(), damage) != DamageKind::kFile) continue;
        const bool whole = !finding_of(context, damage).node.valid();
        if (whole && damage.error.code == ErrorCode::kCorrupt)
            of_the_file.push_back(&damage);
        else
            report(damage, {});
    }
    if (!of_the_file.empty()) report(*of_the_file[0], std::span(of_the_file).subspan(1));
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
