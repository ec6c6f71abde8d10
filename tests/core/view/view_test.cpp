#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "schemas/view_generated.h"
#include "support/graph_text.h"
#include "view/view_builder.h"

namespace netloupe {
namespace {

/// The values of a column of differences.
std::vector<int32_t> sums(const flatbuffers::Vector<int32_t>& differences, size_t step = 1) {
    std::vector<int32_t> values(differences.begin(), differences.end());
    for (size_t i = step; i < values.size(); ++i) values[i] += values[i - step];
    return values;
}

/// A built view with its FlatBuffer read back, for looking things up by title.
class Picture {
public:
    explicit Picture(std::string_view text, const ViewOptions& options = {},
                     std::vector<lint::Finding> findings = {}, GraphId graph = GraphId(0U))
        : Picture(test::graph_from_text(text), options, std::move(findings), graph) {}
    explicit Picture(Model model, const ViewOptions& options = {}, std::vector<lint::Finding> findings = {},
                     GraphId graph = GraphId(0U))
        : model_(std::move(model)), bytes_(build_view(model_, graph, options, findings, {}).value()) {}

    [[nodiscard]] const view::View& view() const { return *view::GetView(bytes_.data()); }
    [[nodiscard]] const view::Items& items() const { return *view().items(); }
    [[nodiscard]] const view::Edges& edges() const { return *view().edges(); }

    [[nodiscard]] std::string text(uint32_t id) const { return view().strings()->Get(id)->str(); }

    [[nodiscard]] std::vector<std::string> titles() const {
        std::vector<std::string> all;
        for (const uint32_t id : *items().title()) all.push_back(text(id));
        return all;
    }

    [[nodiscard]] uint32_t item(std::string_view title) const {
        const auto all = titles();
        const auto found = std::ranges::find(all, title);
        if (found == all.end()) throw std::out_of_range("no card " + std::string(title));
        return static_cast<uint32_t>(found - all.begin());
    }

    [[nodiscard]] std::string line1(std::string_view title) const {
        return text(items().line1()->Get(item(title)));
    }
    [[nodiscard]] std::string line2(std::string_view title) const {
        return text(items().line2()->Get(item(title)));
    }

