#pragma once

#include <map>
#include <unordered_map>
#include <utility>

#include "containers/external_files.h"
#include "containers/flatbuffer_reading.h"
#include "schemas/tflite_generated.h"

namespace netloupe::tflite {

namespace wire = ::netloupe::wire::tflite;

/// Data in a file beside the model.
struct ExternalBuffer {
    StringId location;
    uint64_t offset = 0;
    uint64_t length = 0;
};

/// The values of a tensor that is stored as indices into them.
struct LookupTable {
    uint32_t buffer = 0;
    uint8_t index_bits = 0;
};

/// What the parts of the reader share.
struct ReadContext : FlatReading {
    ReadContext(Model& into, const CancelToken& token);

    FlatTable root;
    FlatTables buffers;                                             ///< Model.buffers.
    std::unordered_map<uint32_t, ExternalBuffer> external_buffers;  ///< By id.
    ExternalFiles external_files;
    std::map<std::pair<uint32_t, uint32_t>, LookupTable> lookup_tables;  ///< By subgraph and tensor.
    bool inline_data = false;    ///< Before schema version 3 a tensor held its data itself.
    bool old_operators = false;  ///< Schema versions 0 and 1 numbered operators differently.
};

}  // namespace netloupe::tflite
