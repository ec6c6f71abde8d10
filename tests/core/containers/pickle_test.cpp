#include "containers/pickle.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace netloupe::pickle {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

Pickle read(std::string_view text) {
    return disassemble(as_bytes(text));
}

TEST(Pickle, ReadsNumbersOfAllProtocols) {
    const std::string text =
        "\x80\x02(NI5\nI01\n\x88K\xffM\x01\x02J\xff\xff\xff\xff\x8a\x02\x00\x80L12L\nF0.5\nG\x3f\xf8\x00\x00\x00\x00\x00\x00\x8a\x00l."s;
    const auto pickle = read(text);
    ASSERT_FALSE(pickle.damage) << pickle.damage->text();
    const auto items = pickle.items(pickle.root);
    ASSERT_EQ(items.size(), 12U);
    EXPECT_EQ(pickle[items[0]].kind, Kind::kNone);
    EXPECT_EQ(pickle.integer(items[1]), 5);
    EXPECT_EQ(pickle[items[2]].kind, Kind::kBool);
    EXPECT_EQ(pickle.integer(items[3]), 1);
    EXPECT_EQ(pickle.integer(items[4]), 255);
    EXPECT_EQ(pickle.integer(items[5]), 513);
    EXPECT_EQ(pickle.integer(items[6]), -1);
    EXPECT_EQ(pickle.integer(items[7]), -32768);
    EXPECT_EQ(pickle.integer(items[8]), 12);
    EXPECT_EQ(pickle[items[9]].real(), 0.5);
    EXPECT_EQ(pickle[items[10]].real(), 1.5);
    EXPECT_EQ(pickle.integer(items[11]), 0);
}

TEST(Pickle, KeepsIntegersOfMoreThan64Bits) {
    const auto pickle = read("\x8a\x0al\xfc\x9c\x46\xf9\x20\x6a\xa8P\x19."sv);
    EXPECT_EQ(pickle[pickle.root].kind, Kind::kLong);
    EXPECT_EQ(pickle[pickle.root].text, "l\xfc\x9c\x46\xf9\x20\x6a\xa8P\x19"sv);
}

TEST(Pickle, ResolvesEscapesOfOldTexts) {
    const auto pickle = read("(S'a\\x41\\n\\101\\q'\nVb\\u00e9\xe9\nl."sv);
    const auto items = pickle.items(pickle.root);
    ASSERT_EQ(items.size(), 2U);
    EXPECT_EQ(pickle[items[0]].kind, Kind::kString);
    EXPECT_EQ(pickle.text(items[0]), "aA\nA\\q");
    EXPECT_EQ(pickle.text(items[1]), "b\xc3\xa9\xc3\xa9");
}

TEST(Pickle, FillsContainersInSeveralSteps) {
    const auto pickle = read("}(X\x01\0\0\0aK\1X\x01\0\0\0bK\2uX\x01\0\0\0c](K\3K\4eK\5as."sv);
    ASSERT_FALSE(pickle.damage) << pickle.damage->text();
    EXPECT_EQ(pickle.items(pickle.root).size(), 6U);
    EXPECT_EQ(pickle.integer(pickle.find(pickle.root, "b")), 2);
    const auto list = pickle.items(pickle.find(pickle.root, "c"));
    ASSERT_EQ(list.size(), 3U);
    EXPECT_EQ(pickle.integer(list[2]), 5);
    EXPECT_FALSE(pickle.find(pickle.root, "d").valid());
}

TEST(Pickle, DescribesCallsWithoutMakingThem) {
    const auto pickle = read("cposix\nsystem\nX\x02\0\0\0ls\x85R."sv);
    ASSERT_FALSE(pickle.damage);
    EXPECT_EQ(pickle.callee_path(pickle.root), "posix.system");
    EXPECT_EQ(pickle.text(pickle.item(pickle[pickle.root].arguments, 0)), "ls");
    ASSERT_EQ(pickle.globals.size(), 1U);
    EXPECT_EQ(pickle.globals[0].module(), "posix");
    EXPECT_EQ(pickle.globals[0].name(), "system");
    EXPECT_EQ(pickle.globals[0].call, pickle.root);
}

TEST(Pickle, FindsGlobalsInEveryFormOfCall) {
    EXPECT_EQ(read("\x80\x04\x8c\x02os\x94\x8c\x06system\x94\x93\x94)R."sv).globals.at(0).path, "os.system");
    EXPECT_EQ(read("\x80\x04\x8c\x02os\x94\x8c\x06system\x94h\0h\1\x93."sv).globals.at(0).path, "os.system");
    EXPECT_EQ(read("(S'ls'\nios\nsystem\n."sv).globals.at(0).path, "os.system");
    EXPECT_EQ(read("(cos\nsystem\nS'ls'\no."sv).globals.at(0).path, "os.system");
    EXPECT_EQ(read("cos\nsystem\n)\x81."sv).globals.at(0).path, "os.system");
    EXPECT_EQ(read("cos\nsystem\n)}\x92."sv).globals.at(0).path, "os.system");
    EXPECT_EQ(read("\x82\x07."sv).globals.at(0).path, "copyreg.extension 7");
}

