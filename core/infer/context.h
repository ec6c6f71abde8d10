#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "infer/shapes.h"
#include "inline_list.h"

namespace netloupe::infer {

class Engine;
struct Frame;

/// One node, as the function that infers its outputs sees it. Slots beyond the node's operands are absent
/// inputs, or outputs that nobody wants.
class Context {
public:
    Context(Engine& engine, Frame& frame, NodeId node);

    [[nodiscard]] const OperatorSchema* schema() const;
    /// The opset (operator version in TensorFlow Lite), the newest where the file does not say.
    [[nodiscard]] int32_t version() const;
    [[nodiscard]] std::string_view op() const;
    DimensionTable& dims() const;

    // Inputs. Dimensions are resolved: equal ones have equal ids.
    [[nodiscard]] size_t inputs() const { return inputs_.size(); }
    [[nodiscard]] bool has(size_t slot) const { return slot < inputs_.size() && inputs_[slot].valid(); }
    [[nodiscard]] const TensorShape& input(size_t slot) const;
    [[nodiscard]] DataType dtype(size_t slot) const { return input(slot).dtype; }
    /// None when the rank is unknown or the input absent.
    [[nodiscard]] std::optional<DimList> shape(size_t slot) const;
    [[nodiscard]] std::optional<size_t> rank(size_t slot) const;
    /// Elements of a small tensor in row-major order, where they are known; single ones may still be unknown.
    /// Floats are given where all are whole numbers. Quantized tensors have none.
    [[nodiscard]] std::optional<DimList> value(size_t slot) const;
    /// The same when all are numbers.
    [[nodiscard]] std::optional<IntList> ints(size_t slot) const;
    [[nodiscard]] std::optional<int64_t> scalar(size_t slot) const;
    /// The values of a constant of at most limits::kTrackedValues elements.
    [[nodiscard]] std::optional<std::vector<double>> reals(size_t slot) const;

    // Attributes; those that a function's caller gives are looked up there.
    [[nodiscard]] const Attribute* attribute(std::string_view name) const;
    [[nodiscard]] bool has_attribute(std::string_view name) const { return attribute(name) != nullptr; }
    [[nodiscard]] int64_t integer(std::string_view name, int64_t fallback) const;
    [[nodiscard]] bool flag(std::string_view name) const { return integer(name, 0) != 0; }
    [[nodiscard]] std::string_view text(std::string_view name, std::string_view fallback) const;
    [[nodiscard]] std::optional<std::span<const int64_t>> list(std::string_view name) const;
    [[nodiscard]] std::optional<std::span<const double>> real_list(std::string_view name) const;
    /// How many elements a list attribute of any type has; 0 without it.
    [[nodiscard]] size_t list_size(std::string_view name) const;
    /// The element type that an integer, an enumerator or a name gives; the fallback without it.
    [[nodiscard]] DataType type(std::string_view name, DataType fallback) const;
    [[nodiscard]] GraphId graph(std::string_view name) const;
    /// The rank that a graph states for an input of its own; none when it states none.
    [[nodiscard]] std::optional<size_t> stated_rank(GraphId graph, size_t input) const;
    [[nodiscard]] std::vector<GraphId> graphs(std::string_view name) const;
    /// The stored tensor that an attribute is.
    [[nodiscard]] std::optional<TensorShape> constant(std::string_view name);

    /// The type that an attribute writes out.
    [[nodiscard]] std::optional<TensorShape> written_type(std::string_view name);

    // Outputs.
    /// The element type that the file declares.
    [[nodiscard]] DataType declared_type(size_t slot) const;
    [[nodiscard]] size_t outputs() const { return staged_.size(); }
    [[nodiscard]] bool wants(size_t slot) const { return slot < staged_.size(); }
    void set_type(size_t slot, DataType dtype);
    void set_shape(size_t slot, const DimList& shape);
    void set(size_t slot, DataType dtype, const DimList& shape);
    void set_value(size_t slot, const DimList& elements);
    /// The output is what the input is.
    void pass(size_t slot, size_t input);
    void set_fact(size_t slot, const TensorShape& fact);
    /// A sequence (or optional) of tensors of the element's type and shape.
    void set_kind(size_t slot, ValueKind kind, const TensorShape& element);

    // Demands.
    /// Notes that a and b must be equal; returns the one that says more.
    DimId same(DimId a, DimId b, std::string_view what);
    /// Notes that d must be that number.
    void demand(DimId d, int64_t number, std::string_view what) { same(d, dims().constant(number), what); }
    void conflict(std::string what);
    /// Notes that a and b broadcast to each other.
    void compatible(DimId a, DimId b);

    // Control flow.
    /// What the graph's outputs are for these inputs; empty when it is not followed any more.
    std::vector<TensorShape> run(GraphId graph, std::span<const TensorShape> inputs);
    /// The same for the function that the node calls.
    std::vector<TensorShape> call(GraphId function);
    /// Conflicts so far, and forgetting those noted since: a loop's body is evaluated several times.
    [[nodiscard]] size_t conflicts() const;
    void forget_conflicts(size_t kept);
    /// How often the node runs its body.
    void set_trips(DimId trips);
    /// Keeps what both agree on.
    TensorShape join(const TensorShape& a, const TensorShape& b);
    /// A fact with that shape.
    TensorShape make(DataType dtype, const DimList& shape);
    /// A scalar of that value.
    TensorShape make_scalar(DataType dtype, int64_t value);
    [[nodiscard]] DimList dims_of(const TensorShape& fact) const;
    /// The first element of a fact whose elements are known.
    [[nodiscard]] DimId element(const TensorShape& fact) const;

    [[nodiscard]] std::span<const TensorShape> staged() const { return staged_; }

private:
    [[nodiscard]] const Tensor& tensor(size_t slot) const;

    Engine& engine_;
    Frame& frame_;
    NodeId id_;
    const Node& node_;
    std::span<const TensorId> inputs_;
    std::vector<TensorShape>& staged_;
};

/// Sets what is known of the outputs of a node.
using InferFunction = void (*)(Context&);

}  // namespace netloupe::infer
