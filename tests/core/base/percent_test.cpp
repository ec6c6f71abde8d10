#include "base/percent.h"

#include <gtest/gtest.h>

namespace netloupe {

namespace {

TEST(Percent, EncodesWhatAPathMayNotHaveInAUri) {
    EXPECT_EQ(percent_encoded("/a b/ü#?%.onnx"), "/a%20b/%C3%BC%23%3F%25.onnx");
    EXPECT_EQ(percent_encoded("plain/name-1_2~3.onnx"), "plain/name-1_2~3.onnx");
}

TEST(Percent, DecodesWhatItEncoded) {
    std::string bytes;
    for (int c = 0; c < 256; ++c) bytes += static_cast<char>(c);
    EXPECT_EQ(percent_decoded(percent_encoded(bytes)), bytes);
    EXPECT_EQ(percent_decoded("%2f%2F"), "//");
}

TEST(Percent, RefusesHalfACode) {
    EXPECT_FALSE(percent_decoded("a%"));
    EXPECT_FALSE(percent_decoded("a%2"));
    EXPECT_FALSE(percent_decoded("a%zz"));
}

}  // namespace

}  // namespace netloupe
