#pragma once

#include <string_view>

#include "model/model.h"

namespace netloupe::test {

/// Builds a model from a few lines of text, for tests. Throws std::invalid_argument on a mistake in the text.
///
///     onnx opset=13 ir=8 producer="pytorch 2.1"   or   tflite
///     input x:float32[N,3,8,8]
///     const w:int8[8,3,3,3] = 1 2 3          # values repeat; zeros when not given
///     QuantizeLinear(x, 0.1, -3:int8) -> xq:int8[N,3,8,8]
///     DequantizeLinear(w, [0.1 0.2]:float32, [0 0]:int8) -> wd { axis=0 }
///     Conv(xd, wd, _) -> y { strides=[1,1] auto_pad="SAME" } "name of the node"
///     output y
///     graph body                              # lines of another graph follow
///
/// - A tensor is declared where it is first mentioned, as name:dtype[dims](quantization), all but the name
///   optional. Dims are numbers, ? or symbols; `2|?` is a TensorFlow Lite shape 2 of signature -1.
/// - The quantization is (scale, zero point) or lists, (0.1 0.2, 0 0, axis=3): TensorFlow Lite's, on the
/// tensor.
/// - ONNX's comes from the operands of the nodes, as when a file is read. A number or a [list] in an
/// operand's
///   place is a constant, float32 unless typed.
/// - `_` is an operand that is not given. Operators are written domain::Name; `custom::Name` in TensorFlow
/// Lite.
/// - An attribute `then_branch=@body` holds the graph of that name, whose undeclared names are captures. A
///   node's version follows as `@4` behind its operator.
Model graph_from_text(std::string_view text);

}  // namespace netloupe::test
