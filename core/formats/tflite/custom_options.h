#pragma once

#include "model/attribute_list.h"

namespace netloupe::tflite {

/// What custom operators and composites carry: each key of a map becomes an attribute, any other FlexBuffer
/// the attribute `whole`, and what is no FlexBuffer stays bytes.
void add_custom_options(AttributeList& list, StringId whole, Bytes bytes);

}  // namespace netloupe::tflite
