#pragma once

#include "containers/protobuf_text.h"
#include "schemas/onnx.pb.h"
#include "text_forms.h"

namespace netloupe::onnx {

namespace schema = netloupe::schema::onnx;

using LineMap = protobuf_text::LineMap;

/// Serialises the model and lists its lines in the order in which the reader will meet the elements.
Result<ConvertedText> finish_conversion(const schema::ModelProto& model, const LineMap& lines);

}  // namespace netloupe::onnx
