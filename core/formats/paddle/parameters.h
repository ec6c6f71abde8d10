#pragma once

#include "paddle_reading.h"

namespace netloupe::paddle {

/// A variable of graphs[0] whose values stand in a file of parameters.
struct Parameter {
    StringId name;
    TensorId tensor;
};

/// Gives the parameters of graphs[0] their values: from the file of all parameters beside the program, where
/// they stand in the order of their names, or from a file each. Without a file they have none, which is told.
void attach_parameters(PaddleReading& reading, std::vector<Parameter> parameters);

}  // namespace netloupe::paddle
