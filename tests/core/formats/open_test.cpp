#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "formats/reader.h"
#include "support/zip_builder.h"

/// How a path becomes a model, whatever its format.
namespace netloupe {
namespace {

namespace fs = std::filesystem;
using support::ZipBuilder;
using testing::HasSubstr;

constexpr std::string_view kModel = R"(<ir_version: 8, opset_import: ["" : 17]>
small (float[4] x) => (float[4] y) { y = Relu(x) })";

class Opening : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("netloupe_open_" + std::to_string(getpid()));
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string write(const std::string& name, std::string_view content) {
        const fs::path path = folder_ / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << content;
        return path.string();
    }
    [[nodiscard]] std::string folder() const { return folder_.string(); }

    fs::path folder_;
};

TEST_F(Opening, GoesByContentAndNotByName) {
    const auto model = open_model(write("wrong.tflite", kModel));
    ASSERT_TRUE(model) << model.error().message;
    EXPECT_EQ(model->format, Format::kOnnx);
}

TEST_F(Opening, ReadsTheOneModelOfAFolder) {
    write("notes.txt", "nothing");
    write("model.onnxtxt", kModel);
    EXPECT_TRUE(open_model(folder()));
}

TEST_F(Opening, NamesTheModelsWhenThereAreSeveral) {
    write("a.onnxtxt", kModel);
    write("b.onnxtxt", kModel);
    const auto model = open_model(folder());
    ASSERT_FALSE(model);
    EXPECT_THAT(model.error().message, HasSubstr("2 models (a.onnxtxt, b.onnxtxt)"));
}

TEST_F(Opening, SaysThatAFolderHasNone) {
    write("notes.txt", "nothing");
    const auto model = open_model(folder());
    ASSERT_FALSE(model);
    EXPECT_THAT(model.error().message, HasSubstr("a folder without a model"));
}

TEST_F(Opening, ReadsTheOneModelOfAZip) {
    const std::string zip = ZipBuilder()
                                .add("labels.txt", "cat\ndog\n")
                                .add("deep/model.onnxtxt", kModel, ZipBuilder::Pack::kDeflated)
                                .build();
    const auto model = open_model(write("m.zip", zip));
    ASSERT_TRUE(model) << model.error().message;
    ASSERT_EQ(model->attachments.size(), 2U);
    EXPECT_EQ(model->text(model->attachments[0].name), "labels.txt");
    EXPECT_EQ(model->attachments[0].bytes, 8U);
}

TEST_F(Opening, NamesTheModelsOfAZip) {
    const std::string zip = ZipBuilder().add("a.onnxtxt", kModel).add("b.onnxtxt", kModel).build();
    const auto model = open_model(write("m.zip", zip));
    ASSERT_FALSE(model);
    EXPECT_THAT(model.error().message, HasSubstr("2 models (a.onnxtxt, b.onnxtxt)"));
}

TEST_F(Opening, SaysThatAZipHasNone) {
    const auto model = open_model(write("m.zip", ZipBuilder().add("a.txt", "nothing").build()));
    ASSERT_FALSE(model);
    EXPECT_EQ(model.error().code, ErrorCode::kUnknownFormat);
}

/// A size that its packed bytes cannot have must not be taken as memory.
TEST_F(Opening, RefusesAZipThatLiesOfItsSize) {
    std::string zip = ZipBuilder().add("m.onnxtxt", kModel, ZipBuilder::Pack::kDeflated).build();
    const size_t member = zip.find("PK\x01\x02");
    zip.replace(member + 24, 4, "\xff\xff\xff\x7f");
    EXPECT_FALSE(open_model(write("m.zip", zip)));
}

TEST_F(Opening, FindsTheModelOfAFileOfWeights) {
    write("m.onnx", kModel);
    EXPECT_TRUE(open_model(write("m.onnx.data", "weights of no form at all")));
    const auto alone = open_model(write("other.onnx.data", "weights of no form at all"));
    ASSERT_FALSE(alone);
    EXPECT_THAT(alone.error().message, HasSubstr("holds weights of other.onnx, which is not beside it"));
}

TEST(Endings, AreFoundInAnyCase) {
    constexpr auto kEndings = std::to_array<std::string_view>({".onnx", ".safetensors.index.json"});
    EXPECT_TRUE(has_ending("A.ONNX", kEndings));
    EXPECT_TRUE(has_ending("model.safetensors.index.json", kEndings));
    EXPECT_FALSE(has_ending("index.json", kEndings));
    EXPECT_FALSE(has_ending("onnx", kEndings));
}

}  // namespace
}  // namespace netloupe
