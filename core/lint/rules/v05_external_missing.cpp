#include "context.h"
#include "damage_kind.h"

namespace netloupe::lint {

namespace {

void check(Context& context) {
    for (const Damage& damage : context.model().damages) {
        if (kind_of(context.model(), damage) != DamageKind::kExternalMissing) continue;
        context.report({
            .severity = Severity::kError,
            .message = damage.error.message,
            .fix =
                "Put the external data file back beside the model, or save the model with its data inside.",
            .graph = damage.graph,
            .node = damage.node,
            .tensor = damage.tensor,
        });
    }
}

}  // namespace

extern const Rule v05_external_missing;
const Rule v05_external_missing{
    .id = "V05",
    .name = "external-missing",
    .summary = "Weights stand in another file that is absent or too short.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .subject = Subject::kFile,
    .documentation =
        {
            .what =
                "Reports constants whose values stand outside the model file, in a file that does not exist, "
                "cannot be opened, or ends before the range that the model names.",
            .why = "The graph looks complete, but no runtime can load it.",
            .not_a_problem =
                "When only the graph is wanted: drawing and all rules that need no weights still work.",
            .fix = "Copy the data file together with the model, under the name that the model states. After "
                   "renaming "
                   "it, save the model again so that the stated names are right.",
            .example =
                "`model.onnx` names `model.onnx.data`, and only `model.onnx` was copied to the device.",
            .source = "https://github.com/microsoft/onnxruntime/issues/6696, "
                      "https://github.com/onnx/onnx/issues/3157",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
