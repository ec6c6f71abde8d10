#pragma once

#include "base/cancellation.h"
#include "model/model.h"
#include "source_lines.h"

namespace netloupe::onnx {

/// Reads files[0] as a ModelProto. `lines` belongs to a text that files[0] was converted from, else null.
Result<void> read_model_message(Model& model, const CancelToken& cancel, const SourceLines* lines);

/// Reads files[0] as a TensorProto, SequenceProto (an OptionalProto has the same fields) or MapProto: a model
/// of tensors without nodes.
Result<void> read_tensor_message(Model& model, const CancelToken& cancel, const SourceLines* lines);
Result<void> read_sequence_message(Model& model, const CancelToken& cancel);
Result<void> read_map_message(Model& model, const CancelToken& cancel);

}  // namespace netloupe::onnx
