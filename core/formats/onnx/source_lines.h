#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace netloupe::onnx {

/// Lines at which the elements of a text model stand, each kind in the order in which the reader meets it.
/// Text models are converted to the binary form, where nothing else remembers lines.
struct SourceLines {
    enum Kind : uint8_t {
        kGraphs,
        kNodes,
        kTensors,  ///< Initializers.
        kValues,   ///< Graph inputs and outputs.
        kKinds,
    };
    std::array<std::vector<uint32_t>, kKinds> lines;
};

}  // namespace netloupe::onnx
