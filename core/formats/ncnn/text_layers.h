#pragma once

#include <string_view>

#include "layer.h"

namespace netloupe::ncnn {

/// Layers of a text: a line each, "type name inputs outputs" with the numbers of blobs and then their names,
/// then parameters "0=64 -23310=1,0.1".
class TextLayers : public LayerSource {
public:
    explicit TextLayers(std::string_view text);
    bool next(Layer& layer) override;

private:
    std::string_view take_line();
    bool read_blobs(std::string_view& line, Layer& layer);

    std::string_view text_;
    uint32_t line_ = 0;
};

}  // namespace netloupe::ncnn
