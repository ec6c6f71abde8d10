#include "base/glob.h"

#include <gtest/gtest.h>

namespace netloupe {

namespace {

bool path(std::string_view pattern, std::string_view text) {
    return Glob(pattern, Glob::Of::kPath).matches(text);
}
bool name(std::string_view pattern, std::string_view text) {
    return Glob(pattern, Glob::Of::kName).matches(text);
}

TEST(Glob, LettersStandForThemselves) {
    EXPECT_TRUE(path("a/b.onnx", "a/b.onnx"));
    EXPECT_FALSE(path("a/b.onnx", "a/b.onn"));
    EXPECT_FALSE(path("a/b.onnx", "a/bxonnx"));
    EXPECT_TRUE(path("", ""));
    EXPECT_FALSE(path("", "a"));
}

TEST(Glob, AStarInAPathStaysInItsFolder) {
    EXPECT_TRUE(path("models/*.onnx", "models/a.onnx"));
    EXPECT_TRUE(path("models/*", "models/"));
    EXPECT_FALSE(path("models/*.onnx", "models/old/a.onnx"));
    EXPECT_FALSE(path("?", "/"));
    EXPECT_FALSE(path("[!a]", "/"));
}

TEST(Glob, TwoStarsCrossFoldersAndMayBeNone) {
    EXPECT_TRUE(path("models/**/*.onnx", "models/a.onnx"));
    EXPECT_TRUE(path("models/**/*.onnx", "models/x/y/a.onnx"));
    EXPECT_FALSE(path("models/**/a.onnx", "models/x/ba.onnx")) << "** takes whole folders";
    EXPECT_TRUE(path("**/a.onnx", "a.onnx"));
    EXPECT_TRUE(path("models/**", "models/x/a.onnx"));
    EXPECT_FALSE(path("models/**", "other/a.onnx"));
}

TEST(Glob, AStarInANameTakesSlashesToo) {
    EXPECT_TRUE(name("/encoder/*", "/encoder/layer.0/MatMul"));
    EXPECT_TRUE(name("*MatMul*", "/encoder/MatMul_1"));
    EXPECT_FALSE(name("/encoder/*", "/decoder/MatMul"));
    EXPECT_TRUE(name("a?c", "a/c"));
}

TEST(Glob, SetsTakeOneOfTheirLetters) {
    EXPECT_TRUE(name("layer.[0-3]", "layer.2"));
    EXPECT_FALSE(name("layer.[0-3]", "layer.4"));
    EXPECT_TRUE(name("[!ab]x", "cx"));
    EXPECT_FALSE(name("[!ab]x", "ax"));
    EXPECT_TRUE(name("a[", "a[")) << "a bracket that never closes is a letter";
    EXPECT_TRUE(name("[]]", "]"));
}

TEST(Glob, HostilePatternsEndSoon) {
    const std::string text(20'000, 'a');
    std::string pattern;
    for (int i = 0; i < 100; ++i) pattern += "*a";
    EXPECT_TRUE(name(pattern, text));
    EXPECT_FALSE(name(pattern + "b", text));
}

}  // namespace

}  // namespace netloupe
