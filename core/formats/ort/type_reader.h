#pragma once

#include "ort_reading.h"

namespace netloupe::ort {

/// Reads a TypeInfo table into the tensor's dtype, kind, shape and type_name.
void read_type(OrtReading& reading, const FlatTable& type, Tensor& tensor);

}  // namespace netloupe::ort
