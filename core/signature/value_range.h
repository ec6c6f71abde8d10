#pragma once

#include "element_walk.h"
#include "signature/card.h"

namespace netloupe::signature {

/// Scale and zero point of a stored integer that has one of each; nothing when they are not usable numbers.
std::optional<Affine> affine_of(const Model& model, const Tensor& tensor);

/// Fills the port's affine and quantization from what the tensor is stored with.
void describe_stored(const Model& model, Port& port);

/// Fills the port's quantization, range, normalization and what else is said of values that an input expects.
/// The port's layout is known already.
void describe_values(const View& view, Port& port);

}  // namespace netloupe::signature
