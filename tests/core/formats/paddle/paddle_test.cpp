#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "build_paddle.h"
#include "support/read_bytes.h"

namespace netloupe::paddle_test {
namespace {

using support::damages_of;
using support::find_tensor;
using support::nodes_of;
using support::numbers_of;
using support::read_bytes;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Paddle : public ::testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / ("netloupe_paddle_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    void write(const std::string& name, const std::string& content) const {
        std::ofstream(folder_ / name, std::ios::binary) << content;
    }
    [[nodiscard]] Model open(const std::string& name) const {
        return support::expect_model(open_model((folder_ / name).string()));
    }

    std::filesystem::path folder_;
};

TEST_F(Paddle, ReadsProgramWithCombinedParameters) {
    write("m.pdmodel", small_program());
    write("m.pdiparams", small_parameters());
    for (const char* name : {"m.pdmodel", "m.pdiparams"}) {
        const Model model = open(name);
        EXPECT_EQ(model.format, Format::kPaddle);
        EXPECT_EQ(model.format_version, "v2.4.1");
        EXPECT_EQ(damages_of(model), "");
        EXPECT_THAT(nodes_of(model),
                    ElementsAre("matmul_v2(X=x, Y=w) -> Out=t", "elementwise_add(X=t, Y=b) -> Out=y"));
        EXPECT_THAT(numbers_of(model, find_tensor(model, "w")), ElementsAre(1, 2));
        EXPECT_THAT(numbers_of(model, find_tensor(model, "b")), ElementsAre(7));
    }
}

TEST_F(Paddle, ReadsParametersInAFileEach) {
    write("__model__", small_program());
    write("w", stored(" dims: 2 dims: 1", floats({3, 4})));
    write("b", stored(" dims: 1", floats({5})));
    const Model model = open("__model__");
    EXPECT_EQ(damages_of(model), "");
    EXPECT_THAT(numbers_of(model, find_tensor(model, "w")), ElementsAre(3, 4));
    EXPECT_THAT(numbers_of(model, find_tensor(model, "b")), ElementsAre(5));
}

TEST_F(Paddle, TellsWhatIsWrongWithParameters) {
    write("m.pdmodel", small_program());
    EXPECT_THAT(damages_of(open("m.pdmodel")), HasSubstr("there is no m.pdiparams beside the program"));
    write("m.pdiparams", small_parameters().substr(0, 60));
    EXPECT_THAT(damages_of(open("m.pdmodel")), HasSubstr("reaches beyond the end of the file"));
    write("m.pdiparams", stored(" dims: 2", floats({7, 8})) + stored(" dims: 2 dims: 1", floats({1, 2})));
    EXPECT_THAT(damages_of(open("m.pdmodel")),
                HasSubstr("holds float32 2 where the program has float32 1 (b)"));
}

TEST_F(Paddle, ReadsAttributesOfEveryKind) {
    write("m.pdmodel", small_program());
    const Model model = open("m.pdmodel");
    const Node& node = model.graphs[0].nodes[0];
    EXPECT_EQ(model.find_attribute(node, "trans_x")->type, AttributeType::kBool);
    EXPECT_EQ(model.int_attribute(node, "trans_x", 0), 1);
    EXPECT_EQ(model.find_attribute(node, "alpha")->real, 0.5);
    EXPECT_THAT(Model::slice_of(model.ints, model.find_attribute(node, "shape")->list), ElementsAre(3, -4));
    EXPECT_EQ(model.text(model.find_attribute(node, "mode")->text), "a");
    EXPECT_EQ(model.int_attribute(node, "big", 0), 5'000'000'000);
    EXPECT_EQ(shape_text(model, find_tensor(model, "x")->shape), "?×2");
}

TEST_F(Paddle, ReadsBlocksAsSubgraphsWithCaptures) {
    write("m.pdmodel", support::message("paddle", "ProgramDesc",
                                        "blocks { idx: 0 parent_idx: -1 " + variable("x", "dims: 2") +
                                            "ops { type: 'while' inputs { parameter: 'X' arguments: 'x' } "
                                            "attrs { name: 'sub_block' type: BLOCK block_idx: 1 } } } "
                                            "blocks { idx: 1 parent_idx: 0 " +
                                            variable("y", "dims: 2") +
                                            "ops { type: 'relu' inputs { parameter: 'X' arguments: 'x' } "
                                            "outputs { parameter: 'Out' arguments: 'y' } } }"));
    const Model model = open("m.pdmodel");
    ASSERT_EQ(model.graphs.size(), 2U);
    EXPECT_EQ(model.graphs[1].parent, GraphId(0U));
    EXPECT_EQ(model.text(model.graphs[1].owner_attribute), "sub_block");
    ASSERT_EQ(model.graphs[1].captures.size(), 1U);
    EXPECT_EQ(model.find_attribute(model.graphs[0].nodes[0], "sub_block")->graph, GraphId(1U));
}

TEST_F(Paddle, ReadsTheNewerRepresentation) {
    write("m.json", small_pir());
    write("m.pdiparams", stored(" dims: 2 dims: 1", floats({1, 2})));
    for (const char* name : {"m.json", "m.pdiparams"}) {
        const Model model = open(name);
        EXPECT_EQ(damages_of(model), "");
        EXPECT_THAT(nodes_of(model), ElementsAre("if(x) -> 3"));
        EXPECT_THAT(nodes_of(model, 1), ElementsAre("matmul(x, w) -> 4", "yield(4) -> "));
        EXPECT_EQ(model.graphs[1].captures.size(), 2U);
        EXPECT_THAT(numbers_of(model, find_tensor(model, "w")), ElementsAre(1, 2));
        EXPECT_THAT(numbers_of(model, find_tensor(model, "w", 1)), ElementsAre(1, 2));
        ASSERT_EQ(model.graphs[0].inputs.size(), 1U);
        ASSERT_EQ(model.graphs[0].outputs.size(), 1U);
        EXPECT_EQ(model.int_attribute(model.graphs[0].nodes[0], "n", 0), 3);
        EXPECT_NE(model.find_attribute(model.graphs[0].nodes[0], "region_1"), nullptr);
    }
}

TEST(PaddleParameters, AreShownWithoutTheirProgram) {
    const Model model = read_bytes(small_parameters(), "/nonexistent/alone.pdiparams");
    EXPECT_THAT(numbers_of(model, find_tensor(model, "1")), ElementsAre(1, 2));
}

TEST(PaddleProgram, SurvivesTruncationAndWrongBytesAnywhere) {
    support::expect_survival(small_program(), "/nonexistent/test.pdmodel");
    support::expect_survival(small_parameters(), "/nonexistent/test.pdiparams");
    support::expect_survival(small_pir(), "/nonexistent/test.json");
}

}  // namespace
}  // namespace netloupe::paddle_test
