#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/util/json_util.h>

#include "onnx_builder.h"

namespace netloupe::onnx_test {
namespace {

using schema::AttributeProto;
using schema::TensorProto;
using testing::ElementsAre;
using testing::HasSubstr;

Model read_text(std::string_view text, const std::string& path) {
    auto model = read_bytes(text, path);
    EXPECT_TRUE(model.has_value()) << (model ? "" : model.error().message);
    return model ? std::move(*model) : Model();
}

constexpr std::string_view kProtobufText = R"(ir_version: 8
producer_name: "hand"
graph {
  name: "g"
  node {
    input: "x"
    output: "y"
    op_type: "If"
    attribute {
      name: "then_branch"
      type: GRAPH
      g {
        node { op_type: "Inner" }
      }
    }
  }
  node { input: "y" input: "w" output: "z" op_type: "Add" }
  initializer {
    dims: 2
    data_type: 1
    float_data: [1.5, -2]
    name: "w"
  }
  input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_param: "N" } } } } }
}
opset_import { version: 17 }
of_a_later_version { name: "not read" }
)";

TEST(OnnxText, ReadsProtobufTextWithItsLines) {
    const Model model = read_text(kProtobufText, "m.onnxtxt");
    EXPECT_EQ(model.producer, "hand");
    EXPECT_EQ(model.format_version, "v8");
    ASSERT_EQ(model.graphs.size(), 2U);
    const Graph& main = model.graphs[0];
    EXPECT_EQ(main.origin.line, 3U);
    ASSERT_EQ(main.nodes.size(), 2U);
    EXPECT_EQ(main.nodes[0].origin.line, 5U);
    EXPECT_EQ(main.nodes[0].origin.offset, Error::kNoOffset);
    EXPECT_EQ(model.graphs[1].nodes[0].origin.line, 13U);
    EXPECT_EQ(main.nodes[1].origin.line, 17U);
    EXPECT_EQ(tensor(model, "w").origin.line, 18U);
    EXPECT_EQ(tensor(model, "x").origin.line, 24U);
    EXPECT_THAT(numbers(model, tensor(model, "w").constant), ElementsAre(1.5, -2));
    EXPECT_EQ(main.nodes[1].version, 17);
    EXPECT_EQ(model.files[0].path, "m.onnxtxt");
}

TEST(OnnxText, ReadsAGraphOrATensorAlone) {
    const Model graph =
        read_text("node { op_type: \"Relu\" input: \"x\" output: \"y\" }\nname: \"g\"\n", "g.pbtxt");
    EXPECT_EQ(graph.text(graph.graphs[0].name), "g");
    EXPECT_EQ(graph.graphs[0].nodes.size(), 1U);
    const Model one = read_text("dims: 2\ndata_type: 7\nint64_data: [3, 4]\nname: \"t\"\n", "t.pbtxt");
    EXPECT_EQ(one.format_name, "ONNX Tensor");
    EXPECT_THAT(numbers(one, tensor(one, "t").constant), ElementsAre(3, 4));
}

TEST(OnnxText, KeepsWhatStandsBeforeAnErrorInProtobufText) {
    std::string text(kProtobufText.substr(0, kProtobufText.find("  initializer")));
    const Model model = read_text(text + "  initializer { dims: oops }\n}\n", "m.onnxtxt");
    EXPECT_EQ(model.graphs[0].nodes.size(), 2U);
    ASSERT_FALSE(model.damages.empty());
    EXPECT_EQ(model.damages[0].error.line, 18U);
    EXPECT_THAT(model.damages[0].error.message, HasSubstr("Line 18, column 23"));
    const auto nothing = read_bytes("ir_version: x\n", "m.onnxtxt");
    ASSERT_FALSE(nothing.has_value());
    EXPECT_EQ(nothing.error().line, 1U);
}

TEST(OnnxText, ReadsJson) {
    auto model = new_model(17);
    add_node(*model.mutable_graph(), "Add", {"x", "w"}, {"y"});
    add_floats(*model.mutable_graph(), "w", {2}, {1, 2});
    std::string json;
    ASSERT_TRUE(google::protobuf::util::MessageToJsonString(model, &json).ok());
    const Model read_back = read_text(json, "m.onnxjson");
    EXPECT_EQ(read_back.graphs[0].nodes.size(), 1U);
    EXPECT_EQ(read_back.graphs[0].nodes[0].version, 17);
    EXPECT_THAT(numbers(read_back, tensor(read_back, "w").constant), ElementsAre(1, 2));
    const auto broken = read_bytes("{\"irVersion\": \"8\", \"graph\": [}", "m.json");
    ASSERT_FALSE(broken.has_value());
    EXPECT_THAT(broken.error().message, HasSubstr("The JSON is not an ONNX model"));
    EXPECT_THAT(broken.error().message, testing::Not(HasSubstr("\n")));
}

