#pragma once

#include "mnn_reading.h"

namespace netloupe::mnn {

/// Integer weights and the numbers that make them real.
struct ScaledWeights {
    Constant scales;  ///< One for each output or block of it; minimum and scale in turn when asymmetric.
    DataType storage = DataType::kInt8;
    uint64_t outputs = 0;  ///< 0 when the shape is not known.
    uint64_t weights = 0;  ///< Of one output.
};

/// Each output, or block of it, has a minimum and a scale; otherwise only a scale.
bool is_asymmetric(const FlatTable& quantized);

/// The quantization that an IDSTQuan table gives to weights; none when it has no scales.
QuantizationId weight_quantization(MnnReading& reading, const FlatTable& quantized,
                                   const ScaledWeights& weights);

/// The quantization of a tensor by one number, or one for each channel of it: integer = real * factor + zero
/// point, or the inverse.
QuantizationId tensor_quantization(MnnReading& reading, const FlatTable& parameters, bool inverse);

}  // namespace netloupe::mnn
