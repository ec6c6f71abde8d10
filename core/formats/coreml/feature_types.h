#pragma once

#include "coreml_reading.h"

namespace netloupe::coreml {

/// A FeatureDescription: a named input or output of a model.
struct Feature {
    StringId name{0U};
    StringId doc{0U};
    Piece type;  ///< FeatureType.
    uint64_t offset = 0;
};
Feature read_feature(CoremlReading& reading, Piece message);

/// Gives the tensor the feature's type, shape and description.
void set_feature(CoremlReading& reading, const Feature& feature, Tensor& tensor);

}  // namespace netloupe::coreml