    [[nodiscard]] uint32_t edge(std::string_view from, std::string_view to) const {
        const auto sources = sums(*edges().source());
        const auto targets = sums(*edges().target());
        for (uint32_t i = 0; i < sources.size(); ++i) {
            if (sources[i] == static_cast<int32_t>(item(from)) &&
                targets[i] == static_cast<int32_t>(item(to)))
                return i;
        }
        throw std::out_of_range("no edge " + std::string(from) + " -> " + std::string(to));
    }

private:
    Model model_;
    std::vector<std::byte> bytes_;
};

using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST(View, IsAValidFlatBuffer) {
    const Model model = test::graph_from_text("onnx\ninput x:float32[1]\nRelu(x) -> y\noutput y\n");
    const auto bytes = build_view(model, GraphId(0U), {.generation = 7}, {}, {}).value();
    flatbuffers::Verifier verifier(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
    ASSERT_TRUE(view::VerifyViewBuffer(verifier));
    EXPECT_EQ(view::GetView(bytes.data())->generation(), 7U);
}

TEST(View, RefusesAGraphThatIsNotThere) {
    const Model model = test::graph_from_text("onnx\ninput x:float32[1]\nRelu(x) -> y\noutput y\n");
    const auto view = build_view(model, GraphId(9U), {}, {}, {});
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().code, ErrorCode::kNotFound);
}

TEST(View, DrawsInputsNodesAndOutputs) {
    const Picture picture("onnx\ninput x:float32[N,8]\nRelu(x) -> y:float32[N,8]\noutput y\n");
    EXPECT_THAT(picture.titles(), ElementsAre("x", "Relu", "y"));
    const uint32_t edge = picture.edge("x", "Relu");
    EXPECT_EQ(picture.text(picture.edges().label()->Get(edge)), "N×8");
    EXPECT_EQ(picture.edges().dtype_class()->Get(edge), static_cast<uint8_t>(view::DtypeClass::Float));
}

TEST(View, InputsThatAreWeightsAreNoPills) {
    const Picture picture(
        "onnx\ninput x:float32[1,8]\nconst w:float32[8,4]\nMatMul(x, w) -> y:float32[1,4]\noutput y\n");
    EXPECT_THAT(picture.titles(), UnorderedElementsAre("x", "MatMul", "y"));
    EXPECT_EQ(picture.line2("MatMul"), "float32 · 8×4");
}

constexpr std::string_view kHalfWeights = R"(tflite
input x:float32[1,8,8,3]
const w:float16[16,3,3,3]
DEQUANTIZE(w) -> wf:float32[16,3,3,3]
CONV_2D(x, wf, _) -> y:float32[1,4,4,16] { stride_h=2 stride_w=2 padding="SAME" fused_activation_function="RELU6" }
output y
)";

TEST(View, WeightDequantizeFoldsIntoItsConsumer) {
    const Picture picture(kHalfWeights);
    EXPECT_THAT(picture.titles(), UnorderedElementsAre("x", "CONV_2D", "y"));
    EXPECT_EQ(picture.line1("CONV_2D"), "3×3 · stride 2×2 · pad same");
    EXPECT_EQ(picture.line2("CONV_2D"), "float16 · 16×3×3×3");
    EXPECT_EQ(picture.text(picture.items().chip()->Get(picture.item("CONV_2D"))), "RELU6");
    ASSERT_EQ(picture.view().folded_node()->size(), 1U);
    EXPECT_EQ(picture.view().folded_node()->Get(0), 0U);
    EXPECT_EQ(picture.view().folded_into()->Get(0), picture.item("CONV_2D"));
}

TEST(View, UnfoldingGivesConstantsTheirOwnCards) {
    const Picture picture(kHalfWeights, {.unfold = true});
    EXPECT_THAT(picture.titles(), UnorderedElementsAre("x", "Dequantize", "CONV_2D", "y"));
    EXPECT_EQ(picture.view().folded_node()->size(), 0U);
    EXPECT_NO_THROW((void)picture.edge("Dequantize", "CONV_2D"));
}

TEST(View, AConstantThatLeavesTheGraphKeepsItsCard) {
    const Picture picture(
        "onnx\ninput x:float32[1]\nconst c:float32[1]\nNeg(c) -> n:float32[1]\nRelu(x) -> y\noutput "
        "n\noutput y\n");
    EXPECT_NO_THROW((void)picture.item("Neg"));
}

TEST(View, ChainsOfConstantsEndInTheCardThatIsDrawn) {
    const Picture picture(R"(onnx
input x:float32[1,8]
const w:float32[4,8]
Neg(w) -> a:float32[4,8]
Transpose(a) -> b:float32[8,4] { perm=[1,0] }
MatMul(x, b) -> y:float32[1,4]
output y
)");
    EXPECT_THAT(picture.titles(), UnorderedElementsAre("x", "MatMul", "y"));
    for (const uint32_t into : *picture.view().folded_into()) EXPECT_EQ(into, picture.item("MatMul"));
}

TEST(View, QuantizeAndDequantizeAreSlimAndColoursFollowTypes) {
    const Picture picture(R"(onnx opset=13
input x:float32[1,8]
QuantizeLinear(x, 0.1, -3:int8) -> q:int8[1,8]
DequantizeLinear(q, 0.1, -3:int8) -> d:float32[1,8]
output d
)");
    const uint32_t quantize = picture.item("Quantize");
    EXPECT_TRUE(picture.items().flags()->Get(quantize) & 1);
    EXPECT_LT(picture.items().height()->Get(quantize), 24);
    const uint32_t edge = picture.edge("Quantize", "Dequantize");
    EXPECT_EQ(picture.edges().dtype_class()->Get(edge), static_cast<uint8_t>(view::DtypeClass::Integer));
    EXPECT_TRUE(picture.edges().flags()->Get(edge) & 4);
}

/// ONNX's Constant: its value is stored, and the node that gives it is there as well.
Model with_constant_node() {
    Model model = test::graph_from_text(R"(onnx
input x:float32[1,4]
const c:float32[4] = 1 2 3 4
Constant() -> k:float32[4]
Add(x, k) -> a:float32[1,4]
Relu(a) -> b:float32[1,4]
Mul(b, k) -> y:float32[1,4]
output y
)");
    Graph& graph = model.graphs[0];
    const auto named = [&](std::string_view name) -> Tensor& {
        return *std::ranges::find_if(graph.tensors,
                                     [&](const Tensor& tensor) { return model.text(tensor.name) == name; });
    };
    named("k").constant = named("c").constant;
    return model;
}

TEST(View, ANodeOfAStoredValueFoldsWithoutTheNodesThatTakeIt) {
    const Picture picture(with_constant_node());
    EXPECT_THAT(picture.titles(), UnorderedElementsAre("x", "Add", "Relu", "Mul", "y"));
    ASSERT_EQ(picture.view().folded_into()->size(), 1U);
    EXPECT_EQ(picture.view().folded_into()->Get(0), picture.item("Add"));
    const Picture unfolded(with_constant_node(), {.unfold = true});
    EXPECT_THAT(unfolded.titles(), UnorderedElementsAre("x", "Constant", "Add", "Relu", "Mul", "y"));
}

TEST(View, ColumnsOfDifferencesAddUpToPlacesAndRoutes) {
    const Picture picture("onnx\ninput x:float32[1]\nRelu(x) -> a:float32[1]\nNeg(a) -> y\noutput y\n");
    const auto lefts = sums(*picture.items().x());
    const auto tops = sums(*picture.items().y());
    const auto begins = sums(*picture.edges().point_begin());
    const auto points = sums(*picture.edges().points(), 2);
    const uint32_t edge = picture.edge("Relu", "Neg");
    const auto first = static_cast<size_t>(begins[edge]);
    const auto last = static_cast<size_t>(begins[edge + 1]) - 1;
    const auto relu = picture.item("Relu");
    const auto neg = picture.item("Neg");
    EXPECT_NEAR(points[2 * first + 1], tops[relu] + picture.items().height()->Get(relu), 1);
    EXPECT_NEAR(points[2 * first], lefts[relu] + picture.items().width()->Get(relu) / 2, 1);
    EXPECT_NEAR(points[2 * last + 1], tops[neg], 1);
    EXPECT_EQ(static_cast<size_t>(begins.back()) * 2, points.size());
}

TEST(View, OnlyWhatTheFileCallsCustomIsTintedAsCustom) {
    const Picture picture(R"(tflite
input x:float32[1]
NEW_BUILTIN(x) -> a:float32[1]
custom::MyOp(a) -> y:float32[1]
output y
)");
    const auto category = [&](std::string_view title) {
        return static_cast<view::Category>(picture.items().category()->Get(picture.item(title)));
    };
    EXPECT_EQ(category("NEW_BUILTIN"), view::Category::Data);
    EXPECT_EQ(category("MyOp"), view::Category::Custom);
}

TEST(View, OneLineForATensorUsedTwiceByANode) {
    const Picture picture("onnx\ninput x:float32[1]\nMul(x, x) -> y:float32[1]\noutput y\n");
    EXPECT_EQ(picture.edges().source()->size(), 2U);
}

TEST(View, DataRunsStraightBesideArithmeticOnShapes) {
    const Picture picture(R"(onnx
input x:float32[N,8]
Relu(x) -> a
Shape(a) -> s
Gather(s, 0:int64) -> g
Unsqueeze(g, 0:int64) -> u
Concat(u, 4:int64) -> c { axis=0 }
Reshape(a, c) -> r
Softmax(r) -> y
output y
)");
    const auto lefts = sums(*picture.items().x());
    const auto centre = [&](std::string_view title) {
        const uint32_t item = picture.item(title);
        return lefts[item] + picture.items().width()->Get(item) / 2;
    };
    for (const auto* on_backbone : {"Relu", "Reshape", "Softmax"}) {
        EXPECT_NEAR(centre(on_backbone), centre("x"), 1) << on_backbone;
    }
    for (const auto* beside : {"Shape", "Gather", "Unsqueeze", "Concat"}) {
        EXPECT_GT(std::abs(centre(beside) - centre("x")), 20) << beside;
    }
}

TEST(View, FindingsMarkTheirCardsWithTheWorstSeverity) {
    lint::Finding warning{.rule = "Q01", .severity = lint::Severity::kWarning};
    warning.graph = GraphId(0U);
    warning.node = NodeId(0U);
    lint::Finding error = warning;
    error.severity = lint::Severity::kError;
    const Picture picture("onnx\ninput x:float32[1]\nRelu(x) -> a:float32[1]\nNeg(a) -> y\noutput y\n", {},
                          {error, warning});
    EXPECT_EQ(picture.items().severity()->Get(picture.item("Relu")),
              static_cast<uint8_t>(view::Severity::Error));
    EXPECT_EQ(picture.items().severity()->Get(picture.item("Neg")),
              static_cast<uint8_t>(view::Severity::None));
}

TEST(View, SubgraphsDrawWhatTheyCapture) {
    const std::string_view text = R"(onnx
input x:float32[1]
input c:boolean[1]
If(c) -> y:float32[1] { then_branch=@then else_branch=@other }
output y
graph then
Neg(x) -> t:float32[1]
output t
graph other
Abs(x) -> e:float32[1]
output e
)";
    const Picture main(text);
    EXPECT_EQ(main.line1("If"), "then 1 node · else 1 node");
    EXPECT_TRUE(main.items().flags()->Get(main.item("If")) & 4);
    const Picture branch(text, {}, {}, GraphId(1U));
    EXPECT_THAT(branch.titles(), UnorderedElementsAre("x", "Neg", "t"));
    EXPECT_TRUE(branch.edges().flags()->Get(branch.edge("x", "Neg")) & 8);
}

