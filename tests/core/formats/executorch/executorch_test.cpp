#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "build_executorch.h"
#include "model/quantization.h"
#include "support/read_bytes.h"

namespace netloupe::executorch_test {
namespace {

using support::bytes_of;
using support::damages_of;
using support::find_tensor;
using support::nodes_of;
using support::numbers_of;
using support::read_bytes;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Model read(const std::string& bytes) {
    return read_bytes(bytes, "test.pte");
}

TEST(Executorch, ReadsInstructionsAsNodesAndSegmentsAsConstants) {
    const Model model = read(small_program());
    EXPECT_EQ(model.format, Format::kExecutorch);
    EXPECT_EQ(damages_of(model), "");
    EXPECT_EQ(model.text(model.graphs[0].name), "forward");
    EXPECT_THAT(nodes_of(model),
                ElementsAre("aten::add(self=0, other=1) -> 3", "XnnpackBackend(3) -> 4", "MoveCall(4) -> 5"));
    EXPECT_EQ(model.int_attribute(model.graphs[0].nodes[0], "alpha", 0), 2);
    EXPECT_THAT(numbers_of(model, find_tensor(model, "1")), ElementsAre(1.5, 2.5));
    ASSERT_EQ(model.graphs[0].inputs.size(), 1U);
    ASSERT_EQ(model.graphs[0].outputs.size(), 1U);
    EXPECT_EQ(shape_text(model, find_tensor(model, "3")->shape), "2");
}

TEST(Executorch, ReadsDelegatesWithTheirDataAndSettings) {
    const Model model = read(small_program());
    const Node& delegate = model.graphs[0].nodes[1];
    EXPECT_TRUE(delegate.is_custom);
    const Attribute* processed = model.find_attribute(delegate, "processed");
    ASSERT_NE(processed, nullptr);
    const auto bytes = read_values(model, model.constant(processed->constant), 0, 9);
    EXPECT_THAT(to_doubles(*bytes), ElementsAre('a', 'b', 'c'));
    EXPECT_EQ(model.text(model.find_attribute(delegate, "level")->text), "4");
}

TEST(Executorch, ReadsListsOfTensorsAndOfNumbersBehindIndices) {
    const std::string values =
        "[" + float_tensor("[1]") + "," + float_tensor("[1]") +
        R"(,{"value_type": "TensorList", "value": {"items": [0, 1]}},
           {"value_type": "Int", "value": {"value": 7}},
           {"value_type": "IntList", "value": {"items": [3, 3]}},)" +
        float_tensor("[2]") +
        R"(,{"value_type": "Null", "value": {}}, {"value_type": "Int", "value": {"value": 0}}])";
    const Model model =
        read(program(R"({"plans": [{"values": )" + values + R"(, "inputs": [0, 1, 7], "outputs": [5],
        "operators": [{"name": "aten::cat", "overload": "out"}, {"name": "made::up", "overload": ""},
                      {"name": "aten::linear", "overload": "out"}],
        "chains": [{"instructions": [
            {"call_type": "KernelCall", "call": {"op_index": 0, "args": [2, 3, 5, 5]}},
            {"call_type": "KernelCall", "call": {"op_index": 1, "args": [4, 7, 0, 5]}},
            {"call_type": "KernelCall", "call": {"op_index": 2, "args": [0, 1, 6, 5, 5]}}
        ]}]}]})"));
    EXPECT_THAT(nodes_of(model),
                ElementsAre("aten::cat(tensors=0, tensors=1) -> 5", "made::up(argument1=7, argument2=0) -> 5",
                            "aten::linear(input=0, weight=1, bias=-) -> 5"));
    const Attribute* list = model.find_attribute(model.graphs[0].nodes[1], "argument0");
    ASSERT_NE(list, nullptr);
    EXPECT_THAT(Model::slice_of(model.ints, list->list), ElementsAre(7, 7));
    EXPECT_EQ(model.int_attribute(model.graphs[0].nodes[0], "dim", 0), 7);
    EXPECT_TRUE(model.graphs[0].nodes[1].is_custom);
}

TEST(Executorch, ReadsConstantsInAnotherOrderOfDimensions) {
    const std::string values = "[" + float_tensor("[2, 3]", R"(, "dim_order": [1, 0], "buffer": 1)") + "]";
    const Model model = read(program(R"({"plans": [{"values": )" + values + R"(, "outputs": [0]}],
        "constant_buffer": [{}, {"storage": [0,0,0,0, 0,0,128,63, 0,0,0,64, 0,0,64,64, 0,0,128,64, 0,0,160,64]}]})"));
    EXPECT_EQ(damages_of(model), "");
    EXPECT_THAT(numbers_of(model, find_tensor(model, "0")), ElementsAre(0, 2, 4, 1, 3, 5));
}

