#include <gtest/gtest.h>

#include <chrono>

#include "infer_testing.h"

namespace netloupe::infer {
namespace {

using test::infer;
using test::Inferred;

TEST(ControlFlow, BranchesAgreeOrLeaveOpen) {
    const Inferred result = infer(R"(onnx opset=18
input c:boolean, x:float32[n,3]
If(c) -> a, b, y { then_branch=@yes else_branch=@no }
graph yes
Relu(x) -> p
Concat(x, x) -> q { axis=0 }
Shape(x) -> r
output p, q, r
graph no
Neg(x) -> p2
Neg(x) -> q2
Flatten(x) -> r2
output p2, q2, r2
)");
    EXPECT_EQ(result.type("a"), "float32[n,3]");
    EXPECT_EQ(result.type("b"), "float32[?,3]");
    EXPECT_EQ(result.type("y"), "?[...]");
    EXPECT_EQ(result.type("q", 1), "float32[2*n,3]");
}

TEST(ControlFlow, AKnownConditionChooses) {
    const Inferred result = infer(R"(onnx opset=18
input x:float32[n,3]
If(1:boolean) -> y { then_branch=@yes else_branch=@no }
graph yes
Flatten(x) -> p
output p
graph no
Shape(x) -> q
output q
)");
    EXPECT_EQ(result.type("y"), "float32[n,3]");
}

TEST(ControlFlow, BranchesTeachNothing) {
    const Inferred result = infer(R"(onnx opset=18
input c:boolean, x:float32[n,k]
const w:float32[4,2] = 0
If(c) -> y { then_branch=@yes else_branch=@no }
graph yes
MatMul(x, w) -> p
output p
graph no
Relu(x) -> q
output q
)");
    EXPECT_EQ(result.type("x"), "float32[n,k]");
    EXPECT_EQ(result.type("y"), "float32[n,?]");
}

TEST(ControlFlow, LoopsKeepWhatAllRunsHaveInCommon) {
    const Inferred result = infer(R"(onnx opset=18
input x:float32[n,3]
Loop(5:int64, _, x, x) -> steady, growing, y { body=@body }
graph body
input i:int64, go:boolean, s, g
Relu(s) -> s2
Concat(g, s) -> g2 { axis=0 }
ReduceSum(s) -> scan { keepdims=0 }
Identity(go) -> go2
output go2, s2, g2, scan
)");
    EXPECT_EQ(result.type("steady"), "float32[n,3]");
    EXPECT_EQ(result.type("growing"), "float32[?,3]");
    EXPECT_EQ(result.type("y"), "float32[5]");
    EXPECT_EQ(result.conflicts(), "");
}

TEST(ControlFlow, ScansSliceAndStack) {
    const Inferred result = infer(R"(onnx opset=18
input h:float32[b,4], x:float32[b,t,3]
Scan(h, x) -> last, y { body=@body num_scan_inputs=1 scan_input_axes=[1] scan_output_axes=[1] }
graph body
input s, e
Concat(s, e) -> out { axis=1 }
Identity(s) -> s2
output s2, out
)");
    EXPECT_EQ(result.type("last"), "float32[b,4]");
    EXPECT_EQ(result.type("y"), "float32[b,t,7]");
    EXPECT_EQ(result.type("e", 1), "float32[b,3]");
}

TEST(ControlFlow, TfliteRunsSubgraphs) {
    const Inferred result = infer(R"(tflite
input c:boolean, x:float32[2,3]
IF(c, x) -> y { then_subgraph_index=@yes else_subgraph_index=@no }
WHILE(x) -> z { cond_subgraph_index=@test body_subgraph_index=@step }
graph yes
input a
RELU(a) -> b
output b
graph no
input a2
NEG(a2) -> b2
output b2
graph test
input t
LESS(t, t) -> u
output u
graph step
input s
CONCATENATION(s, s) -> s2 { axis=0 }
output s2
)");
    EXPECT_EQ(result.type("y"), "float32[2,3]");
    EXPECT_EQ(result.type("z"), "float32[?,3]");
}

TEST(Sequences, HoldWhatTheirTensorsHaveInCommon) {
    const Inferred result = infer(R"(onnx opset=18
input a:float32[n,3], b:float32[m,3]
SequenceConstruct(a, b) -> s
SequenceAt(s, 0:int64) -> e
ConcatFromSequence(s) -> y { axis=0 }
SplitToSequence(a, 1:int64) -> parts { axis=1 }
SequenceEmpty() -> empty { dtype=7 }
Optional(s) -> maybe
OptionalGetElement(maybe) -> back
SequenceLength(s) -> count
)");
    EXPECT_EQ(result.type("s"), "sequence<float32[?,3]>");
    EXPECT_EQ(result.type("e"), "float32[?,3]");
    EXPECT_EQ(result.type("y"), "float32[?,3]");
    EXPECT_EQ(result.type("parts"), "sequence<float32[n,1]>");
    EXPECT_EQ(result.type("empty"), "sequence<int64[...]>");
    EXPECT_EQ(result.type("maybe"), "optional<sequence<float32[?,3]>>");
    EXPECT_EQ(result.type("back"), "sequence<float32[?,3]>");
    EXPECT_EQ(result.type("count"), "int64[]");
}

/// A model whose functions are graphs[1], ... and call each other: `calls` of node name to function.
Model with_calls(std::string_view text) {
    Model model = netloupe::test::graph_from_text(text);
    for (size_t g = 1; g < model.graphs.size(); ++g) model.graphs[g].kind = GraphKind::kFunction;
    for (Graph& graph : model.graphs) {
        for (Node& node : graph.nodes) {
            for (size_t g = 1; g < model.graphs.size(); ++g) {
                if (model.graphs[g].name == node.op) node.callee = GraphId(g);
            }
        }
    }
    return model;
}

TEST(Functions, AreFollowedForEachCall) {
    const Inferred result = infer(with_calls(R"(onnx opset=18
input x:float32[n,3], z:float16[4,3]
mine::double(x) -> a
mine::double(z) -> b
mine::double(x) -> y
graph double
input s
Concat(s, s) -> t { axis=0 }
output t
)"));
    EXPECT_EQ(result.type("a"), "float32[2*n,3]");
    EXPECT_EQ(result.type("b"), "float16[8,3]");
    EXPECT_EQ(result.type("y"), "float32[2*n,3]");
    EXPECT_EQ(result.type("t", 1), "?[?,3]");
}

TEST(Functions, WhatIsUnknownDiffersFromCallToCall) {
    const Inferred result = infer(with_calls(R"(onnx opset=18
input x:float32[n]
mine::pick(x) -> a
mine::pick(x) -> b
Add(a, b) -> y
Sub(a, a) -> z
graph pick
input s
NonZero(s) -> t
output t
)"));
    const auto extent = [&](std::string_view name) { return result.shapes.dims(result.tensor(name))[1]; };
    EXPECT_NE(extent("a"), extent("b"));
    EXPECT_NE(extent("y"), extent("a"));
    EXPECT_EQ(extent("z"), extent("a"));
}

TEST(Functions, AttributesComeFromTheCaller) {
    Model model = with_calls(R"(onnx opset=18
input x:float32[n,3,4]
mine::flat(x) -> y { at=2 }
mine::flat(x) -> z
graph flat
input s
Flatten(s) -> t { axis=1 }
output t
)");
    Node& inner = model.graphs[1].nodes[0];
    Attribute& axis = model.attributes[inner.attributes.begin];
    axis.type = AttributeType::kReference;
    axis.text = model.strings.intern("at");
    Attribute parameter;
    parameter.name = axis.text;
    parameter.type = AttributeType::kInt;
    parameter.integer = 0;
    model.graphs[1].attributes = append(model.attributes, std::span<const Attribute>(&parameter, 1));
    const Inferred result = infer(std::move(model));
    EXPECT_EQ(result.type("y"), "float32[3*n,4]");
    EXPECT_EQ(result.type("z"), "float32[1,12*n]");
}

TEST(Functions, EndlessCallsEnd) {
    const auto start = std::chrono::steady_clock::now();
    const Inferred result = infer(with_calls(R"(onnx opset=18
input x:float32[n,3]
mine::ping(x) -> y
graph ping
input s
Concat(s, s) -> a { axis=0 }
mine::pong(a) -> b
mine::pong(s) -> c
Add(b, c) -> t
output t
graph pong
input s2
Concat(s2, s2) -> a2 { axis=1 }
mine::ping(a2) -> b2
mine::ping(s2) -> c2
Add(b2, c2) -> t2
output t2
)"));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    EXPECT_LT(took.count(), 60);
    size_t costs = 0;
    for (const ShapeConflict& conflict : result.shapes.conflicts())
        costs += conflict.kind == ConflictKind::kCost ? 1 : 0;
    EXPECT_EQ(costs, 1U);
}

// Older exporters write the number of the iteration as a list, and runtimes give it so.
TEST(ControlFlow, NumberOfTheIterationAsAList) {
    const auto conflicts = [](std::string_view shape) {
        return infer(R"(onnx opset=11
input x:float32[2,3]
Loop(5:int64, _, x) -> last, y { body=@body }
output last, y
graph body
input i:int64)" + std::string(shape) +
                     R"(, c:boolean[], s:float32[2,3]
Squeeze(i) -> k { axes=[0] }
Identity(c) -> go
Identity(s) -> next
output go, next, k
)")
            .conflicts();
    };
    EXPECT_EQ(conflicts("[1]"), "");
    EXPECT_NE(conflicts("[]"), "");
}

/// How often the first node of the main graph runs its body; empty when that is not known.
std::string trips(const Inferred& result) {
    const DimId count = result.shapes.trips(GraphId(0U), NodeId(0U));
    return count.valid() ? result.shapes.table().text(count) : "";
}

/// A Loop whose body gives `condition`.
std::string loop_of(const std::string& inputs, const std::string& condition) {
    return "onnx opset=18\ninput go:boolean[], n:int64[], x:float32[3]\nLoop(" + inputs +
           ", x) -> last, all { body=@body }\n"
           "graph body\ninput i:int64[], c:boolean[], v:float32[3]\n" +
           condition +
           " -> again\nRelu(v) -> w\nReduceSum(v) -> each { keepdims=0 }\noutput again, w, each\n";
}

TEST(Loops, RunAsOftenAsTheirCountSaysWhenNothingEndsThem) {
    EXPECT_EQ(trips(infer(loop_of("5:int64, _", "Identity(c)"))), "5");
    EXPECT_EQ(trips(infer(loop_of("5:int64, 1:boolean", "Identity(c)"))), "5");
    EXPECT_EQ(trips(infer(loop_of("5:int64, _", "Identity(1:boolean)"))), "5");
    EXPECT_EQ(infer(loop_of("5:int64, 1:boolean", "Identity(c)")).type("all"), "float32[5]");
}

TEST(Loops, ThatMayEndSoonerHaveNoKnownCount) {
    EXPECT_EQ(trips(infer(loop_of("5:int64, _", "Less(i, 2:int64)"))), "");
    EXPECT_EQ(trips(infer(loop_of("5:int64, go", "Identity(c)"))), "");
    EXPECT_EQ(trips(infer(loop_of("_, go", "Identity(c)"))), "");
    EXPECT_EQ(trips(infer(loop_of("n, _", "Identity(c)"))), "");
    EXPECT_EQ(infer(loop_of("5:int64, _", "Less(i, 2:int64)")).type("all"), "float32[?]");
}

TEST(Loops, EndWhenTheConditionSaysSo) {
    EXPECT_EQ(trips(infer(loop_of("5:int64, 0:boolean", "Identity(c)"))), "0");
    EXPECT_EQ(trips(infer(loop_of("5:int64, 1:boolean", "Not(c)"))), "1");
    EXPECT_EQ(trips(infer(loop_of("_, 1:boolean", "Not(c)"))), "1");
    EXPECT_EQ(trips(infer(loop_of("-3:int64, _", "Identity(c)"))), "0");
}

TEST(Functions, AContradictionInOneIsFoundOnce) {
    const Inferred result = infer(with_calls(R"(onnx opset=18
input a:float32[2,3], b:float32[4,3], d:float32[5,3]
mine::wrong(a) -> x
mine::wrong(b) -> y
mine::wrong(d) -> z
graph wrong
input s
MatMul(s, s) -> t
output t
)"));
    EXPECT_EQ(result.shapes.conflicts().size(), 1U);
    EXPECT_EQ(result.shapes.conflicts()[0].graph, GraphId(1U));
}

TEST(ControlFlow, TfliteBranchesAgreeOrLeaveOpen) {
    const Inferred result = infer(R"(tflite
input i:int32, x:float32[2,3]
IF(i, x) -> y { then_subgraph_index=@yes else_subgraph_index=@no }
graph yes
input a
RELU(a) -> b
output b
graph no
input a2
CONCATENATION(a2, a2) -> b2 { axis=0 }
output b2
)");
    EXPECT_EQ(result.type("y"), "float32[?,3]");
}

}  // namespace
}  // namespace netloupe::infer
