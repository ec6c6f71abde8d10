#include <fmt/core.h>

#include <algorithm>

#include "context.h"
#include "infer/shapes.h"
#include "known_shape.h"
#include "operands.h"

namespace netloupe::lint {

namespace {

/// Nodes that fix the batch of a graph whose inputs leave it open.
class FixedBatch {
public:
    FixedBatch(Context& context, const GraphFacts& graph) : context_(context), graph_(graph) { find_batch(); }

    void check(NodeId node) const {
        if (!batch_.valid()) return;
        if (graph_.kind(node) == OpKind::kConstantOfShape) check_made(node);
        if (graph_.is_foldable(node)) return;
        if (graph_.kind(node) == OpKind::kReshape) check_reshape(node);
        if (graph_.kind(node) == OpKind::kTile) check_tile(node);
        if (graph_.kind(node) == OpKind::kExpand) check_expand(node);
        if (graph_.kind(node) == OpKind::kSlice) check_slice(node);
    }

private:
    /// The first dimension of an input that the file leaves open. The inference gives it a number where a
    /// node leaves no choice.
    void find_batch() {
        shapes_ = context_.facts().own_shapes();
        if (shapes_ == nullptr) return;
        for (const TensorId input : graph_.graph().inputs) {
            if (!input.valid() || graph_.tensor(input).constant.valid()) continue;
            const auto declared = context_.model().dims_of(graph_.tensor(input).shape);
            if (declared.empty() || declared.front().fixed() || !first_of(input).valid()) continue;
            batch_ = first_of(input);
            input_ = input;
            return;
        }
    }

    [[nodiscard]] infer::DimId dim_of(TensorId id, size_t axis) const {
        if (!id.valid()) return {};
        const infer::TensorShape& shape = shapes_->tensor(graph_.id(), id);
        const auto dims = shape.ranked ? shapes_->dims(shape) : std::span<const infer::DimId>();
        return axis < dims.size() ? dims[axis] : infer::DimId();
    }
    [[nodiscard]] infer::DimId first_of(TensorId id) const { return dim_of(id, 0); }

    /// All extents behind the first multiplied; 0 when one is open.
    static int64_t rest(std::span<const int64_t> extents) {
        int64_t product = 1;
        for (const int64_t extent : extents.subspan(1)) {
            if (extent <= 0 || __builtin_mul_overflow(product, extent, &product)) return 0;
        }
        return product;
    }

    /// The elements of one sample become those of one row of a fixed number of rows.
    void check_reshape(NodeId node) const {
        const TensorId data = graph_.input(node, 0);
        const auto target = list_of(graph_, node, "shape", 1);
        if (!data.valid() || !target || target->empty() || target->front() <= 0) return;
        if (first_of(data) != batch_) return;
        const auto only = shapes_->table().value(batch_);
        if (only && *only != target->front()) return;
        const auto extents = extents_of(shapes_, graph_, data);
        if (!extents || extents->empty()) return;
        const int64_t sample = rest(*extents);
        if (sample == 0 || sample != rest(*target)) return;
        report(node, target->front(), "0 or -1");
    }

    /// One sample is repeated for a fixed number of them.
    void check_tile(NodeId node) const {
        const auto repeats = list_of(graph_, node, "repeats", 1);
        const auto extents = extents_of(shapes_, graph_, graph_.input(node, 0));
        static constexpr size_t kLeastRank = 3;
        if (!repeats || !extents || repeats->size() < kLeastRank || extents->size() != repeats->size())
            return;
        const bool only_first =
            std::all_of(repeats->begin() + 1, repeats->end(), [](int64_t n) { return n == 1; });
        if (!only_first || repeats->front() <= 1 || extents->front() != 1) return;
        report(node, repeats->front(), "the first extent of the input (Shape, Gather)");
    }

    /// One sample is expanded to a fixed number of them.
    void check_expand(NodeId node) const {
        const auto target = list_of(graph_, node, "shape", 1);
        const auto extents = extents_of(shapes_, graph_, graph_.input(node, 0));
        static constexpr size_t kLeastRank = 3;
        if (!target || !extents || target->size() < kLeastRank || extents->size() != target->size()) return;
        for (size_t d = 1; d < target->size(); ++d) {
            if ((*target)[d] != 1 && (*target)[d] != (*extents)[d]) return;
        }
        if (target->front() <= 1 || extents->front() != 1) return;
        report(node, target->front(), "the first extent of the input (Shape, Gather)");
    }

    /// A value of fixed shape, such as the first state of a recurrent layer, meets the batch where nothing
    /// broadcasts.
    void check_made(NodeId node) const {
        const TensorId made = graph_.output(node);
        const auto extents = made.valid() ? extents_of(shapes_, graph_, made) : std::nullopt;
        if (!extents) return;
        for (const Use& use : graph_.graph().consumers(graph_.tensor(made))) {
            const auto axis = axis_of_batch(use, extents->size());
            if (!axis || *axis >= extents->size() || (*extents)[*axis] <= 0) continue;
            const auto only = shapes_->table().value(batch_);
            if (only && *only != (*extents)[*axis]) continue;
            return report(node, (*extents)[*axis], "the batch of the input (Shape, Gather)");
        }
    }

