#include "context.h"
#include "target_groups.h"

namespace netloupe::lint {

namespace {

constexpr std::string_view kFix = "Use a factor that the target takes, or resize in several steps.";

bool is_factor(const GraphFacts& /*graph*/, NodeId /*node*/, const targets::NodeVerdict& /*verdict*/,
               const targets::Reason& reason) {
    return reason.kind == targets::Reason::Kind::kBroken && reason.topic == targets::Topic::kFactor;
}

void check(Context& context) {
    report_groups(context, is_factor, context.severity(), "The target does not change sizes by that factor.",
                  kFix);
}

}  // namespace

extern const Rule h06_odd_spatial;
const Rule h06_odd_spatial{
    .id = "H06",
    .name = "odd-spatial",
    .summary = "The target does not resize by that factor.",
    .severity = Severity::kInfo,
    .formats = kAllFormats,
    .documentation =
        {
            .what = "With a chosen target, finds Resize operators whose factor the target does not take: "
                    "Ethos-U doubles once, twice or three times, Core ML wants whole factors.",
            .why = "The node runs on the processor, mostly in the middle of the network.",
            .not_a_problem = "Factors that are known only at run time are not judged.",
            .fix = kFix,
            .example = "```\nRESIZE_BILINEAR from 7×7 to 20×20, for Ethos-U\n```",
            .source = "https://github.com/nxp-imx/ethos-u-vela/blob/"
                      "a6f65663db123c131cdd12aab6aad9a50470d5c0/SUPPORTED_OPS.md. The tables of "
                      "`core/targets/data`, each with its address and date.",
        },
    .check = check,
};

}  // namespace netloupe::lint
