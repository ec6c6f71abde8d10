#pragma once

#include "formats/reader.h"

namespace netloupe {

/// ONNX in all its forms: binary models of any size with their external data, files of one tensor, sequence
/// or map, protobuf text, ONNX's own text syntax, and JSON. Follows onnx.proto up to IR version 13.
extern const FormatReader kOnnxReader;

}  // namespace netloupe
