#pragma once

#include <string>

#include "read_context.h"

namespace netloupe::tflite {

DataType data_type(wire::TensorType type);

/// "subgraphs[0].tensors[12]"
std::string tensor_path(GraphId graph, size_t tensor);

/// The span of files[0] that a buffer's data takes, inside the flatbuffer or behind it.
struct BufferSpan {
    uint64_t offset = 0;
    uint64_t length = 0;
};
/// Nothing for an empty buffer; faults are left in the source.
std::optional<BufferSpan> buffer_span(const ReadContext& context, uint32_t buffer);

/// Reads the tensors of a subgraph into its graph: types, shapes, quantization, and where constants stand.
void read_tensors(ReadContext& context, GraphId graph, const FlatTables& tensors);

}  // namespace netloupe::tflite
