#include "base/contained_path.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace netloupe {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

TEST(ContainedPath, RefusesByText) {
    for (const std::string_view bad :
         {""sv, "/etc/passwd"sv, "\\share\\w"sv, "C:\\w.bin"sv, "c:w"sv, "FILE:w.bin"sv, "~/w.bin"sv,
          "../w"sv, "a/../../w"sv, "a\\..\\w"sv, ".."sv, "w\0.bin"sv}) {
        EXPECT_NE(why_location_escapes(bad), "") << bad;
    }
    for (const std::string_view good : {"w.bin"sv, "sub/w.bin"sv, "a..b"sv, "..w"sv, "./w.bin"sv, "w~"sv}) {
        EXPECT_EQ(why_location_escapes(good), "") << good;
    }
}

class ContainedPathFiles : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("netloupe_path_" + std::to_string(getpid()));
        fs::create_directories(folder_ / "model/sub");
        for (const char* file : {"model/m.onnx", "model/w.bin", "model/sub/w.bin", "outside.bin"}) {
            std::ofstream(folder_ / file) << "x";
        }
        fs::create_symlink("../outside.bin", folder_ / "model/out_link");
        fs::create_symlink("w.bin", folder_ / "model/in_link");
    }
    void TearDown() override { fs::remove_all(folder_); }
    Result<std::string> resolve(std::string_view location) {
        return resolve_beside((folder_ / "model/m.onnx").string(), location);
    }
    fs::path folder_;
};

TEST_F(ContainedPathFiles, ResolvesBesideAndBelow) {
    EXPECT_EQ(resolve("w.bin").value(), fs::canonical(folder_ / "model/w.bin"));
    EXPECT_EQ(resolve("sub/w.bin").value(), fs::canonical(folder_ / "model/sub/w.bin"));
    EXPECT_EQ(resolve("in_link").value(), fs::canonical(folder_ / "model/w.bin"));
}

TEST_F(ContainedPathFiles, SaysWhyNot) {
    EXPECT_EQ(resolve("../outside.bin").error().code, ErrorCode::kInvalid);
    EXPECT_EQ(resolve("out_link").error().code, ErrorCode::kInvalid);
    EXPECT_EQ(resolve("none.bin").error().code, ErrorCode::kNotFound);
    EXPECT_EQ(resolve("sub").error().code, ErrorCode::kIo);
    EXPECT_EQ(resolve(".").error().code, ErrorCode::kInvalid);
}

}  // namespace
}  // namespace netloupe
