#pragma once

#include <vector>

#include "paddle_reading.h"

namespace netloupe::paddle {

/// A tensor of a file of parameters, without its name.
struct StoredTensor {
    DataType dtype = DataType::kUnknown;
    Shape shape;
    uint64_t offset = 0;  ///< Of its values.
    uint64_t length = 0;
};

/// The tensors of a file of parameters, one behind the other: versions, levels of detail, a TensorDesc,
/// values. What comes behind damage is left out, and told.
std::vector<StoredTensor> read_parameter_file(PaddleReading& reading, Bytes bytes);

/// Whether the bytes begin like such a file.
bool is_parameter_file(Bytes bytes);

/// A constant of one of them, in `file`.
Constant constant_of(const StoredTensor& tensor, FileId file);

}  // namespace netloupe::paddle
