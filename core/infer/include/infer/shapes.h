#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/cancellation.h"
#include "infer/dimension.h"
#include "model/model.h"
#include "ops/meaning.h"

namespace netloupe::infer {

/// Who says what a tensor's shape is.
enum class ShapeSource : uint8_t {
    kNone,      ///< Nobody: it is unknown.
    kDeclared,  ///< Only the file.
    kInferred,  ///< Only the operators.
    kBoth,
};

/// What is known of a tensor. Of a sequence or an optional: of the tensors in it.
struct TensorShape {
    Range dims;   ///< See Shapes::dims().
    Range value;  ///< See Shapes::value().
    DataType dtype = DataType::kUnknown;
    ValueKind kind = ValueKind::kUnknown;
    ShapeSource source = ShapeSource::kNone;
    bool ranked = false;       ///< The number of dimensions is known.
    bool valued = false;       ///< The elements are known, as dimensions.
    bool of_sequence = false;  ///< An optional whose value is a sequence.
};

/// What contradicts what.
enum class ConflictKind : uint8_t {
    kOperands,     ///< The shapes of a node's inputs do not fit together, or not to its attributes.
    kDeclaration,  ///< The file declares another shape than the operator gives. The operator's is kept.
    kType,         ///< The file declares another element type than the operator gives.
    kCost,         ///< Calls and loops nest so deeply or repeat so many nodes that they are not followed.
};

struct ShapeConflict {
    ConflictKind kind = ConflictKind::kOperands;
    GraphId graph;
    NodeId node;
    TensorId tensor;   ///< The output for kDeclaration and kType; else none.
    std::string what;  ///< One sentence.
};

struct InferOptions {
    std::vector<Binding> bindings;  ///< Symbols whose extent is given.
    CancelToken cancel;             ///< Inference that is cancelled ends early and knows less.
    /// Dynamic dimensions have the extents that TensorFlow Lite uses where nobody resizes an input.
    bool resting_extents = false;
};

/// Shapes, element types and small integer values of all tensors of a model. Immutable.
class Shapes {
public:
    [[nodiscard]] const TensorShape& tensor(GraphId graph, TensorId tensor) const {
        return graphs_[graph.index()][tensor.index()];
    }
    [[nodiscard]] std::span<const DimId> dims(const TensorShape& shape) const {
        return std::span(pool_).subspan(shape.dims.begin, shape.dims.count);
    }
    /// The elements, in row-major order, of a small tensor of integers or booleans (or floats that are whole
    /// numbers); none where they are unknown.
    [[nodiscard]] std::optional<std::span<const DimId>> value(const TensorShape& shape) const {
        if (!shape.valued) return std::nullopt;
        return std::span(pool_).subspan(shape.value.begin, shape.value.count);
    }
    /// How often a Loop or Scan runs its body; unknown where a condition may end it sooner.
    [[nodiscard]] DimId trips(GraphId graph, NodeId node) const {
        const auto known = trips_.find(key_of(graph, node));
        return known == trips_.end() ? DimId() : known->second;
    }
    /// "1×3×h×w", "scalar", "?" for an unknown rank.
    [[nodiscard]] std::string text(const TensorShape& shape) const;
    [[nodiscard]] std::string text(GraphId graph, TensorId tensor) const {
        return text(this->tensor(graph, tensor));
    }
    [[nodiscard]] const DimensionTable& table() const { return table_; }
    [[nodiscard]] std::span<const ShapeConflict> conflicts() const { return conflicts_; }

    /// The same with symbols replaced by numbers. infer_shapes() with these bindings may know more, because
    /// some operators need numbers.
    [[nodiscard]] Shapes bound(std::span<const Binding> bindings) const;

private:
    friend class Engine;

    void resolve_all();
    static uint64_t key_of(GraphId graph, NodeId node) { return uint64_t{graph.value} << 32 | node.value; }

    DimensionTable table_;
    std::vector<DimId> pool_;
    std::vector<std::vector<TensorShape>> graphs_;
    std::vector<ShapeConflict> conflicts_;
    std::unordered_map<uint64_t, DimId> trips_;  ///< By graph and node.
};

/// Infers the shapes of all graphs. Near-linear; never fails: what a broken or unknown operator gives is
/// unknown, or what the file declares. A function's or loop body's tensors hold what all its calls agree on.
Shapes infer_shapes(const Model& model, const Meaning& meaning, const InferOptions& options = {});

/// Names that dimensions of the model's inputs bear, then those of other tensors: what can be bound.
std::vector<std::string> symbols_of(const Model& model);

}  // namespace netloupe::infer
