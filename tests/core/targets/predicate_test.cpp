#include <span>

#include "judging.h"

namespace netloupe::targets::test {
namespace {

constexpr std::string_view kConv = R"(tflite
input x:float32[1,8,8,3]
const w:float32[4,3,3,3]
const b:float32[4]
CONV_2D(x, w, b) -> y:float32[1,8,8,4] { stride_h=2 stride_w=2 fused_activation_function="RELU" padding="SAME" }
output y
)";

struct Case {
    std::string check;
    std::string verdict;
};

void expect(std::span<const Case> cases, std::string_view graph, const std::string& op = "CONV_2D") {
    for (const Case& c : cases) EXPECT_EQ(demand(c.check, graph, op).verdicts(), c.verdict) << c.check;
}

TEST(Predicate, NumbersOfANode) {
    const Case cases[] = {
        {R"({"number": "inputs", "in": [3]})", "supported"},
        {R"({"number": "outputs", "equals": 1})", "supported"},
        {R"({"number": "runtimeInputs", "max": 0})", "unsupported"},
        {R"({"number": "constantInputs", "min": 2, "max": 2})", "supported"},
        {R"({"number": {"rank": "input0"}, "min": 4, "max": 4})", "supported"},
        {R"({"number": {"dim": "input0", "axis": -1}, "equals": 3})", "supported"},
        {R"({"number": {"dim": "input0", "axis": 1}, "multipleOf": 3})", "unsupported"},
        {R"({"number": {"dim": "input0", "axis": 7}, "max": 0})", "supported"},
        {R"({"number": {"dims": "input0"}, "min": 1, "max": 8})", "supported"},
        {R"({"number": {"dims": "input0"}, "notIn": [3]})", "unsupported"},
        {R"({"number": {"elements": "input2"}, "equals": {"dim": "output0", "axis": -1}})", "supported"},
        {R"({"number": {"attribute": "stride_h"}, "max": {"dim": "input1", "axis": 1}})", "supported"},
        {R"({"number": {"attribute": "stride_h"}, "in": [1]})", "unsupported"},
        {R"({"number": {"attribute": "dilation_h_factor", "default": 1}, "in": [1]})", "supported"},
        {R"({"number": {"attribute": "nonesuch"}, "in": [1]})", "supported"},
        {R"({"number": {"times": [{"attribute": "stride_h"}, {"attribute": "stride_w"}]}, "equals": 4})",
         "supported"},
        {R"({"number": {"over": [{"dim": "input0", "axis": 1}, {"attribute": "stride_h"}]}, "in": [4]})",
         "supported"},
        {R"({"number": {"minus": [{"dim": "input0", "axis": 1}, 1]}, "in": [7]})", "supported"},
        {R"({"number": {"plus": [1, 2, 3]}, "in": [6]})", "supported"},
    };
    expect(cases, kConv);
}

TEST(Predicate, WhatANodeHas) {
    const Case cases[] = {
        {R"({"attribute": "padding", "in": ["SAME"]})", "supported"},
        {R"({"attribute": "fused_activation_function", "in": ["NONE", "RELU6"]})", "unsupported"},
        {R"({"attribute": "mode", "in": ["REFLECT"], "default": "SYMMETRIC"})", "unsupported"},
        {R"({"attribute": "mode", "in": ["REFLECT"]})", "supported"},
        {R"({"attribute": "stride_h", "in": ["2"]})", "conditional"},
        {R"({"hasAttribute": "stride_h"})", "supported"},
        {R"({"hasAttribute": "mode"})", "unsupported"},
        {R"({"type": ["float32"], "of": "activations"})", "supported"},
        {R"({"type": ["int8", "float16"], "of": "output0"})", "unsupported"},
        {R"({"constant": ["input1", "input2", "input3"]})", "supported"},
        {R"({"constant": "inputs"})", "unsupported"},
        {R"({"constant": "inputs1"})", "supported"},
        {R"({"static": "activations"})", "supported"},
        {R"({"given": ["input2"]})", "supported"},
        {R"({"given": ["input3"]})", "unsupported"},
        {R"({"same": "rank", "of": ["input0", "input1"]})", "supported"},
        {R"({"same": "shape", "of": ["input0", "output0"]})", "unsupported"},
        {R"({"same": "type", "of": ["inputs"]})", "supported"},
        {R"({"quantized": ["none"], "of": "activations"})", "supported"},
        {R"({"quantized": ["per-tensor"], "of": "input0"})", "unsupported"},
        {R"({"graph": "main"})", "supported"},
    };
    expect(cases, kConv);
}

TEST(Predicate, CombinesStatements) {
    const std::string yes = R"({"graph": "main"})";
    const std::string no = R"({"hasAttribute": "nonesuch"})";
    const std::string maybe = R"({"attribute": "stride_h", "in": ["2"]})";
    const auto list = [](const std::string& word, const std::string& a, const std::string& b) {
        return fmt::format(R"({{"{}": [{}, {}]}})", word, a, b);
    };
    const auto negation = [](const std::string& a) { return fmt::format(R"({{"not": {}}})", a); };
    const auto implies = [](const std::string& a, const std::string& b) {
        return fmt::format(R"({{"if": {}, "then": {}}})", a, b);
    };
    const Case cases[] = {
        {list("all", yes, yes), "supported"},     {list("all", maybe, no), "unsupported"},
        {list("all", yes, maybe), "conditional"}, {list("any", no, yes), "supported"},
        {list("any", maybe, yes), "supported"},   {list("any", no, no), "unsupported"},
        {list("any", no, maybe), "conditional"},  {negation(no), "supported"},
        {negation(yes), "unsupported"},           {negation(maybe), "conditional"},
        {implies(no, no), "supported"},           {implies(yes, no), "unsupported"},
        {implies(maybe, no), "conditional"},      {implies(maybe, yes), "supported"},
    };
    expect(cases, kConv);
}

TEST(Predicate, ValuesOfSmallConstants) {
    const Case cases[] = {{R"({"number": {"values": "input1"}, "min": 0, "max": 1})", "supported"},
                          {R"({"number": {"values": "input1"}, "min": 1})", "unsupported"},
                          {R"({"number": {"values": "input0"}, "min": 1})", "conditional"}};
    expect(cases, R"(tflite
input x:float32[1,8,8,3]
const p:int32[4,2] = 0 0 1 1 1 1 0 0
PAD(x, p) -> y:float32[1,10,10,3]
output y
)",
           "PAD");
}

