#pragma once

#include "containers/flatbuffer_reading.h"
#include "schemas/tflite_generated.h"

namespace netloupe::tflite {

namespace wire = ::netloupe::wire::tflite;

/// What the parts of the reader share.
struct ReadContext : FlatReading {
    ReadContext(Model& into, const CancelToken& token);

    FlatTable root;
    FlatTables buffers;          ///< Model.buffers.
    bool inline_data = false;    ///< Before schema version 3 a tensor held its data itself.
    bool old_operators = false;  ///< Schema versions 0 and 1 numbered operators differently.
};

}  // namespace netloupe::tflite
