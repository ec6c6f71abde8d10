#include "containers/flexbuffer.h"

#include <flatbuffers/flexbuffers.h>
#include <gtest/gtest.h>

namespace netloupe {
namespace {

std::vector<uint8_t> all_kinds() {
    flexbuffers::Builder flex;
    flex.Map([&] {
        flex.Null("null");
        flex.Int("int", -70000);
        flex.UInt("uint", UINT64_MAX);
        flex.Float("float", 0.1F);
        flex.Double("double", 0.1);
        flex.Bool("bool", true);
        flex.String("text", "grüezi");
        flex.IndirectInt("indirect", 12345678);
        flex.TypedVector("numbers", [&] {
            flex.Int(1);
            flex.Int(2000);
        });
        const float fixed[] = {1, 2, 3};
        flex.FixedTypedVector("fixed", fixed, 3);
        flex.Vector("mixed", [&] {
            flex.Int(1);
            flex.String("two");
            flex.Map([&] { flex.Int("three", 3); });
        });
    });
    flex.Finish();
    return flex.GetBuffer();
}

std::optional<std::string> json(const std::vector<uint8_t>& bytes) {
    const auto root = FlexValue::root(std::as_bytes(std::span(bytes)));
    return root ? to_json(*root, 1000) : std::nullopt;
}

TEST(FlexBuffer, WritesAllKindsAsJson) {
    EXPECT_EQ(
        json(all_kinds()),
        R"({"bool":true,"double":0.1,"fixed":[1.0,2.0,3.0],"float":0.1,"indirect":12345678,"int":-70000,)"
        R"("mixed":[1,"two",{"three":3}],"null":null,"numbers":[1,2000],"text":"grüezi",)"
        R"("uint":18446744073709551615})");
}

TEST(FlexBuffer, TurnsBytesThatAreNoTextIntoCharacters) {
    flexbuffers::Builder flex;
    flex.String("a\xFFz");
    flex.Finish();
    EXPECT_EQ(json(flex.GetBuffer()), "\"aÿz\"");
}

TEST(FlexBuffer, GivesNothingBeyondTheBudget) {
    const auto bytes = all_kinds();
    const auto root = FlexValue::root(std::as_bytes(std::span(bytes)));
    EXPECT_FALSE(to_json(*root, 5).has_value());
}

TEST(FlexBuffer, SurvivesTruncationAndWrongBytesAnywhere) {
    const auto good = all_kinds();
    for (size_t at = 0; at < good.size(); ++at) {
        // Copies of exactly that size, so that a sanitizer sees any byte too many.
        (void)json({good.begin(), good.begin() + static_cast<ptrdiff_t>(at)});
        (void)json({good.begin() + static_cast<ptrdiff_t>(at), good.end()});
        for (int value = 0; value < 256; value += 5) {
            auto bad = good;
            bad[at] = static_cast<uint8_t>(value);
            (void)json(bad);
        }
    }
    EXPECT_FALSE(json({}).has_value());
    EXPECT_FALSE(json({1, 2}).has_value());
}

/// A vector that contains itself must end.
TEST(FlexBuffer, BoundsNesting) {
    // length 1, element: offset 0 back to itself, its type (vector, width 1); root: offset 2, vector,
    // width 1.
    const std::vector<uint8_t> loop{1, 0, 10 << 2, 2, 10 << 2, 1};
    EXPECT_FALSE(json(loop).has_value());
}

}  // namespace
}  // namespace netloupe
