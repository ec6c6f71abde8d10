#include <fmt/format.h>

#include <algorithm>

#include "context.h"
#include "gguf_facts.h"
#include "model/ggml_file_type.h"

namespace netloupe::lint {

namespace {

/// Types that ggml took out again.
bool was_removed(uint64_t id) {
    return id == 4 || id == 5 || (id >= 31 && id <= 33) || (id >= 36 && id <= 38);
}

void check(Context& context) {
    const GgufFacts facts(context.model());
    const GgufTensor* first = nullptr;
    size_t count = 0;
    for (const GgufTensor& tensor : facts.tensors()) {
        if (tensor.type() != DataType::kUnknown) continue;
        ++count;
        if (first == nullptr) first = &tensor;
    }
    if (first != nullptr) {
        const uint64_t id = first->constant->decoder_argument;
        context.report({
            .severity = context.severity(),
            .message = fmt::format(
                "{} is of type {}, which {}; {} of {} tensors cannot be read.", first->name, id,
                was_removed(id) ? "llama.cpp has removed" : "is not known, or one of a fork's own", count,
                facts.tensors().size()),
            .fix =
                was_removed(id)
                    ? "Quantize again: the weights are repacked for the processor when they are loaded now."
                    : "Use the program that the file was made for, or a newer llama.cpp.",
            .graph = GraphId(0U),
            .node = context.facts().graph(GraphId(0U)).node_of(first->id),
            .tensor = first->id,
        });
    }
    const auto file_type = facts.integer("general.file_type");
    if (!file_type || !facts.is_text_model()) return;
    if (ggml_file_type(static_cast<uint32_t>(*file_type) & ~kGuessedFileType) != nullptr) return;
    context.report({
        .severity = context.severity(),
        .message = fmt::format("general.file_type is {}, which llama.cpp does not have.", *file_type),
        .fix = "Use the program that the file was made for, or a newer llama.cpp.",
    });
}

}  // namespace

extern const Rule g12_unknown_type;
const Rule g12_unknown_type{
    .id = "G12",
    .name = "unknown-type",
    .summary = "A tensor or the file has a type that llama.cpp does not have.",
    .severity = Severity::kWarning,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Reports tensors whose type's number is not known, and a general.file_type that is not "
                    "known.",
            .why = "Forks number their own types, and ggml has removed some. Other programs refuse such a "
                   "file, or read it wrongly.",
            .not_a_problem = "When the file is meant for a fork's runtime only.",
            .fix = "Quantize to one of llama.cpp's own types.",
            .example = "Type 31 was Q4_0_4_4, weights repacked for one kind of processor.",
            .source = "https://github.com/ggml-org/ggml/blob/master/include/ggml.h",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
