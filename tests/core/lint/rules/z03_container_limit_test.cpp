#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/mapped_file.h"
#include "rule_testing.h"

namespace netloupe::lint {
namespace {

constexpr uint64_t kTwoGibibytes = uint64_t{1} << 31;

/// A model whose first file is so long; nothing of it is written.
class Z03 : public testing::Test {
protected:
    std::string severities_of(std::string_view format, uint64_t bytes, bool damaged = false) {
        const auto path =
            std::filesystem::temp_directory_path() / ("netloupe_z03_" + std::to_string(getpid()));
        std::ofstream(path).put('\0');
        std::filesystem::resize_file(path, bytes);
        Model model = test::graph_from_text(std::string(format) + "\ninput x:float32[2]\noutput x\n");
        auto mapped = MappedFile::open(path.string());
        std::filesystem::remove(path);
        if (!mapped) return "not mapped";
        model.files[0].content = std::move(*mapped);
        if (damaged)
            model.damages.push_back(
                {{ErrorCode::kCorrupt, "Field number 0.", 85, 0}, GraphId(), NodeId(), TensorId()});
        std::string text;
        for (const Finding& finding : check(model, {.only = {"Z03"}, .parameters = {}}))
            text += std::string(name(finding.severity));
        return text;
    }
};

TEST_F(Z03, LargerThanAProtocolBuffer) {
    EXPECT_EQ(severities_of("onnx", kTwoGibibytes), "error");
    EXPECT_EQ(severities_of("onnx", 3 * kTwoGibibytes), "error");
    EXPECT_EQ(severities_of("onnx", kTwoGibibytes - 1), "");
}

TEST_F(Z03, WhatFollowsADamagedModelIsNotCounted) {
    EXPECT_EQ(severities_of("onnx", kTwoGibibytes, true), "");
}

// Buffers may stand behind the flatbuffer.
TEST_F(Z03, TfLite) {
    EXPECT_EQ(severities_of("tflite", 2 * kTwoGibibytes), "");
}

}  // namespace
}  // namespace netloupe::lint
