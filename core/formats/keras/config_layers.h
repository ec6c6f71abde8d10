#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "layer_calls.h"

namespace netloupe::keras {

/// A layer of a model as its config describes it.
struct Layer {
    std::string key;               ///< What others call it; unique.
    std::string name;              ///< As written; may be empty.
    std::string op;                ///< Name of its class.
    const Json* entry = nullptr;   ///< All that is written of it.
    const Json* config = nullptr;  ///< Its parameters.
    std::vector<Call> calls;
    /// Calls are counted from here by those who take their outputs: a model that is a layer has been called
    /// before, on its own inputs.
    int64_t first_call = 0;
};

/// A model: layers and what is called in which order.
struct Layers {
    std::string name;
    std::vector<Layer> layers;
    std::vector<Reference> inputs;
    std::vector<Reference> outputs;
};

/// Whether the layer or document is a model of layers that it lists.
bool has_layers(const Json& entry);
/// "Dense" of "Dense" and of "Package>Dense".
std::string_view plain_class(std::string_view class_name);
/// "conv2_d" as Keras makes names of classes: "Conv2D" is "conv2d".
std::string snake_case(std::string_view class_name);
bool is_input(const Layer& layer);

/// Layers of a model: {"class_name": "Sequential", "config": ...} or a functional one.
Layers read_layers(const Json& model);

}  // namespace netloupe::keras
