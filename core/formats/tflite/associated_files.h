#pragma once

#include "read_context.h"

namespace netloupe::tflite {

/// Reads the directory of the zip that may stand behind the flatbuffer into Model::attachments, with the text
/// of members that are short texts (labels).
void read_associated_files(ReadContext& context);

}  // namespace netloupe::tflite
