#pragma once

#include "read_context.h"

namespace netloupe::tflite {

/// Reads COMPRESSION_METADATA, which says what tensors TensorFlow Lite Micro keeps as indices into a table of
/// values, into ReadContext::lookup_tables. Before the tensors: it changes how their buffers are read.
void read_compression(ReadContext& context);

/// Makes `constant` one that is read through its table, when the tensor has one. False when it has none.
bool read_through_table(ReadContext& context, const FlatTable& table, const Tensor& tensor,
                        Constant& constant, Place place);

}  // namespace netloupe::tflite
