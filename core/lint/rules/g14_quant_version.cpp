#include <fmt/format.h>

#include <algorithm>

#include "context.h"
#include "gguf_facts.h"

namespace netloupe::lint {

namespace {

void check(Context& context) {
    constexpr int64_t kCurrent = 2;
    const GgufFacts facts(context.model());
    const auto& tensors = facts.tensors();
    const auto quantized = std::ranges::find_if(tensors, [](const GgufTensor& tensor) {
        return tensor.type() != DataType::kUnknown && bits(tensor.type()) == 0;
    });
    const auto version = facts.integer("general.quantization_version");
    if (quantized == tensors.end() || version == kCurrent || facts.integer("split.no").value_or(0) != 0)
        return;
    context.report({
        .severity = context.severity(),
        .message =
            version ? fmt::format("general.quantization_version is {}; the blocks of today are version {}.",
                                  *version, kCurrent)
                    : fmt::format("{} is {}, but general.quantization_version is missing.", quantized->name,
                                  name(quantized->type())),
        .fix = version ? "Quantize again."
                       : "Add the key with the value 2, or write the file with a current tool.",
    });
}

}  // namespace

extern const Rule g14_quant_version;
const Rule g14_quant_version{
    .id = "G14",
    .name = "quant-version",
    .summary = "The version of the quantized types is missing or another one.",
    .severity = Severity::kWarning,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Checks general.quantization_version of files with quantized tensors.",
            .why = "The layout of blocks has changed twice. Without the version a reader has to guess which "
                   "one it is.",
            .not_a_problem = "Files whose tensors are all float, which have no blocks.",
            .fix = "Write the key; it is 2.",
            .example = "A file of Q4_0 tensors that was written by a script of its own.",
            .source = "https://github.com/ggml-org/ggml/blob/master/docs/gguf.md",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
