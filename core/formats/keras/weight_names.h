#pragma once

#include <string>
#include <string_view>

#include "containers/json_access.h"

namespace netloupe::keras {

/// What a layer calls the variable that Keras 3 stored at that path below the layer's group: "vars/0" of a
/// Dense is its "kernel", "query_dense/vars/1" the "query_dense.bias" of what it holds.
std::string variable_name(std::string_view path, std::string_view layer_class, const Json& config);

/// What a layer calls the weight that earlier generations stored under that name: "kernel" of
/// "conv2d_1/kernel:0", "W" of "convolution2d_1_W".
std::string argument_name(std::string_view weight, std::string_view layer);

/// Which input of its layer the argument is, counted behind the data: some weights can be left out before
/// others. -1 when they just follow each other.
int slot_of(std::string_view layer_class, std::string_view argument);

}  // namespace netloupe::keras
