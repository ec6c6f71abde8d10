#pragma once

#include <span>
#include <vector>

#include "model/model.h"

/// Names in ONNX graphs. A name belongs to the graph that defines it (an input, an initializer, a node's
/// output); a graph inside a node may use names of the graphs around it, and its own definition hides theirs.
/// The ORT format shares these rules.
namespace netloupe::onnx {

/// Which tensor of one graph has a name. Open addressing over interned names: no allocation a name.
class NameScope {
public:
    /// The tensor of that name, or none.
    [[nodiscard]] TensorId find(StringId name) const;
    /// The place of that name's tensor, an invalid id when the name is new. Valid until the next call.
    TensorId& at(StringId name);
    /// Makes room for that many names.
    void reserve(size_t names);

private:
    struct Slot {
        StringId name;
        TensorId tensor;
    };
    [[nodiscard]] size_t slot_of(StringId name) const;
    void rehash(size_t slots);

    std::vector<Slot> slots_;  ///< Size is a power of two, or 0.
    size_t used_ = 0;
};

/// The names of one graph and the graph in which it looks up what it does not define. A training graph looks
/// in the main graph although it is not nested in it.
struct GraphScope {
    NameScope names;
    GraphId outer;
};

/// Makes every name that a graph uses but does not define a capture of the nearest enclosing graph that
/// defines it: fills Graph::captures, marks the local tensor, and copies what is known of the outer one
/// (type, shape, constant). `scopes[i]` belongs to graphs[i]; an outer graph has a smaller id than those in
/// it.
void resolve_captures(Model& model, std::span<const GraphScope> scopes);

/// The same for quantization, once it is known.
void copy_quantization_to_captures(Model& model);

}  // namespace netloupe::onnx
