#pragma once

#include "containers/external_stream.h"
#include "layer_weights.h"
#include "model/model.h"

namespace netloupe::ncnn {

/// The file of weights, block after block. Where it is not there, constants know their shapes only.
class WeightFile {
public:
    /// `location` is its name beside the model.
    WeightFile(Model& model, StringId location) : model_(model), stream_(model, location) {}

    /// The next block of numbers.
    ConstantId take(const Weight& weight, StringId name);
    /// Told when all layers have taken theirs.
    void finish() { stream_.finish(); }

private:
    /// Reads the tag and sets type and decoder of the block; how many bytes follow.
    uint64_t read_tag(uint64_t elements, Constant& constant);

    Model& model_;
    ExternalStream stream_;
};

/// 1 / x of a float32 array: ncnn keeps what real numbers are multiplied with to become integers.
extern const ConstantDecoder& kReciprocal;

}  // namespace netloupe::ncnn