TEST(View, WhatGraphsInsideANodeTakeEntersThroughIt) {
    const Picture main(R"(onnx
input x:float32[1]
input c:boolean[1]
If(c) -> y:float32[1] { then_branch=@then else_branch=@other }
output y
graph then
Neg(x) -> t:float32[1]
output t
graph other
Abs(x) -> e:float32[1]
output e
)");
    EXPECT_NO_THROW((void)main.edge("x", "If"));
    EXPECT_EQ(main.edges().source()->size(), 3U);
}

TEST(View, TypesThatTheFileLeavesOutFollowFromTheInputs) {
    const Picture picture(R"(onnx
input x:float32[1,8]
const w:float32[8,4]
MatMul(x, w) -> a
Relu(a) -> b
Shape(b) -> s
QuantizeLinear(b, 0.1, -3:int8) -> q
Greater(b, 0) -> g
Identity(g) -> y
output y
)");
    const auto type = [&](std::string_view from, std::string_view to) {
        return static_cast<view::DtypeClass>(picture.edges().dtype_class()->Get(picture.edge(from, to)));
    };
    EXPECT_EQ(type("MatMul", "Relu"), view::DtypeClass::Float);
    EXPECT_EQ(type("Relu", "Greater"), view::DtypeClass::Float);
    EXPECT_EQ(type("Greater", "Identity"), view::DtypeClass::Other);
}

