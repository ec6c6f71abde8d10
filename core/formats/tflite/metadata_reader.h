#pragma once

#include "read_context.h"

namespace netloupe::tflite {

/// Values of one structured metadata entry that are written out.
inline constexpr uint64_t kMetadataValues = 4096;

/// The schema of what stands in the buffers, schemas/tflite_metadata.fbs.
const FlatSchema& metadata_schema();

/// Reads Model.metadata, named buffers that tools leave behind: the minimum runtime, what the model is for,
/// how it was converted. Texts become Model metadata, other bytes are only named.
void read_metadata(ReadContext& context);

}  // namespace netloupe::tflite