TEST(Executorch, GivesIntegersTheScalesOfTheirKernels) {
    const std::string values =
        "[" + float_tensor("[2]") +
        R"(,{"value_type": "Double", "value": {"value": 0.5}}, {"value_type": "Int", "value": {"value": -3}},
           {"value_type": "Tensor", "value": {"scalar_type": "CHAR", "sizes": [2]}}])";
    const Model model =
        read(program(R"({"plans": [{"values": )" + values + R"(, "inputs": [0], "outputs": [3],
        "operators": [{"name": "quantized_decomposed::quantize_per_tensor", "overload": "out"}],
        "chains": [{"instructions": [
            {"call_type": "KernelCall", "call": {"op_index": 0, "args": [0, 1, 2, 2, 2, 2, 3, 3]}}]}]}]})"));
    const Tensor* integers = find_tensor(model, "3");
    ASSERT_TRUE(integers != nullptr && integers->quantization.valid());
    const auto parameters = quant_parameters(model, model.quantization(integers->quantization));
    ASSERT_TRUE(parameters.has_value());
    EXPECT_THAT(parameters->scales, ElementsAre(0.5F));
    EXPECT_THAT(parameters->zero_points, ElementsAre(-3));
    EXPECT_EQ(model.quantization(integers->quantization).storage, DataType::kInt8);
}

class Beside : public ::testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / ("netloupe_ptd_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
        const std::string values =
            "[" +
            float_tensor("[2]",
                         R"(, "extra": {"fully_qualified_name": "fc.weight", "location": "EXTERNAL"})") +
            "]";
        write("m.pte", program(R"({"plans": [{"name": "f", "values": )" + values + R"(, "outputs": [0]}]})"));
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    void write(const std::string& name, const std::string& content) const {
        std::ofstream(folder_ / name, std::ios::binary) << content;
    }
    [[nodiscard]] Result<Model> open(const std::string& name) const {
        return open_model((folder_ / name).string());
    }

    std::string tensors_ = tensors(R"({"version": 0, "segments": [{"offset": 0, "size": 8}],
        "named_data": [{"key": "fc.weight", "segment": 0, "layout": {"scalar_type": "FLOAT", "sizes": [2]}}]})",
                                   bytes_of(3.0F) + bytes_of(4.0F));
    std::filesystem::path folder_;
};

TEST_F(Beside, TakesTensorsFromTheFileBesideTheProgram) {
    write("m.ptd", tensors_);
    const auto model = open("m.pte");
    ASSERT_TRUE(model.has_value());
    EXPECT_EQ(damages_of(*model), "");
    EXPECT_THAT(numbers_of(*model, find_tensor(*model, "fc.weight")), ElementsAre(3, 4));
    const auto alone = open("m.ptd");
    ASSERT_TRUE(alone.has_value());
    EXPECT_THAT(numbers_of(*alone, find_tensor(*alone, "fc.weight")), ElementsAre(3, 4));
}

TEST_F(Beside, TellsThatTheTensorsAreMissing) {
    const auto model = open("m.pte");
    ASSERT_TRUE(model.has_value());
    EXPECT_THAT(damages_of(*model), HasSubstr("m.ptd"));
    EXPECT_EQ(model->constants[0].state, ConstantState::kMissing);
}

TEST(Executorch, TellsWhatIsWrong) {
    const Model model = read(program(R"({"plans": [{"values": [], "inputs": [4],
        "chains": [{"instructions": [{"call_type": "KernelCall", "call": {"op_index": 3, "args": []}}]}]}],
        "segments": [{"offset": 9, "size": 9}]})"));
    EXPECT_THAT(damages_of(model), HasSubstr("names a value that does not exist"));
    EXPECT_THAT(damages_of(model), HasSubstr("names an operator that does not exist"));
    EXPECT_THAT(damages_of(model), HasSubstr("leads beyond the end of the file"));
}

TEST(Executorch, SurvivesTruncationAndWrongBytesAnywhere) {
    support::expect_survival(small_program(), "test.pte");
}

}  // namespace
}  // namespace netloupe::executorch_test
