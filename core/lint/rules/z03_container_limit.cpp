#include <fmt/core.h>

#include "context.h"
#include "damage_kind.h"

namespace netloupe::lint {

namespace {

/// Protocol buffers count their bytes in 32 bits with a sign.
constexpr uint64_t kMostBytes = (uint64_t{1} << 31) - 1;

void check(Context& context) {
    const Model& model = context.model();
    // What follows a model that could not be read to its end may be no part of it.
    if (model.format != Format::kOnnx || model.files.empty() || is_damaged(model)) return;
    const uint64_t bytes = model.files[0].bytes().size();
    if (bytes <= kMostBytes) return;
    context.report({
        .severity = context.severity(),
        .message =
            fmt::format("The file has {:.2f} GiB; protocol buffers cannot have more than 2: ONNX's own "
                        "library and the runtimes that use it cannot read it.",
                        static_cast<double>(bytes) / (1U << 30)),
        .fix = "Save the model with external data (save_as_external_data).",
    });
}

}  // namespace

extern const Rule z03_container_limit;
const Rule z03_container_limit{
    .id = "Z03",
    .name = "container-limit",
    .summary = "The file is larger than its container allows.",
    .severity = Severity::kError,
    .formats = kOnnx,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Reports ONNX files of 2 GiB and more.",
            .why = "Protocol buffers are read as a whole, with lengths of 31 bits.",
            .not_a_problem = "Weights in external data do not count. Of a file that is damaged V06 tells.",
            .fix = "Save the model with external data.",
            .example = "A language model of 3 GB in a single `.onnx` file.",
            .source = "https://github.com/onnx/onnx/blob/main/docs/ExternalData.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
