#pragma once

#include "ort_reading.h"

namespace netloupe::ort {

/// Reads a Tensor table: what it is and where its values stand. `path` names it ("graph.initializers[3]").
ConstantId read_constant(OrtReading& reading, const FlatTable& table, const std::string& path, Place place);

/// Reads a SparseTensor table; its name is that of its values.
ConstantId read_sparse_constant(OrtReading& reading, const FlatTable& table, const std::string& path,
                                Place place);

}  // namespace netloupe::ort