TEST(View, OnlyAFloatIslandIsFloatAmongQuantizedUnits) {
    const Picture picture(R"(onnx opset=13
input x:int8[1,3,8,8]
const w:float32[8,3,3,3]
DequantizeLinear(x, 0.1, 0:int8) -> xd:float32[1,3,8,8]
Conv(xd, w) -> c:float32[1,8,6,6]
Relu(c) -> r:float32[1,8,6,6]
QuantizeLinear(r, 0.1, 0:int8) -> rq:int8[1,8,6,6]
DequantizeLinear(rq, 0.1, 0:int8) -> rd:float32[1,8,6,6]
Softplus(rd) -> s:float32[1,8,6,6]
QuantizeLinear(s, 0.1, 0:int8) -> y:int8[1,8,6,6]
output y
)");
    const auto of = [&](std::string_view title, bool incoming) {
        const auto ends = sums(incoming ? *picture.edges().target() : *picture.edges().source());
        const auto edge = std::ranges::find(ends, static_cast<int32_t>(picture.item(title))) - ends.begin();
        return static_cast<view::DtypeClass>(picture.edges().dtype_class()->Get(static_cast<uint32_t>(edge)));
    };
    EXPECT_EQ(of("Conv", true), view::DtypeClass::Integer);
    EXPECT_EQ(of("Conv", false), view::DtypeClass::Integer);
    EXPECT_EQ(of("Relu", false), view::DtypeClass::Integer);
    EXPECT_EQ(of("Softplus", true), view::DtypeClass::Float);
    EXPECT_EQ(of("Softplus", false), view::DtypeClass::Float);
}

TEST(View, LongNamesOfDimensionsAreLeftOutOnEdges) {
    const Picture picture("onnx\ninput x:float32[p2o_DynamicDimension_0,3,N]\nRelu(x) -> y\noutput y\n");
    EXPECT_EQ(picture.text(picture.edges().label()->Get(picture.edge("x", "Relu"))), "?×3×N");
}

TEST(View, CancelledWorkSaysSo) {
    const Model model = test::graph_from_text("onnx\ninput x:float32[1]\nRelu(x) -> y\noutput y\n");
    CancelSource source;
    source.cancel();
    const auto view = build_view(model, GraphId(0U), {}, {}, source.token());
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().code, ErrorCode::kCancelled);
}

// The picture comes first and shapes after it: what is drawn must stay where it is.
TEST(View, InferredShapesLabelLinesAndMoveNothing) {
    const char* const text = "onnx\ninput x:float32[2,4]\nRelu(x) -> h\nSigmoid(h) -> y\noutput y\n";
    const Model model = test::graph_from_text(text);
    const infer::Shapes shapes = infer::infer_shapes(model, Meaning(model));
    const Picture before(text);
    const Picture after(text, {.shapes = &shapes});
    EXPECT_EQ(before.text(before.edges().label()->Get(before.edge("Relu", "Sigmoid"))), "");
    EXPECT_EQ(after.text(after.edges().label()->Get(after.edge("Relu", "Sigmoid"))), "2×4");
    EXPECT_EQ(sums(*after.items().x()), sums(*before.items().x()));
    EXPECT_EQ(sums(*after.items().y()), sums(*before.items().y()));
    EXPECT_EQ(sums(*after.edges().points(), 2), sums(*before.edges().points(), 2));
}

}  // namespace
}  // namespace netloupe
