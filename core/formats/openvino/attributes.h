#pragma once

#include "reading.h"

namespace netloupe::openvino {

/// An attribute of a layer's data by what its text looks like: "true" is a bool, "2" an integer, "2,2" a list
/// of integers, "1e-5" a number, everything else a text.
Attribute read_attribute(Reading& reading, std::string_view name, std::string_view value);

}  // namespace netloupe::openvino