TEST(Pickle, KeepsStateItemsAndPersistentIds) {
    const auto pickle = read("cm\nC\n)R(X\x01\0\0\0kPid\nu}X\x01\0\0\0sK\1sb."sv);
    ASSERT_FALSE(pickle.damage) << pickle.damage->text();
    const Value& persistent = pickle[pickle.find(pickle.root, "k")];
    EXPECT_EQ(persistent.kind, Kind::kPersistent);
    EXPECT_EQ(pickle.text(persistent.arguments), "id");
    EXPECT_EQ(pickle.integer(pickle.find(pickle[pickle.root].state, "s")), 1);
}

TEST(Pickle, TellsWhereItEnds) {
    EXPECT_EQ(read("N.rest"sv).end, 2U);
}

TEST(Pickle, SkipsDataThatStandsBehindItsObject) {
    constexpr auto kText = "cm\nC\n)R}b\xff\xff\xff\xff."sv;
    EXPECT_TRUE(read(kText).damage);
    Options options;
    options.inline_data = [](const Pickle& pickle, ValueId object, uint64_t offset) -> Result<uint64_t> {
        EXPECT_EQ(pickle.callee_path(object), "m.C");
        EXPECT_EQ(offset, 9U);
        return 4U;
    };
    EXPECT_FALSE(disassemble(as_bytes(kText), options).damage);
    options.inline_data = [](const Pickle&, ValueId, uint64_t) -> Result<uint64_t> { return UINT64_MAX; };
    EXPECT_TRUE(disassemble(as_bytes(kText), options).damage);
}

TEST(Pickle, KeepsWhatStandsBeforeDamage) {
    const auto pickle = read("(cbuiltins\nexec\nX\xff\xff\xff\xffs"sv);
    ASSERT_TRUE(pickle.damage);
    EXPECT_EQ(pickle.damage->code, ErrorCode::kCorrupt);
    EXPECT_EQ(pickle.damage->offset, 16U);
    EXPECT_EQ(pickle.globals.at(0).path, "builtins.exec");
}

TEST(Pickle, RefusesInstructionsWithoutValues) {
    for (const auto text : {"."sv,
                            "0."sv,
                            "t."sv,
                            "a."sv,
                            "Na."sv,
                            "e."sv,
                            "(e."sv,
                            "u."sv,
                            "R."sv,
                            "NR."sv,
                            "b."sv,
                            "o."sv,
                            "(o."sv,
                            "q\0."sv,
                            "h\0."sv,
                            "g9\n."sv,
                            "\x87."sv,
                            "(N\x87."sv,
                            "s."sv,
                            "K"sv,
                            "T\xff\xff\xff\xff."sv,
                            "\x8b\xff\xff\xff\xff."sv,
                            "\xff"sv,
                            "cos"sv,
                            "cos\nsystem"sv,
                            ""sv,
                            "S'\n."sv,
                            "Ix\n."sv,
                            "Fx\n."sv}) {
        EXPECT_TRUE(read(text).damage) << text;
    }
}

TEST(Pickle, ReadsCyclesAsTheyAre) {
    const auto pickle = read("]q\0h\0a."sv);
    ASSERT_FALSE(pickle.damage);
    EXPECT_EQ(pickle.item(pickle.root, 0), pickle.root);
}

TEST(Pickle, NestsAsDeepAsTheFileSays) {
    std::string text = "N";
    for (int i = 0; i < 100'000; ++i) text += '\x85';
    EXPECT_FALSE(read(text + '.').damage);
    EXPECT_TRUE(read(std::string(100'000, '(') + '.').damage);
}

TEST(Pickle, BoundsWhatItHolds) {
    const auto many = read(std::string(kMostValues + 1, 'N'));
    ASSERT_TRUE(many.damage);
    EXPECT_EQ(many.damage->code, ErrorCode::kLimit);
    // A memo that would need 4 billion places.
    EXPECT_EQ(read("Nr\xff\xff\xff\xff."sv).damage->code, ErrorCode::kLimit);
}

TEST(Pickle, SharesWhatIsRemembered) {
    // Each list holds the one before it twice: few values, however many there would be in a tree.
    std::string text = "]q";
    text += '\0';
    for (char i = 0; i < 100; ++i)
        text += {'h', i, ']', '(', 'h', i, 'h', i, 'e', 'q', static_cast<char>(i + 1), '0', '0'};
    const auto pickle = read(text + "h\x64."s);
    ASSERT_FALSE(pickle.damage) << pickle.damage->text();
    EXPECT_EQ(pickle.size(), 101U);
}

TEST(Pickle, TellsPicklesByTheirFirstInstructions) {
    EXPECT_TRUE(looks_like_pickle(as_bytes("\x80\x02}."sv)));
    EXPECT_TRUE(looks_like_pickle(as_bytes("(dp0\n"sv)));
    EXPECT_TRUE(looks_like_pickle(as_bytes("cos\nsystem\n"sv)));
    EXPECT_FALSE(looks_like_pickle(as_bytes("\x80\x09."sv)));
    EXPECT_FALSE(looks_like_pickle(as_bytes("cats and dogs"sv)));
    EXPECT_FALSE(looks_like_pickle(as_bytes("{}"sv)));
    EXPECT_FALSE(looks_like_pickle(as_bytes(""sv)));
}

}  // namespace
}  // namespace netloupe::pickle
