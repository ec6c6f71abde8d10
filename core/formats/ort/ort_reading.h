#pragma once

#include <string>
#include <vector>

#include "containers/flatbuffer_reading.h"
#include "formats/onnx/scope.h"
#include "schemas/ort_generated.h"

namespace netloupe::ort {

namespace wire = ::netloupe::wire::ort;

/// What the parts of the reader share.
struct OrtReading : FlatReading {
    OrtReading(Model& into, const CancelToken& token);

    std::vector<onnx::GraphScope> scopes;  ///< By graph.
    std::vector<Attribute> attributes;     ///< Of the nodes that are being read, innermost last.
};

}  // namespace netloupe::ort
