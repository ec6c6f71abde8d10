#include <fmt/core.h>

#include <algorithm>

#include "attribute_fault.h"
#include "context.h"
#include "damage_kind.h"
#include "infer/shapes.h"
#include "reshape_fault.h"

namespace netloupe::lint {

namespace {

using infer::ConflictKind;

/// Nested too deeply to be followed says nothing of the model's being right.
Severity severity_of(ConflictKind kind) {
    return kind == ConflictKind::kCost ? Severity::kInfo : Severity::kError;
}

std::string_view consequence(ConflictKind kind) {
    switch (kind) {
        case ConflictKind::kOperands:
            return "The node cannot be run.";
        case ConflictKind::kDeclaration:
            return "Runtimes that check declared shapes refuse the model, and others plan memory for the "
                   "wrong one.";
        case ConflictKind::kType:
            return "Runtimes that check declared types refuse the model.";
        default:
            return "Shapes behind it are not known.";
    }
}

std::string_view fix(ConflictKind kind) {
    switch (kind) {
        case ConflictKind::kOperands:
            return "Check the shapes of the inputs and the attributes; an edited input shape or a constant "
                   "of a "
                   "Reshape is the usual cause.";
        case ConflictKind::kDeclaration:
        case ConflictKind::kType:
            return "Delete the stale declaration (value_info) and infer it again, or correct the output.";
        default:
            return "";
    }
}

/// TensorFlow Lite writes a tensor whose rank is unknown like a scalar: what contradicts that is no fault.
bool is_undeclared(const GraphFacts& graph, const infer::ShapeConflict& conflict) {
    if (graph.model().format != Format::kTflite) return false;
    const auto may_be_unranked = [&](TensorId id) {
        return id.valid() && graph.tensor(id).shape.dims.count == 0 && !graph.is_constant(id);
    };
    if (conflict.kind == ConflictKind::kDeclaration) return may_be_unranked(conflict.tensor);
    return conflict.kind == ConflictKind::kOperands && conflict.node.valid() &&
           std::ranges::any_of(graph.inputs(conflict.node), may_be_unranked);
}

/// Whose shapes they are: the output's, else those of the node's inputs.
std::string place(const GraphFacts& graph, const infer::ShapeConflict& conflict) {
    std::string text = conflict.tensor.valid() ? graph.label(conflict.tensor) : std::string();
    if (conflict.tensor.valid() && conflict.node.valid()) text += " of ";
    if (conflict.node.valid()) text += graph.label(conflict.node);
    return text.empty() ? text : text + ": ";
}

void check(Context& context) {
    const infer::Shapes* shapes = context.facts().shapes();
    // What could not be read of a damaged model contradicts the rest without end.
    if (shapes == nullptr || is_damaged(context.model())) return;
    for (const infer::ShapeConflict& conflict : shapes->conflicts()) {
        const GraphFacts& graph = context.facts().graph(conflict.graph);
        if (is_undeclared(graph, conflict)) continue;
        // What an impossible attribute leads to is V07's matter already.
        if (conflict.node.valid() && attribute_fault(context, graph, conflict.node)) continue;
        // What a Reshape cannot do is H05's.
        if (conflict.node.valid() && reshape_fault(context, graph, conflict.node)) continue;
        const std::string where = place(graph, conflict);
        context.report({
            .severity = severity_of(conflict.kind),
            .message = fmt::format("{}{} {}", where, conflict.what, consequence(conflict.kind)),
            .fix = std::string(fix(conflict.kind)),
            .graph = conflict.graph,
            .node = conflict.node,
            .tensor = conflict.tensor,
        });
    }
}

}  // namespace

extern const Rule h02_shape_conflict;
const Rule h02_shape_conflict{
    .id = "H02",
    .name = "shape-conflict",
    .summary = "Shapes or types contradict each other.",
    .severity = Severity::kError,
    .formats = kKnownGraphs,
    .documentation =
        {
            .what =
                "Infers the shape and type of every tensor from the operators, and compares them with what "
                "the file "
                "declares. Inputs whose shapes do not fit together, a declared shape or type other than the "
                "inferred one, each is a finding.",
            .why = "Runtimes check the same when they load the model, or fail when they run it. A stale "
                   "declaration "
                   "misleads every tool that goes by it.",
            .not_a_problem =
                "Symbols that may stand for the inferred extent, unknown ranks, and the extents of dynamic "
                "dimensions that TensorFlow Lite uses until somebody resizes.",
            .fix = "Delete stale declarations and infer shapes again; correct the constant or attribute that "
                   "an edit "
                   "forgot.",
            .example = "```\nx:float32[1,3,8,8] -> Conv (w:float32[4,5,3,3])\n```",
            .source = "https://github.com/onnx/onnx/blob/main/docs/ShapeInference.md",
        },
    .check = check,
};

}  // namespace netloupe::lint
