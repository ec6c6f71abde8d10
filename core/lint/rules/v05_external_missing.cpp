#include <fmt/core.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "context.h"
#include "damage_kind.h"

namespace netloupe::lint {

namespace {

void check_missing(Context& context) {
    for (const Damage& damage : context.model().damages) {
        if (kind_of(context.model(), damage) != DamageKind::kExternalMissing) continue;
        Finding finding = finding_of(context, damage);
        finding.fix =
            "Put the external data file back beside the model, or save the model with its data inside.";
        context.report(std::move(finding));
    }
}

/// A tensor whose values stand in another file.
struct Stored {
    GraphId graph;
    TensorId tensor;
    const Constant* constant;

    [[nodiscard]] uint64_t end() const { return constant->offset + constant->length; }
};

std::vector<Stored> stored_outside(const Model& model) {
    std::vector<Stored> all;
    if (model.files.size() < 2) return all;
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        const auto& tensors = model.graphs[g].tensors;
        for (size_t t = 0; t < tensors.size(); ++t) {
            if (tensors[t].is_captured || !tensors[t].constant.valid()) continue;
            const Constant& constant = model.constant(tensors[t].constant);
            const bool outside = constant.file.valid() && constant.file.index() > 0;
            if (!outside || constant.state != ConstantState::kPresent || constant.length == 0) continue;
            all.push_back({GraphId(g), TensorId(t), &constant});
        }
    }
    std::ranges::sort(all, {}, [](const Stored& stored) {
        return std::tuple(stored.constant->file.value, stored.constant->offset, stored.constant->length,
                          stored.graph.value, stored.tensor.value);
    });
    return all;
}

std::string text(const Model& model, const Stored& stored) {
    const Constant& constant = *stored.constant;
    return fmt::format("\"{}\" ({} {}, bytes {} to {})", model.text(constant.name), name(constant.dtype),
                       shape_text(model, constant.shape), constant.offset, stored.end());
}

/// Tensors may share one range; ranges that overlap otherwise cannot all be right.
void check_overlaps(Context& context) {
    const Model& model = context.model();
    const auto all = stored_outside(model);
    const Stored* widest = nullptr;  // Of those before, in the same file, the one that ends last.
    for (const Stored& stored : all) {
        if (widest == nullptr || widest->constant->file != stored.constant->file) {
            widest = &stored;
            continue;
        }
        const bool same =
            widest->constant->offset == stored.constant->offset && widest->end() == stored.end();
        if (!same && stored.constant->offset < widest->end()) {
            context.report({
                .severity = Severity::kWarning,
                .message = fmt::format("{} and {} overlap in the external file \"{}\": one of them reads the "
                                       "other's values.",
                                       text(model, *widest), text(model, stored),
                                       model.text(stored.constant->location)),
                .fix = "Save the model again; the offsets or lengths of its external data are wrong.",
                .graph = stored.graph,
                .node = context.facts().graph(stored.graph).node_of(stored.tensor),
                .tensor = stored.tensor,
            });
        }
        if (stored.end() > widest->end()) widest = &stored;
    }
}

void check(Context& context) {
    check_missing(context);
    check_overlaps(context);
}

}  // namespace

extern const Rule v05_external_missing;
const Rule v05_external_missing{
    .id = "V05",
    .name = "external-missing",
    .summary = "Weights stand in another file that is absent or too short, or share its bytes by mistake.",
    .severity = Severity::kError,
    .formats = kAllFormats,
    .subject = Subject::kFile,
    .documentation =
        {
            .what =
                "Reports constants whose values stand outside the model file, in a file that does not exist, "
                "cannot be opened, or ends before the range that the model names. Ranges of two constants "
                "that "
                "overlap without being the same are a warning.",
            .why =
                "The graph looks complete, but no runtime can load it. With overlapping ranges it loads, and "
                "computes with the wrong values.",
            .not_a_problem = "When only the graph is wanted: drawing and all rules that need no weights "
                             "still work. Constants "
                             "may share one range, as tied weights do.",
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
