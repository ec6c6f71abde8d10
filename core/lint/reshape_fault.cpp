#include "reshape_fault.h"

#include "known_shape.h"
#include "operands.h"

namespace netloupe::lint {

namespace {

/// Whether the elements fill the shape: -1 stands for what the others leave, and 0 in ONNX for the input's
/// own extent. True where that cannot be told.
bool fills(int64_t elements, std::span<const int64_t> shape, std::span<const int64_t> extents,
           bool zero_copies) {
    int64_t product = 1;
    bool rest = false;
    for (size_t i = 0; i < shape.size(); ++i) {
        int64_t extent = shape[i];
        if (extent == 0 && zero_copies) {
            if (i >= extents.size()) return true;
            extent = extents[i];
        }
        if (extent < -1 || (extent == -1 && rest)) return true;
        if (extent == -1) {
            rest = true;
        } else if (__builtin_mul_overflow(product, extent, &product)) {
            return false;
        }
    }
    if (!rest) return product == elements;
    return product == 0 || elements % product == 0;
}

}  // namespace

std::optional<ReshapeFault> reshape_fault(const Context& context, const GraphFacts& graph, NodeId node) {
    if (graph.kind(node) != OpKind::kReshape || graph.schema(node) == nullptr) return std::nullopt;
    const TensorId data = graph.input(node, 0);
    const bool tflite = graph.model().format == Format::kTflite;
    const auto shape = list_of(graph, node, tflite ? "new_shape" : "shape", 1);
    const auto extents = extents_of(context, graph, data);
    const auto elements = elements_of(context, graph, data);
    if (!shape || !extents || !elements) return std::nullopt;
    const bool zero_copies = !tflite && graph.model().int_attribute(graph.node(node), "allowzero", 0) == 0;
    if (fills(*elements, *shape, *extents, zero_copies)) return std::nullopt;
    return ReshapeFault{*elements, *shape};
}

}  // namespace netloupe::lint