constexpr std::string_view kSyntax = R"(<
  ir_version: 8,
  opset_import: ["" : 17, "local" : 1],
  producer_name: "hand",
  metadata_props: ["key": "value"]
>
# A comment.
agraph (float[N, 128] x, float[2] default = {3, 4}) => (float[N, ?] "out.1")
<
  int64[2] shape = {-1, 128},
  float16 half = {1.5},
  bool[2] flags = {1, 0},
  float[N, 128] inner
>
{
  inner = Reshape <allowzero = 0> (x, shape)
  [labelled] branch = If (cond) <
    then_branch = then_graph () => (float[N] t) { t = Relu (inner) },
    else_branch = else_graph () => (float[N] e) { e = Neg (inner) }
  >
  "out.1", second = com.example.Op:v2 <alpha = 0.5, names = ["a", "b"], mixed = [1, 2.5], t = int8[2] {1, -2},
                              type = seq(float[5]), none: floats = []> (inner, "", branch)
  last = local.gelu <scale: float = 2.0> (inner)
}
<domain: "local", opset_import: ["" : 17]>
gelu <needed, scale: float = 1.0> (v) => (w)
{
  w = Mul <factor: float = @scale> (v, v)
}
)";

TEST(OnnxText, ReadsOnnxSyntax) {
    const Model model = read_text(kSyntax, "m.onnxtxt");
    EXPECT_EQ(damages(model), "");
    EXPECT_EQ(model.format_version, "v8");
    EXPECT_EQ(model.producer, "hand");
    ASSERT_EQ(model.graphs.size(), 4U);
    const Graph& main = model.graphs[0];
    EXPECT_EQ(model.text(main.name), "agraph");
    EXPECT_THAT(names(model, main, main.inputs), ElementsAre("x", "default"));
    EXPECT_THAT(names(model, main, main.outputs), ElementsAre("out.1"));
    EXPECT_EQ(shape_text(model, tensor(model, "x").shape), "N×128");
    EXPECT_EQ(shape_text(model, tensor(model, "out.1").shape), "N×?");
    EXPECT_THAT(numbers(model, tensor(model, "default").constant), ElementsAre(3, 4));
    EXPECT_THAT(numbers(model, tensor(model, "shape").constant), ElementsAre(-1, 128));
    EXPECT_THAT(numbers(model, tensor(model, "half").constant), ElementsAre(1.5));
    EXPECT_THAT(numbers(model, tensor(model, "flags").constant), ElementsAre(1, 0));
    EXPECT_TRUE(tensor(model, "inner").declared);
    ASSERT_EQ(main.nodes.size(), 4U);
    EXPECT_EQ(model.text(main.nodes[1].name), "labelled");
    EXPECT_EQ(model.text(main.nodes[2].domain), "com.example");
    EXPECT_EQ(model.text(main.nodes[2].op), "Op");
    EXPECT_THAT(names(model, main, model.inputs(main.nodes[2])), ElementsAre("inner", "-", "branch"));
    EXPECT_EQ(model.text(model.graphs[1].name), "then_graph");
    EXPECT_EQ(model.graphs[1].captures.size(), 1U);
}

TEST(OnnxText, ReadsAttributesOfOnnxSyntax) {
    const Model model = read_text(kSyntax, "m.onnxtxt");
    const Node& node = model.graphs[0].nodes.at(2);
    EXPECT_EQ(model.find_attribute(node, "alpha")->real, 0.5);
    EXPECT_EQ(model.find_attribute(node, "names")->type, AttributeType::kStrings);
    EXPECT_THAT(Model::slice_of(model.floats, model.find_attribute(node, "mixed")->list),
                ElementsAre(1, 2.5));
    EXPECT_THAT(numbers(model, model.find_attribute(node, "t")->constant), ElementsAre(1, -2));
    EXPECT_EQ(model.text(model.find_attribute(node, "type")->text), "sequence<float32[5]>");
    EXPECT_EQ(model.find_attribute(node, "none")->type, AttributeType::kFloats);
}

