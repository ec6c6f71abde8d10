#pragma once

#include "model/values.h"

namespace netloupe::gguf {

/// Blocks of quantized weights; Constant::decoder_argument is the tensor type's id.
extern const ConstantDecoder& kBlockDecoder;
/// Plain numbers of a big-endian file.
extern const ConstantDecoder& kSwappedDecoder;
/// An array of strings in the metadata; the argument is twice the version, and one more in a big-endian file.
extern const ConstantDecoder& kStringDecoder;

}  // namespace netloupe::gguf
