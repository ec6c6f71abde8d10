#include "base/utf8.h"

#include <gtest/gtest.h>

namespace netloupe {
namespace {

TEST(Utf8, KnowsWhatIsWellFormed) {
    EXPECT_TRUE(is_utf8("plain"));
    EXPECT_TRUE(is_utf8("grüezi 漢字 😀"));
    EXPECT_FALSE(is_utf8("\xC3"));              // cut short
    EXPECT_FALSE(is_utf8("\xC0\x80"));          // overlong
    EXPECT_FALSE(is_utf8("\xED\xA0\x80"));      // surrogate
    EXPECT_FALSE(is_utf8("\xF4\x90\x80\x80"));  // beyond U+10FFFF
    EXPECT_FALSE(is_utf8("\x80"));              // continuation without a start
}

TEST(Utf8, TurnsOtherBytesIntoCharactersOfThatNumber) {
    EXPECT_EQ(to_utf8("a\xFF"
                      "b\xC3"),
              "aÿbÃ");
    EXPECT_EQ(to_utf8("grüezi"), "grüezi");
    EXPECT_EQ(to_utf8(std::string_view("\0", 1)).size(), 1U);
}

TEST(Utf8, AppendsCharactersByNumber) {
    std::string text;
    for (const uint32_t character : {0x41U, 0xE9U, 0x6F22U, 0x1F600U, 0xD800U, 0x110000U})
        append_utf8(text, character);
    EXPECT_EQ(text, "Aé漢😀");
}

}  // namespace
}  // namespace netloupe
