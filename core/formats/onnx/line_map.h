#pragma once

#include <cstdint>
#include <unordered_map>

#include "schemas/onnx.pb.h"
#include "text_forms.h"

namespace netloupe::onnx {

namespace schema = netloupe::schema::onnx;

/// 1-based line at which each message of a parsed text begins, by the message's address.
using LineMap = std::unordered_map<const google::protobuf::Message*, uint32_t>;

/// Serialises the model and lists its lines in the order in which the reader will meet the elements.
Result<ConvertedText> finish_conversion(const schema::ModelProto& model, const LineMap& lines);

}  // namespace netloupe::onnx
