#pragma once

#include <vector>

#include "infer/shapes.h"

namespace netloupe::infer {

/// What the file says of the tensors of a graph; dimensions go to `pool`. Names of dimensions in a function
/// mean another extent at each call, so that they are left out there. `resting`: see InferOptions.
std::vector<TensorShape> declared_shapes(const Model& model, const Graph& graph, DimensionTable& table,
                                         std::vector<DimId>& pool, bool resting);

/// The type that a text writes out: "optional<sequence<float32[2,n,?]>>".
/// Names of dimensions are left out.
TensorShape written_shape(const Model& model, std::string_view text, DimensionTable& table,
                          std::vector<DimId>& pool);

/// The element type that text names: "float32", "FLOAT", "BOOL", ...
DataType type_from_text(std::string_view text);
/// The element type that ONNX numbers so.
DataType type_from_onnx(int64_t code);

}  // namespace netloupe::infer
