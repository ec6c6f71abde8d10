#include "base/mapped_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/byte_cursor.h"

namespace netloupe {
namespace {

class MappedFileTest : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::temp_directory_path() /
                  ("netloupe_" + std::string(test->name()) + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string write(const std::string& name, const std::string& content) {
        const auto path = (folder_ / name).string();
        std::ofstream(path, std::ios::binary) << content;
        return path;
    }

    std::filesystem::path folder_;
};

TEST_F(MappedFileTest, MapsTheFilesBytes) {
    const auto file = MappedFile::open(write("a.bin", "hello"));
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(as_text(file->bytes()), "hello");
}

TEST_F(MappedFileTest, EmptyFileHasNoBytes) {
    const auto file = MappedFile::open(write("empty.bin", ""));
    ASSERT_TRUE(file.has_value());
    EXPECT_TRUE(file->bytes().empty());
}

TEST_F(MappedFileTest, SaysWhyItCannotOpen) {
    const auto missing = MappedFile::open((folder_ / "nope").string());
    ASSERT_FALSE(missing.has_value());
    EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
    const auto folder = MappedFile::open(folder_.string());
    ASSERT_FALSE(folder.has_value());
    EXPECT_EQ(folder.error().code, ErrorCode::kIo);
    EXPECT_NE(folder.error().message.find("folder"), std::string::npos);
}

TEST_F(MappedFileTest, TruncationWhileMappedReadsAsZeros) {
    install_fault_guard();
    const auto path = write("shrinks.bin", std::string(64 * 1024, 'x'));
    const auto file = MappedFile::open(path);
    ASSERT_TRUE(file.has_value());
    ASSERT_EQ(truncate(path.c_str(), 0), 0);
    EXPECT_EQ(file->bytes()[40'000], std::byte{0});
}

}  // namespace
}  // namespace netloupe
