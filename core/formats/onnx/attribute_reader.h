#pragma once

#include "reading.h"

namespace netloupe::onnx {

/// Reads an AttributeProto of the node that `draft` will hold next (or of a function, for its defaults).
Attribute read_attribute(Reading& reading, const wire::Field& message, const FieldPath& path,
                         GraphDraft& draft);

}  // namespace netloupe::onnx
