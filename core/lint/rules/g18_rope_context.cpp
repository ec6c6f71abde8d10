#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "context.h"
#include "gguf_facts.h"

namespace netloupe::lint {

namespace {

void report(Context& context, std::string message) {
    context.report({
        .severity = context.severity(),
        .message = std::move(message),
        .fix = "Compare with the original model's configuration, and convert again.",
    });
}

void check(Context& context) {
    const GgufFacts facts(context.model());
    const auto real = [&](std::string_view key) { return facts.real(facts.key(key)); };
    const auto base = real("rope.freq_base");
    if (base && !(*base > 0))
        report(context, fmt::format("rope.freq_base is {}, but has to be positive.", *base));
    for (const std::string_view key : {"attention.layer_norm_rms_epsilon", "attention.layer_norm_epsilon"}) {
        const auto epsilon = real(key);
        if (epsilon && !(*epsilon >= 0)) report(context, fmt::format("{} is {}.", key, *epsilon));
    }
    const auto scaling = facts.text(facts.key("rope.scaling.type"));
    const auto factor = real("rope.scaling.factor");
    if (scaling && *scaling != "none" && *scaling != "longrope" && !factor)
        return report(
            context, fmt::format("Positions are scaled ({}), but rope.scaling.factor is missing.", *scaling));
    const auto length = facts.parameter("context_length");
    const auto original = facts.parameter("rope.scaling.original_context_length");
    // A hundredth is for factors that were rounded.
    if (length && original && factor &&
        static_cast<double>(*length) > static_cast<double>(*original) * *factor * 1.01)
        report(context,
               fmt::format("context_length is {}, but {} tokens were trained and are stretched by {} only.",
                           *length, *original, *factor));
}

}  // namespace

extern const Rule g18_rope_context;
const Rule g18_rope_context{
    .id = "G18",
    .name = "rope-context",
    .summary = "The parameters of positions contradict each other.",
    .severity = Severity::kWarning,
    .formats = kGguf,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Checks the base of the rotary positions, the epsilons of the normalizations, and that a "
                    "context that is longer than the trained one is stretched enough.",
            .why = "These numbers were copied by hand for many models. A wrong one loads, and the model "
                   "loses the thread after some thousand tokens.",
            .not_a_problem = "Scaling of the kinds none and longrope needs no factor, and a factor may be "
                             "rounded by a hundredth.",
            .fix = "Compare with rope_theta and rope_scaling of the original configuration.",
            .example = "A context of 131,072 with a factor of 4 on 8,192 trained tokens.",
            .source = "https://github.com/ggml-org/ggml/blob/master/docs/gguf.md",
        },
    .parameters = {},
    .check = check,
};

}  // namespace netloupe::lint
