#pragma once

/// Models as text, for tests that need a file.
namespace netloupe::testing {

/// Two convolution-free nodes over a symbolic batch; the second has an attribute with a default.
inline constexpr const char* kSmallModel = R"(<
  ir_version: 8,
  opset_import: ["" : 17],
  producer_name: "test"
>
small (float[batch, 4] x) => (float[batch, 4] y)
<float[4] w = {1.0, 2.0, 3.0, 4.0}>
{
  h = Mul(x, w)
  y = Softmax(h)
}
)";

/// The same with one node more.
inline constexpr const char* kGrownModel = R"(<
  ir_version: 8,
  opset_import: ["" : 17],
  producer_name: "test"
>
small (float[batch, 4] x) => (float[batch, 4] y)
<float[4] w = {1.0, 2.0, 3.0, 4.0}>
{
  x2 = Relu(x)
  h = Mul(x2, w)
  y = Softmax(h)
}
)";

/// Quantized with a scale of 0: a Q04 error.
inline constexpr const char* kZeroScaleModel = R"(<
  ir_version: 8,
  opset_import: ["" : 17]
>
broken (float[1, 4] x) => (float[1, 4] y)
<float scale = {0.0}, int8 zero = {0}>
{
  q = QuantizeLinear(x, scale, zero)
  y = DequantizeLinear(q, scale, zero)
}
)";

}  // namespace netloupe::testing
