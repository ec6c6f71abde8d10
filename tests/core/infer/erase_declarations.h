#pragma once

#include "model/model.h"

namespace netloupe::infer::test {

/// Makes the model forget what it says of the tensors that its nodes compute.
inline void erase_declarations(Model& model) {
    for (Graph& graph : model.graphs) {
        for (Tensor& tensor : graph.tensors) {
            if (!tensor.producer.valid() && !tensor.is_captured) continue;
            tensor.dtype = DataType::kUnknown;
            tensor.kind = ValueKind::kUnknown;
            tensor.shape = {};
            tensor.default_shape = {};
            tensor.type_name = {};
            tensor.declared = false;
        }
    }
}

}  // namespace netloupe::infer::test
