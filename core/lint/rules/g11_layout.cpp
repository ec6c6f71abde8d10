#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "context.h"
#include "gguf_facts.h"

namespace netloupe::lint {

namespace {

void report(Context& context, const GgufTensor* tensor, std::string message) {
    Finding finding{
        .severity = context.severity(),
        .message = std::move(message),
        .fix =
            "Write the file again with a current converter: loaders take tensors only in this arrangement."};
    if (tensor != nullptr) {
        finding.graph = GraphId(0U);
        finding.node = context.facts().graph(GraphId(0U)).node_of(tensor->id);
        finding.tensor = tensor->id;
    }
    context.report(std::move(finding));
}

bool has_single_bit(int64_t value) {
    return value > 0 && (value & (value - 1)) == 0;
}

void check(Context& context) {
    const Model& model = context.model();
    const GgufFacts facts(model);
    constexpr int64_t kDefault = 32;
    const int64_t alignment = facts.integer("general.alignment").value_or(kDefault);
    if (facts.has("general.alignment") && (!has_single_bit(alignment) || alignment % 8 != 0))
        return report(context, nullptr,
                      fmt::format("general.alignment is {}, which is no power of two from 8 on.",
                                  facts.text("general.alignment").value_or("")));
    std::vector<const GgufTensor*> tensors;
    for (const GgufTensor& tensor : facts.tensors()) tensors.push_back(&tensor);
    // Constants stand in the order of the file's list.
    std::ranges::sort(tensors, {}, [](const GgufTensor* tensor) { return tensor->constant; });
    const GgufTensor* before = nullptr;
    for (const GgufTensor* tensor : tensors) {
        const Constant& constant = *tensor->constant;
        const auto step = static_cast<uint64_t>(alignment);
        if (constant.length == 0)
            return;  // Of a type that is not known: nobody can tell where the next one stands.
        if (before == nullptr || before->constant->file != constant.file) {
            before = tensor;
            continue;
        }
        const uint64_t end = before->constant->offset + before->constant->length;
        const uint64_t wanted = (end + step - 1) / step * step;
        if (constant.offset != wanted)
            return report(context, tensor,
                          fmt::format("{} stands at offset {}, but behind {} it has to stand at {}.",
                                      tensor->name, constant.offset, before->name, wanted));
        before = tensor;
    }
}

}  // namespace

extern const Rule g11_layout;
const Rule g11_layout{
    .id = "G11",
    .name = "layout",
    .summary = "Tensors do not stand one behind the other, each aligned, as loaders demand.",
    .severity = Severity::kError,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Adds up the sizes of the tensors, each rounded up to general.alignment, and compares "
                    "with the offsets that the file gives. Reports the first one that differs, and an "
                    "alignment that is no power of two.",
            .why = "Readers of GGUF refuse files with gaps, overlaps or another order: \"tensor has offset "
                   "x, expected y\".",
            .not_a_problem = "Bytes between two tensors that only fill up to the alignment, and anything "
                             "behind the last tensor.",
            .fix = "Write the file again. Tools that cut tensors out of a file have to write all later "
                   "offsets anew.",
            .example = "A tensor of 144 bytes at offset 0, and the next one at 144 instead of 160.",
            .source = "https://github.com/ggml-org/ggml/blob/master/src/gguf.cpp",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
