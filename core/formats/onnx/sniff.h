#pragma once

#include <cstdint>

#include "formats/reader.h"

namespace netloupe::onnx {

/// What an ONNX file holds, and in which form.
enum class Content : uint8_t {
    kNone,
    kModel,         ///< Binary ModelProto.
    kTensor,        ///< Binary TensorProto.
    kSequence,      ///< Binary SequenceProto or OptionalProto.
    kMap,           ///< Binary MapProto.
    kProtobufText,  ///< ModelProto or TensorProto in protobuf's text format.
    kOnnxText,      ///< ONNX's own text syntax.
    kJson,          ///< ModelProto in protobuf's JSON form.
};

struct Guess {
    Content content = Content::kNone;
    FormatReader::Match match = FormatReader::Match::kNo;
};

/// Judges a file by its first bytes: by its first fields, whether their numbers, wire types and values could
/// be those of ONNX. `head` may end anywhere.
Guess guess_content(Bytes head);

}  // namespace netloupe::onnx
