#include <fmt/core.h>

#include "context.h"

namespace netloupe::lint {

namespace {

void check(Context& context) {
    for (const Facts::OnTarget& on : context.facts().targets()) {
        if (on.target->deprecated.empty()) continue;
        context.report({
            .severity = context.severity(),
            .message = fmt::format("{} has no future: {}", on.target->id, on.target->deprecated),
            .fix = "Choose another way to the accelerator for new products.",
        });
    }
}

}  // namespace

extern const Rule d10_target_deprecated;
const Rule d10_target_deprecated{
    .id = "D10",
    .name = "target-deprecated",
    .summary = "The target is about to be withdrawn.",
    .severity = Severity::kInfo,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "With a chosen target, says once when its maker has deprecated it.",
            .why = "Later systems may be without it, and then the model runs on the processor.",
            .not_a_problem = "Devices whose system stays as it is.",
            .fix = "Choose another way to the accelerator for new products.",
            .example = "```\nnetloupe check model.tflite --target tflite-nnapi\n```",
            .source = "https://developer.android.com/ndk/guides/neuralnetworks/migration-guide",
        },
    .check = check,
};

}  // namespace netloupe::lint
