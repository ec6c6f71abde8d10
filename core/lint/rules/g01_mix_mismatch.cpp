#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "context.h"
#include "gguf_facts.h"
#include "gguf_mix.h"
#include "model/ggml_file_type.h"

namespace netloupe::lint {

namespace {

/// More of the bytes than this in lower types than the label promises is no accident.
constexpr double kMuch = 0.3;

struct Difference {
    size_t tensors = 0;
    const GgufTensor* first = nullptr;
    std::string wanted;
    uint64_t lower_bytes = 0;
};

/// Whether the recipe is known at all: a whole text model, labelled by llama-quantize and not known as a mix
/// of somebody's own.
const GgmlFileType* recipe(const Context& context, const GgufFacts& facts) {
    const auto id = facts.integer("general.file_type");
    if (!id || (*id & kGuessedFileType) != 0 || !facts.is_text_model() || !facts.is_whole()) return nullptr;
    const std::string file = std::filesystem::path(context.model().files[0].path).filename().string();
    for (const std::string_view own : {"UD-", "_L.", "_XL.", "-pure"}) {
        if (file.contains(own)) return nullptr;
    }
    const GgmlFileType* type = ggml_file_type(static_cast<uint32_t>(*id));
    // Floats are not quantized, and mixtures of 8 experts have a recipe of their own.
    if (type == nullptr || bits(type->most) != 0 || facts.parameter("expert_count").value_or(0) == 8)
        return nullptr;
    return type;
}

void check(Context& context) {
    const GgufFacts facts(context.model());
    const GgmlFileType* type = recipe(context, facts);
    if (type == nullptr) return;
    const GgufMix mix(facts, *type);
    Difference difference;
    uint64_t bytes = 0;
    for (const GgufTensor& tensor : facts.tensors()) {
        bytes += tensor.constant->length;
        const auto allowed = mix.allowed(tensor);
        if (allowed.empty() || std::ranges::find(allowed, tensor.type()) != allowed.end()) continue;
        ++difference.tensors;
        if (difference.first == nullptr) {
            difference.first = &tensor;
            difference.wanted = name(allowed[0]);
        }
        const bool lower = std::ranges::all_of(allowed, [&](DataType wanted) {
            return GgufMix::bits_per_weight(tensor.type()) < GgufMix::bits_per_weight(wanted);
        });
        if (lower) difference.lower_bytes += tensor.constant->length;
    }
    if (difference.tensors == 0) return;
    const double share =
        static_cast<double>(difference.lower_bytes) / static_cast<double>(std::max<uint64_t>(bytes, 1));
    const size_t more = difference.tensors - 1;
    context.report({
        .severity = share > kMuch ? Severity::kWarning : Severity::kInfo,
        .message =
            fmt::format("The file calls itself {}, but {}{} not of the types of that recipe: {} is {} "
                        "instead of {}. {:.0f} % of "
                        "the bytes have fewer bits than promised.",
                        type->name, more == 0 ? "1 tensor" : fmt::format("{} tensors", difference.tensors),
                        more == 0 ? " is" : " are", difference.first->name, name(difference.first->type()),
                        difference.wanted, share * 100),
        .fix = "Quantize again with the recipe, or name the mix for what it is.",
        .graph = GraphId(0U),
        .node = context.facts().graph(GraphId(0U)).node_of(difference.first->id),
        .tensor = difference.first->id,
    });
}

}  // namespace

extern const Rule g01_mix_mismatch;
const Rule g01_mix_mismatch{
    .id = "G01",
    .name = "mix-mismatch",
    .summary = "Tensors are not of the types that the file type's recipe gives them.",
    .severity = Severity::kInfo,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Computes for every tensor the type that llama-quantize gives it under "
                    "general.file_type, with the exceptions for output, embeddings, values and down "
                    "projections, and reports how many have another one. It is a warning when more than 30 % "
                    "of the bytes are in types of fewer bits.",
            .why = "The label is what people choose a file by. A file that says Q4_K_M and holds Q3_K in its "
                   "attention is smaller, and answers worse than its name says.",
            .not_a_problem = "Mixes that are made on purpose (--pure, --tensor-type, files named UD-, _L or "
                             "_XL) follow no recipe.",
            .fix = "Quantize again with the recipe, or say in the name that the mix is another one.",
            .example = "A file labelled Q4_K_M whose blk.*.ffn_down.weight are all Q4_K, where half of them "
                       "should be Q6_K.",
            .source = "https://github.com/ggml-org/llama.cpp/blob/master/src/llama-quant.cpp",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
