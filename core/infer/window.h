#pragma once

#include <string_view>

#include "context.h"

namespace netloupe::infer {

/// How a window moves over the spatial dimensions of a convolution or pooling operator of ONNX.
struct Window {
    std::string_view auto_pad = "NOTSET";
    IntList strides;
    IntList dilations;
    IntList begin;
    IntList end;
    bool ceil = false;

    /// From the attributes; none when a list has not as many elements as there are spatial dimensions.
    static std::optional<Window> of(Context& c, size_t spatial);

    /// Places of a window of `kernel` elements along a dimension.
    [[nodiscard]] DimId places(DimensionTable& table, DimId extent, DimId kernel, size_t axis) const;
    /// Extent that a transposed convolution spreads to.
    [[nodiscard]] DimId spread(DimensionTable& table, DimId extent, DimId kernel, size_t axis,
                               int64_t output_padding) const;
};

}  // namespace netloupe::infer