TEST(OnnxText, ReadsFunctionsOfOnnxSyntax) {
    const Model model = read_text(kSyntax, "m.onnxtxt");
    const Graph& gelu = model.graphs.at(3);
    EXPECT_EQ(gelu.kind, GraphKind::kFunction);
    EXPECT_EQ(model.text(gelu.name), "gelu");
    EXPECT_EQ(gelu.attributes.count, 2U);
    EXPECT_EQ(model.graphs[0].nodes[3].callee, GraphId(3U));
    const Attribute& factor = model.attributes_of(gelu.nodes.at(0))[0];
    EXPECT_EQ(factor.type, AttributeType::kReference);
    EXPECT_EQ(model.text(factor.text), "scale");
}

TEST(OnnxText, KnowsTheLinesOfOnnxSyntax) {
    const Model model = read_text(kSyntax, "m.onnxtxt");
    EXPECT_EQ(model.graphs[0].origin.line, 8U);
    EXPECT_EQ(model.graphs[0].nodes[0].origin.line, 16U);
    EXPECT_EQ(model.graphs[1].nodes[0].origin.line, 18U);
    EXPECT_EQ(model.graphs[0].nodes[2].origin.line, 21U);
    EXPECT_EQ(tensor(model, "shape").origin.line, 10U);
    EXPECT_EQ(model.graphs[3].nodes[0].origin.line, 28U);
}

TEST(OnnxText, ReadsTypesOfOnnxSyntax) {
    const Model model = read_text(
        "<ir_version: 8, opset_import: [\"\" : 17]>\n"
        "g (float scalar, float[] any, seq(float[2]) s, map(int64, float[]) m,\n"
        "   optional(seq(int8[1])) o, sparse_tensor(float[3]) p) => () {}",
        "m.onnxtxt");
    EXPECT_TRUE(tensor(model, "scalar").shape.known);
    EXPECT_FALSE(tensor(model, "any").shape.known);
    EXPECT_EQ(model.text(tensor(model, "s").type_name), "sequence<float32[2]>");
    EXPECT_EQ(model.text(tensor(model, "m").type_name), "map<int64,float32>");
    EXPECT_EQ(model.text(tensor(model, "o").type_name), "optional<sequence<int8[1]>>");
    EXPECT_EQ(tensor(model, "p").kind, ValueKind::kSparseTensor);
}

TEST(OnnxText, ReadsPackedAndExternalTensorsOfOnnxSyntax) {
    const Model model = read_text(
        "<ir_version: 10, opset_import: [\"\" : 21]>\n"
        "g () => () <int4[3] a = {1, -2, 3}, string[2] b = {\"x\", \"y\\\"z\"},\n"
        "  float[2] c = [\"location\": \"none.bin\"], float[2] d = {...}> {}",
        "m.onnxtxt");
    EXPECT_THAT(numbers(model, tensor(model, "a").constant), ElementsAre(1, -2, 3));
    const auto texts = read_values(model, model.constant(tensor(model, "b").constant), 0, 2);
    EXPECT_THAT(std::get<std::vector<std::string>>(*texts), ElementsAre("x", "y\"z"));
    EXPECT_EQ(model.constant(tensor(model, "c").constant).state, ConstantState::kMissing);
    EXPECT_EQ(model.constant(tensor(model, "d").constant).state, ConstantState::kAbsent);
}

TEST(OnnxText, SaysWhereOnnxSyntaxIsWrong) {
    const Model half = read_text(
        "<ir_version: 8, opset_import: [\"\" : 17]>\n"
        "g (float[N] x) => (float[N] y) {\n  a = Relu (x)\n  b = \n}\n",
        "m.onnxtxt");
    EXPECT_EQ(half.graphs[0].nodes.size(), 1U);
    ASSERT_EQ(half.damages.size(), 1U);
    EXPECT_EQ(half.damages[0].error.line, 5U);
    EXPECT_EQ(half.damages[0].error.message, "Line 5: an operator is expected, but \"}\" comes.");
    const auto nothing = read_bytes("<ir_version: 8, color: 3>\n", "m.onnxtxt");
    ASSERT_FALSE(nothing.has_value());
    EXPECT_THAT(nothing.error().message, HasSubstr("a property of a model is expected instead of \"color\""));
}

TEST(OnnxText, BoundsNesting) {
    std::string text = "<ir_version: 8, opset_import: [\"\" : 17]>\n";
    for (int i = 0; i < 200; ++i) text += "g () => () { a = If (c) <then_branch = ";
    const auto result = read_bytes(text, "m.onnxtxt");
    ASSERT_FALSE(result.has_value());
    EXPECT_THAT(result.error().message, HasSubstr("nested too deep"));
}

}  // namespace
}  // namespace netloupe::onnx_test
