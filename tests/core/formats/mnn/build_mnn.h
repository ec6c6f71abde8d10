#pragma once

#include <string>

#include "support/wire_text.h"

/// Networks of MNN for tests.
namespace netloupe::mnn_test {

inline std::string network(const std::string& json) {
    return support::flatbuffer("mnn", json);
}

/// One convolution with four weights of two bits: the table is -2..1, the weights are 1, -2, 0, -1.
inline std::string small_network() {
    return network(R"({
        "tensorName": ["x", "y", "k"],
        "outputName": ["y"],
        "sourceType": "ONNX",
        "oplists": [
            {"type": "Input", "main_type": "Input", "main": {"dims": [1, 2, -1, 4], "dformat": "NCHW"},
             "name": "x", "outputIndexes": [0]},
            {"type": "Const", "main_type": "Blob", "main": {"dims": [2], "float32s": [1.5, 2.5]},
             "name": "k", "outputIndexes": [2]},
            {"type": "Convolution", "main_type": "Convolution2D", "name": "conv", "inputIndexes": [0],
             "outputIndexes": [1],
             "main": {"common": {"outputCount": 2, "inputCount": 2, "padMode": "SAME", "relu": true},
                      "bias": [7, 8],
                      "quanParameter": {"type": 1, "aMin": -2, "readType": 2, "alpha": [-1, 0.5, -2, 1],
                                        "buffer": [2, 2, 0, 2, 0, 4, -2, -1, 0, 1, -55]}}}
        ]
    })");
}

}  // namespace netloupe::mnn_test
