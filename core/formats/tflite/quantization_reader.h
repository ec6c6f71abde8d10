#pragma once

#include "read_context.h"

namespace netloupe::tflite {

/// Reads QuantizationParameters of a tensor (its type and shape are known already); none when the table says
/// nothing. Scales that are tensors of their own are left to link_scale_tensors().
QuantizationId read_quantization(ReadContext& context, const FlatTable& table, const Tensor& tensor);

/// Points blockwise quantization at the constants of its scale and zero point tensors, once all tensors of
/// the subgraph are read.
void link_scale_tensors(ReadContext& context, GraphId graph, const FlatTables& tensors);

}  // namespace netloupe::tflite
