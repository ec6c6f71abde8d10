#pragma once

#include "mnn_reading.h"

namespace netloupe::mnn {

/// Reads a Blob table: what it is and where its values stand, inside the file or at `external` of another.
/// `op` names that file.
Constant read_blob(MnnReading& reading, const FlatTable& op, const FlatTable& blob);

/// The shape in a vector of extents; negative ones are dynamic.
Shape read_extents(Model& model, const FlatTable& table, uint16_t field);

/// Points the constant at bytes of the file that the operator keeps its weights in.
void place_outside(MnnReading& reading, const FlatTable& op, int64_t offset, int64_t length,
                   Constant& constant);

}  // namespace netloupe::mnn
