#pragma once

#include "base/byte_cursor.h"
#include "layer.h"

namespace netloupe::ncnn {

/// Layers of a binary file: 32-bit numbers only. Types and blobs have numbers, layers have no names.
class BinaryLayers : public LayerSource {
public:
    explicit BinaryLayers(Bytes file);
    bool next(Layer& layer) override;

private:
    bool read_parameters(Layer& layer, uint32_t type);
    bool read_parameter(int32_t key, uint32_t type, Parameter& parameter);
    bool read_list(const bool reals, Parameter& parameter);
    bool read_text(Parameter& parameter);
    bool cut();

    ByteCursor cursor_;
    int64_t read_ = 0;
};

}  // namespace netloupe::ncnn