TEST(Predicate, QuantizationOfTensors) {
    const Case cases[] = {
        {R"({"quantized": ["per-axis"], "of": "input1"})", "supported"},
        {R"({"quantized": ["per-tensor"], "of": "inputs"})", "unsupported"},
        {R"({"number": {"quantizedAxis": "input1"}, "in": [0]})", "supported"},
        {R"({"number": {"quantizedAxis": "input0"}, "in": [7]})", "supported"},
        {R"({"number": {"zeroPoint": "input1"}, "in": [0]})", "supported"},
        {R"({"number": {"zeroPoint": "input0"}, "in": [0]})", "unsupported"},
        {R"({"number": {"over": [{"scale": "input0"}, {"scale": "output0"}]}, "in": [2]})", "supported"},
        {R"({"number": {"times": [{"scale": "input0"}, {"scale": "input1"}]}, "max": 0.06})", "unsupported"},
        {R"({"number": {"times": [{"scale": "input0"}, {"scale": "input1"}]}, "max": 0.11})", "supported"},
        {R"({"same": "quantization", "of": ["input0", "output0"]})", "unsupported"},
        {R"({"same": "quantization", "of": ["input0", "input0"]})", "supported"},
    };
    expect(cases, R"(tflite
input x:int8[1,8,8,3](0.5, 3)
const w:int8[2,3,3,3](0.1 0.2, 0 0, axis=0)
CONV_2D(x, w, _) -> y:int8[1,8,8,2](0.25, 3)
output y
)");
}

