#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "build_rknn.h"
#include "model/quantization.h"
#include "support/read_bytes.h"

namespace netloupe::rknn_test {
namespace {

using support::damages_of;
using support::find_tensor;
using support::nodes_of;
using support::numbers_of;
using support::read_bytes;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Rknn, ReadsTheGraphInTheDescription) {
    const Model model = read_bytes(container(1, std::string("abcd\x05\xFF", 6), small_json()), "m.rknn");
    EXPECT_EQ(model.format, Format::kRknn);
    EXPECT_EQ(model.format_version, "v1.6.0");
    EXPECT_EQ(model.producer, "onnx");
    EXPECT_EQ(model.runtime, "rk3588");
    EXPECT_EQ(damages_of(model), "");
    EXPECT_THAT(nodes_of(model), ElementsAre("CONV2D(norm_tensor:0, const_tensor:0) -> node:0:0",
                                             "NNBG(node:0:0) -> norm_tensor:1"));
    EXPECT_EQ(model.int_attribute(model.graphs[0].nodes[0], "group", 0), 3);
    EXPECT_THAT(numbers_of(model, find_tensor(model, "const_tensor:0")), ElementsAre(5, -1));
    const auto affine =
        quant_parameters(model, model.quantization(find_tensor(model, "norm_tensor:0")->quantization));
    EXPECT_THAT(affine->scales, ElementsAre(0.5F));
    EXPECT_THAT(affine->zero_points, ElementsAre(3));
    const auto fixed =
        quant_parameters(model, model.quantization(find_tensor(model, "norm_tensor:1")->quantization));
    EXPECT_THAT(fixed->scales, ElementsAre(0.25F));
    ASSERT_EQ(model.graphs[0].inputs.size(), 1U);
    ASSERT_EQ(model.graphs[0].outputs.size(), 1U);
}

// Later toolkits write "int8" for "VSI_NN_TYPE_INT8".
TEST(Rknn, ReadsTypesOfAllToolkits) {
    std::string json = small_json();
    const std::string first = "VSI_NN_TYPE_UINT8";
    json.replace(json.find(first), first.size(), "float16");
    const Model model = read_bytes(container(1, std::string("abcd\x05\xFF", 6), json), "m.rknn");
    EXPECT_EQ(find_tensor(model, "norm_tensor:0")->dtype, DataType::kFloat16);
    EXPECT_EQ(find_tensor(model, "norm_tensor:1")->dtype, DataType::kInt8);
}

TEST(Rknn, ReadsTheCompiledGraphInsideItsNode) {
    const Model model = read_bytes(container(6, compiled(), small_json()), "m.rknn");
    ASSERT_EQ(model.graphs.size(), 2U);
    EXPECT_THAT(nodes_of(model, 1), ElementsAre("Conv(x, w) -> y"));
    EXPECT_EQ(model.graphs[1].parent, GraphId(0U));
    EXPECT_EQ(model.graphs[1].owner, NodeId(1U));
    EXPECT_EQ(find_tensor(model, "x", 1)->dtype, DataType::kFloat16);
    EXPECT_EQ(model.constant(find_tensor(model, "w", 1)->constant).state, ConstantState::kAbsent);
}

TEST(Rknn, ReadsTheCompiledGraphAlone) {
    const Model model = read_bytes(container(6, compiled(), "no JSON"), "m.rknn");
    EXPECT_THAT(nodes_of(model), ElementsAre("Conv(x, w) -> y"));
    EXPECT_THAT(damages_of(model), HasSubstr("is missing or is no JSON"));
    const auto nothing = read_model(support::to_bytes(container(6, "nothing", "")), "m.rknn");
    ASSERT_FALSE(nothing.has_value());
    EXPECT_THAT(nothing.error().message, HasSubstr("neither a description nor a compiled graph"));
}

TEST(Rknn, SurvivesTruncationAndWrongBytesAnywhere) {
    support::expect_survival(container(6, compiled(), R"({"nodes": [{"op": "RKNN_OP_NNBG"}]})"), "m.rknn");
}

}  // namespace
}  // namespace netloupe::rknn_test
