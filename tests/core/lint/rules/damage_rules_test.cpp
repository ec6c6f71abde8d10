#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "rule_testing.h"

namespace netloupe::lint {
namespace {

/// A model with one damage and, when asked for, a constant whose external data is missing.
Model damaged(Error error, bool external) {
    Model model = test::graph_from_text("onnx\nconst w:float32[4]\nRelu(w) -> y\noutput y\n");
    if (external) model.constants[0].state = ConstantState::kMissing;
    model.damages.push_back({std::move(error), GraphId(0U), NodeId(), TensorId()});
    return model;
}

/// What the rules about the file say; others have their own opinion of such a graph.
std::string rules_of(const Model& model) {
    const Options options{.only = {"V05", "V06", "X05"}, .parameters = {}};
    std::string text;
    for (const Finding& finding : check(model, options))
        text += std::string(finding.rule) + " " + std::string(name(finding.severity));
    return text;
}

TEST(V06, DamageOfTheFile) {
    const Error truncated{ErrorCode::kCorrupt, "The graph ends early.", 4096, 0};
    EXPECT_EQ(rules_of(damaged(truncated, false)), "V06 error");
    EXPECT_EQ(check(damaged(truncated, false))[0].message, "The graph ends early (offset 4096).");
    EXPECT_EQ(rules_of(damaged(truncated, true)), "V06 error");
    EXPECT_EQ(rules_of(damaged({ErrorCode::kUnsupported, "Sparse strings.", Error::kNoOffset, 0}, false)),
              "V06 warning");
    EXPECT_EQ(check(damaged({ErrorCode::kCorrupt, "Bad token.", Error::kNoOffset, 7}, false))[0].message,
              "Bad token (line 7).");
}

// A file that ends early takes many parts with it.
TEST(V06, TellsAllDamageWithoutANodeAsOne) {
    Model model = damaged({ErrorCode::kCorrupt, "subgraphs[0] is cut.", 88, 0}, false);
    model.damages.push_back(
        {{ErrorCode::kCorrupt, "buffers is cut.", 52, 0}, GraphId(), NodeId(), TensorId()});
    ASSERT_EQ(rules_of(model), "V06 error");
    EXPECT_EQ(check(model)[0].message,
              "subgraphs[0] is cut (offset 88). 1 more part could not be read: "
              "buffers is cut (offset 52).");
    model.damages.push_back(
        {{ErrorCode::kCorrupt, "inputs is cut.", 90, 0}, GraphId(0U), NodeId(0U), TensorId()});
    EXPECT_EQ(rules_of(model), "V06 errorV06 error");
}

TEST(V05, MissingAndShortExternalData) {
    EXPECT_EQ(rules_of(damaged({ErrorCode::kNotFound, "w.bin does not exist.", Error::kNoOffset, 0}, true)),
              "V05 error");
    EXPECT_EQ(rules_of(damaged({ErrorCode::kCorrupt, "w.bin is too short.", Error::kNoOffset, 0}, true)),
              "V05 error");
}

TEST(V05, PointsAtTheNodeThatUsesTheTensor) {
    Model model = damaged({ErrorCode::kNotFound, "w.bin does not exist.", Error::kNoOffset, 0}, true);
    model.damages[0].tensor =
        model.graphs[0].nodes.empty() ? TensorId() : model.inputs(model.graphs[0].nodes[0])[0];
    EXPECT_EQ(check(model)[0].node, NodeId(0U));
}

/// Two constants of four bytes in one external file, at these offsets.
std::string overlap(uint64_t first, uint64_t second) {
    Model model =
        test::graph_from_text("onnx\nconst a:int8[4]\nconst b:uint8[2,2]\nAdd(a, b) -> y\noutput y\n");
    model.files.push_back({"w.bin", std::vector<std::byte>(16)});
    const uint64_t offsets[] = {first, second};
    for (size_t i = 0; i < 2; ++i) {
        model.constants[i].file = FileId(1U);
        model.constants[i].offset = offsets[i];
        model.constants[i].length = 4;
    }
    return rules_of(model);
}

TEST(V05, RangesThatOverlap) {
    EXPECT_EQ(overlap(0, 2), "V05 warning");
    EXPECT_EQ(overlap(8, 5), "V05 warning");
    EXPECT_EQ(overlap(0, 4), "");
    EXPECT_EQ(overlap(4, 4), "");  // Tied weights.
}

TEST(X05, LocationOutsideTheFolder) {
    EXPECT_EQ(rules_of(damaged(
                  {ErrorCode::kInvalid, "The location \"../w\" is refused.", Error::kNoOffset, 0}, true)),
              "X05 error");
}

// TensorFlow Lite has external buffers too.
TEST(X05, LocationOfATensorFlowLiteBuffer) {
    Model model = test::graph_from_text("tflite\nconst w:float32[4]\nRELU(w) -> y:float32[4]\noutput y\n");
    model.constants[0].state = ConstantState::kMissing;
    model.damages.push_back({{ErrorCode::kInvalid, "The location \"../w\" is refused.", Error::kNoOffset, 0},
                             GraphId(0U),
                             NodeId(),
                             TensorId(0U)});
    EXPECT_EQ(rules_of(model), "X05 error");
    EXPECT_EQ(check(model)[0].node, NodeId(0U));
}

TEST(Damages, UndamagedModelsAreSilent) {
    EXPECT_EQ(rules_of(test::graph_from_text("onnx\nconst w:float32[4]\nRelu(w) -> y\noutput y\n")), "");
    EXPECT_EQ(rules_of(test::graph_from_text("tflite\ninput w:float32[4]\nRELU(w) -> y\noutput y\n")), "");
}

TEST(X05, HardLinks) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / ("netloupe_x05_" + std::to_string(getpid()));
    fs::create_directories(folder);
    for (const char* file : {"model.onnx", "own.bin", "outside.bin"}) std::ofstream(folder / file) << "x";
    fs::create_hard_link(folder / "outside.bin", folder / "linked.bin");
    Model model = test::graph_from_text("onnx\nconst w:float32[4]\nRelu(w) -> y\noutput y\n");
    model.files[0].path = (folder / "model.onnx").string();
    model.files.push_back({(folder / "own.bin").string(), std::vector<std::byte>()});
    EXPECT_EQ(rules_of(model), "");
    model.files[1].path = (folder / "linked.bin").string();
    EXPECT_EQ(rules_of(model), "X05 error");
    // A package manager that links every file of the folder.
    fs::create_hard_link(folder / "model.onnx", folder / "store.onnx");
    EXPECT_EQ(rules_of(model), "X05 info");
    fs::remove_all(folder);
}

// What is missing behind the damage is no fault of its own.
TEST(Damages, RulesThatNeedTheWholeFileAreSilent) {
    Model model = test::graph_from_text(
        "onnx ir=8\ninput x:float32[2,3]\nconst w:float32[4]\nAdd(x, b) -> y:float32[9]\n"
        "Neg(x) -> z\noutput y\n");
    model.imports.clear();
    const infer::Shapes shapes = infer::infer_shapes(model, Meaning(model));
    const Options options{.only = {"H02", "T01", "T02", "T06", "V02"}, .parameters = {}, .shapes = &shapes};
    EXPECT_GE(check(model, options).size(), 4U);
    model.damages.push_back(
        {{ErrorCode::kCorrupt, "The graph ends early.", 4096, 0}, GraphId(0U), NodeId(), TensorId()});
    EXPECT_TRUE(check(model, options).empty());
}

}  // namespace
}  // namespace netloupe::lint
