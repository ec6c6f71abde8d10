#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/mapped_file.h"
#include "source_lines.h"

namespace netloupe::onnx {

/// A text model as a binary message, to be read like a binary file.
struct ConvertedText {
    std::vector<std::byte> binary;
    SourceLines lines;
    bool is_tensor = false;       ///< A TensorProto, not a ModelProto.
    std::optional<Error> damage;  ///< Where the text ended to make sense; what stands before it is converted.
};

/// Protobuf's text format of a ModelProto, GraphProto or TensorProto.
Result<ConvertedText> convert_protobuf_text(Bytes text);
/// Protobuf's JSON form of a ModelProto.
Result<ConvertedText> convert_json(Bytes text);
/// ONNX's own syntax: `<ir_version: 8, opset_import: ["" : 17]> agraph (float[N] x) => (float[N] y) { ... }`,
/// functions after it; or a graph alone.
Result<ConvertedText> convert_onnx_syntax(Bytes text);

}  // namespace netloupe::onnx