TEST(Predicate, LooksThroughQuantizeAndDequantizeOfOnnx) {
    const auto verdict = [](const std::string& check) {
        const Judged judged = demand(check, R"(onnx opset=13
input x:float32[1,3,8,8]
const w:int8[4,3,3,3]
QuantizeLinear(x, 0.1, 3:int8) -> xq:int8[1,3,8,8]
DequantizeLinear(xq, 0.1, 3:int8) -> xd:float32[1,3,8,8]
DequantizeLinear(w, [0.1 0.2 0.1 0.2]:float32, [0 0 0 0]:int8) -> wd:float32[4,3,3,3] { axis=0 }
Conv(xd, wd) -> y:float32[1,4,6,6]
QuantizeLinear(y, 0.2, 5:uint8) -> yq:uint8[1,4,6,6]
output yq
)",
                                     "Conv", "onnx");
        return std::string(name(judged.assessment.graphs[0][3].verdict));
    };
    EXPECT_EQ(verdict(R"({"type": ["float32"], "of": "activations"})"), "supported");
    EXPECT_EQ(verdict(R"({"type": ["int8", "uint8"], "of": "activations", "stored": true})"), "supported");
    EXPECT_EQ(verdict(R"({"type": ["int8"], "of": "output0", "stored": true})"), "unsupported");
    EXPECT_EQ(verdict(R"({"quantized": ["per-tensor"], "of": "activations"})"), "supported");
    EXPECT_EQ(verdict(R"({"all": [{"quantized": ["per-axis"], "of": "input1"}, {"constant": "input1"}]})"),
              "supported");
}

TEST(Predicate, DynamicQuantizationBehindANodeLeavesItReal) {
    const auto verdict = [](const std::string& quantize) {
        return demand(R"({"quantized": ["none"], "of": "activations"})",
                      "onnx opset=13\ninput x:float32[1,8]\nRelu(x) -> r\n" + quantize + "\noutput q\n",
                      "Relu", "onnx")
            .assessment.graphs[0][0]
            .verdict;
    };
    EXPECT_EQ(verdict("DynamicQuantizeLinear(r) -> q, s, z"), Verdict::kSupported);
    EXPECT_EQ(verdict("QuantizeLinear(r, 0.1, 0:int8) -> q"), Verdict::kUnsupported);
}

TEST(Predicate, KnowsWhatIsDynamic) {
    const auto onnx = [](const std::string& check, const std::string& dims) {
        return demand(check, "onnx\ninput x:float32" + dims + "\nRelu(x) -> y\noutput y\n", "Relu", "onnx")
            .verdicts();
    };
    EXPECT_EQ(onnx(R"({"static": "activations"})", "[1,3]"), "supported");
    EXPECT_EQ(onnx(R"({"static": "activations"})", "[N,3]"), "unsupported");
    EXPECT_EQ(onnx(R"({"static": "activations"})", ""), "conditional");
    EXPECT_EQ(onnx(R"({"same": "shape", "of": ["input0", "output0"]})", "[N,3]"), "supported");
    EXPECT_EQ(onnx(R"({"number": {"dim": "input0", "axis": 0}, "max": 8})", "[N,3]"), "conditional");
    EXPECT_EQ(onnx(R"({"number": "version", "min": 99})", "[1]"), "unsupported");
    // TensorFlow Lite runs with the extents in the file until somebody resizes an input.
    EXPECT_EQ(demand(R"({"static": "activations"})",
                     "tflite\ninput x:float32[1|?,3]\nRELU(x) -> y:float32[1|?,3]\noutput y\n", "RELU")
                  .verdicts(),
              "supported");
}

TEST(Predicate, KnowsWhatIsConstant) {
    EXPECT_EQ(demand(R"({"constant": "input1"})", R"(onnx opset=13
input x:float32[2,3]
const s:int64[2] = 3 2
Identity(s) -> t
Reshape(x, t) -> y
Shape(x) -> u
Reshape(x, u) -> z
output y
output z
)",
                     "Reshape", "onnx")
                  .verdicts(),
              "- supported unsupported unsupported");
}

TEST(Predicate, SeesBodiesOfControlFlowAndWhatTheyCapture) {
    const auto in_body = [](const std::string& check) {
        const Judged judged = demand(check, R"(onnx opset=13
input c:boolean[]
input x:float32[2]
const k:float32[2]
If(c) -> y { then_branch=@a else_branch=@b }
output y
graph a
Add(x, k) -> p
output p
graph b
Abs(x) -> q
output q
)",
                                     "Add", "onnx");
        return std::string(name(judged.assessment.graphs[1][0].verdict));
    };
    EXPECT_EQ(in_body(R"({"graph": "main"})"), "unsupported");
    EXPECT_EQ(in_body(R"({"constant": "input1"})"), "supported");
    EXPECT_EQ(in_body(R"({"constant": "input0"})"), "unsupported");
}

}  // namespace
}  // namespace netloupe::targets::test
