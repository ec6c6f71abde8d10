#pragma once

#include <vector>

#include "base/error.h"
#include "base/mapped_file.h"
#include "containers/protobuf_text.h"

namespace netloupe::caffe {

/// A prototxt as a binary message.
struct ConvertedText {
    std::vector<std::byte> binary;
    std::vector<uint32_t> lines;  ///< Of the layers, in their order.
    std::vector<protobuf_text::UnknownField> unknown;
    std::optional<Error> damage;  ///< Where the text ended to make sense.
};

Result<ConvertedText> convert_text(Bytes text);

}  // namespace netloupe::caffe
