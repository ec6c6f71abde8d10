#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

#include "context.h"
#include "onnx_versions.h"

namespace netloupe::lint {

namespace {

struct Release {
    int64_t opset;  ///< First of those ...
    int64_t ir;     ///< ... that were published with this IR version.
};
constexpr std::array<Release, 11> kReleases = {
    {{7, 3}, {9, 4}, {10, 5}, {11, 6}, {12, 7}, {15, 8}, {19, 9}, {21, 10}, {23, 11}, {24, 12}, {25, 13}}};

/// Nobody knows what later ones need.
constexpr int64_t kLastKnownOpset = 27;

int64_t ir_for(int64_t opset) {
    int64_t ir = 0;
    if (opset > kLastKnownOpset) return ir;
    for (const Release& release : kReleases) {
        if (opset >= release.opset) ir = release.ir;
    }
    return ir;
}

/// IR version that introduced the type; 0 for those that were always there.
int64_t ir_for(DataType type) {
    switch (type) {
        case DataType::kBFloat16:
            return 4;
        case DataType::kFloat8E4M3FN:
        case DataType::kFloat8E4M3FNUZ:
        case DataType::kFloat8E5M2:
        case DataType::kFloat8E5M2FNUZ:
            return 9;
        case DataType::kInt4:
        case DataType::kUint4:
            return 10;
        case DataType::kFloat4E2M1:
            return 11;
        case DataType::kFloat8E8M0:
            return 12;
        case DataType::kInt2:
        case DataType::kUint2:
            return 13;
        default:
            return 0;
    }
}

struct Needed {
    int64_t ir = 0;
    GraphId graph;
    TensorId tensor;
};

Needed needed_by_types(const Model& model) {
    Needed most;
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        const auto& tensors = model.graphs[g].tensors;
        for (size_t t = 0; t < tensors.size(); ++t) {
            if (const int64_t ir = ir_for(tensors[t].dtype); ir > most.ir)
                most = {ir, GraphId(g), TensorId(t)};
        }
    }
    return most;
}

void check(Context& context) {
    const Model& model = context.model();
    const int64_t ir = ir_version(model);
    if (model.format != Format::kOnnx || ir == 0) return;
    const int64_t opset = standard_opset(model);
    const std::string fix = "Save the model with IR version {} or later (model.ir_version).";
    if (const int64_t needed = ir_for(opset); needed > ir) {
        context.report({
            .severity = context.severity(),
            .message =
                fmt::format("Opset {} was published with IR version {}, but the file states IR version {}: a "
                            "runtime that goes by the IR version may not know these operators.",
                            opset, needed, ir),
            .fix = fmt::format(fmt::runtime(fix), needed),
        });
    }
    const Needed types = needed_by_types(model);
    if (types.ir <= ir) return;
    const GraphFacts& graph = context.facts().graph(types.graph);
    context.report({
        .severity = context.severity(),
        .message = fmt::format(
            "{} is of type {}, which IR version {} introduced, but the file states IR version {}.",
            graph.label(types.tensor), name(graph.tensor(types.tensor).dtype), types.ir, ir),
        .fix = fmt::format(fmt::runtime(fix), types.ir),
        .graph = types.graph,
        .node = graph.node_of(types.tensor),
        .tensor = types.tensor,
    });
}

}  // namespace

extern const Rule v04_ir_opset_mismatch;
const Rule v04_ir_opset_mismatch{
    .id = "V04",
    .name = "ir-opset-mismatch",
    .summary = "The file states an IR version older than its operators or types need.",
    .severity = Severity::kWarning,
    .formats = kOnnx,
    .documentation =
        {
            .what = "Compares the IR version with the one that the imported opset was published with (opset "
                    "9: 4, 10: 5, "
                    "11: 6, 12 to 14: 7, 15 to 18: 8, 19 and 20: 9, 21 and 22: 10, 23: 11, 24: 12, 25 to 27: "
                    "13), and "
                    "with what the types in use need (float8: 9, int4: 10, float4e2m1: 11, float8e8m0: 12, "
                    "int2: 13).",
            .why = "The two numbers contradict each other: a reader of the stated IR version does not know "
                   "what the "
                   "file contains. Tools that edit files by hand forget to raise it.",
            .not_a_problem = "An IR version higher than needed.",
            .fix = "Raise the IR version to the one that the message names.",
            .example = "IR version 7 with opset 17.",
            .source = "https://github.com/onnx/onnx/blob/main/docs/Versioning.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
