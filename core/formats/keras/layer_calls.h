#pragma once

#include <string>
#include <utility>
#include <vector>

#include "containers/json_access.h"

namespace netloupe::keras {

/// An output of a layer that another takes: output number `tensor` of the layer's call number `node`.
struct Reference {
    std::string layer;
    int64_t node = 0;
    int64_t tensor = 0;
    const Json* type = nullptr;  ///< Keras 3: {"shape": [...], "dtype": "..."}.
};

/// One application of a layer to tensors.
struct Call {
    std::vector<Reference> inputs;
    std::vector<std::pair<std::string, const Json*>> arguments;  ///< What is no tensor.
};

/// The calls that "inbound_nodes" of a layer describes, in the form of any generation.
std::vector<Call> read_calls(const Json& inbound_nodes);

/// All references in "input_layers" or "output_layers", however they are nested.
std::vector<Reference> read_references(const Json& value);

}  // namespace netloupe::keras