    /// The dimension in which the operand must have the extent of the batch.
    [[nodiscard]] std::optional<size_t> axis_of_batch(const Use& use, size_t rank) const {
        const OpKind kind = graph_.kind(use.node);
        if (kind == OpKind::kConcat) {
            const int64_t axis = context_.model().int_attribute(graph_.node(use.node), "axis", 0);
            if (axis == 0 || axis == -static_cast<int64_t>(rank)) return std::nullopt;
            for (const TensorId other : graph_.inputs(use.node)) {
                if (other.valid() && !graph_.is_constant(other) && first_of(other) == batch_) return 0;
            }
        }
        static constexpr uint32_t kFirstState =
            5;  // initial_h, and initial_c behind it: layers, batch, size.
        const bool recurrent = kind == OpKind::kLstm || kind == OpKind::kGru || kind == OpKind::kRnn;
        const bool batch_second = context_.model().int_attribute(graph_.node(use.node), "layout", 0) == 0;
        if (recurrent && use.slot >= kFirstState && batch_second &&
            dim_of(graph_.input(use.node, 0), 1) == batch_)
            return 1;
        return std::nullopt;
    }

    /// A fixed number of samples is cut out of the batch.
    void check_slice(NodeId node) const {
        const TensorId data = graph_.input(node, 0);
        if (!data.valid() || shapes_->table().value(batch_) || first_of(data) != batch_) return;
        const auto rank = static_cast<int64_t>(shapes_->tensor(graph_.id(), data).dims.count);
        const auto starts = list_of(graph_, node, "starts", 1);
        const auto ends = list_of(graph_, node, "ends", 2);
        const auto axes = list_of(graph_, node, "axes", 3);
        static constexpr int64_t kLeastRank = 3;
        if (!starts || !ends || rank < kLeastRank || (!axes && graph_.input(node, 3).valid())) return;
        for (size_t i = 0; i < std::min(starts->size(), ends->size()); ++i) {
            const int64_t axis = axes && i < axes->size() ? (*axes)[i] : static_cast<int64_t>(i);
            const int64_t begin = (*starts)[i];
            const int64_t end = (*ends)[i];
            // From the end on, or to it, is a matter of the batch.
            const bool fixed = begin >= 0 && end > begin && end < INT32_MAX;
            if ((axis != 0 && axis != -rank) || !fixed) continue;
            return report(node, end - begin, "the first extent of the input (Shape, Gather)",
                          "samples are lost, or missing");
        }
    }

    void report(NodeId node, int64_t batch, std::string_view instead,
                std::string_view consequence = "the model fails") const {
        context_.report({
            .severity = context_.severity(),
            .message = fmt::format(
                "The batch of the input {} is open, but {} fixes it to {}: with any other batch {} there.",
                graph_.label(input_), graph_.label(node), batch, consequence),
            .fix =
                fmt::format("Use {} in place of {}, or fix the batch of the input as well.", instead, batch),
            .graph = graph_.id(),
            .node = node,
        });
    }

    Context& context_;
    const GraphFacts& graph_;
    const infer::Shapes* shapes_ = nullptr;  ///< Under no bindings.
    infer::DimId batch_;
    TensorId input_;
};

void check(Context& context) {
    const GraphFacts& graph = context.facts().graph(GraphId(0U));
    const FixedBatch rule(context, graph);
    for (size_t n = 0; n < graph.graph().nodes.size(); ++n) rule.check(NodeId(n));
}

}  // namespace

extern const Rule h04_hardcoded_batch;
const Rule h04_hardcoded_batch{
    .id = "H04",
    .name = "hardcoded-batch",
    .summary = "The input leaves the batch open, and a node fixes it.",
    .severity = Severity::kWarning,
    .formats = kOnnx,
    .documentation =
        {
            .what =
                "When the first dimension of an input is a symbol: finds Reshape of a tensor with that first "
                "dimension whose constant shape begins with a number and leaves each sample its elements; "
                "Tile and Expand that repeat one sample a fixed number of times; Slice that cuts a fixed "
                "number of samples out; and ConstantOfShape that makes the first state of a recurrent layer, "
                "or an operand of Concat, for a fixed number.",
            .why = "Tracing wrote the batch of the example input into the graph. The model says that it "
                   "takes any "
                   "batch, and fails with all but one.",
            .not_a_problem =
                "A shape with −1 or 0 in first place, or with −1 elsewhere that takes the batch in on "
                "purpose (rows of a flattened batch).",
            .fix = "Write −1 or the size of the tensor (x.shape[0]) instead of the number before exporting, "
                   "or export "
                   "with a fixed batch.",
            .example = "`x[N,255,52,52] -> Reshape [1,3,85,52,52]`",
            .source = "https://github.com/microsoft/onnxruntime/issues/10463, "
                      "https://github.com/roboflow/rf-detr/issues/949",
        },
    .check = check,
};

}  // namespace netloupe::lint
