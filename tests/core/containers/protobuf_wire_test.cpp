#include "containers/protobuf_wire.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "base/byte_cursor.h"

namespace netloupe::wire {
namespace {

using namespace std::string_view_literals;

std::vector<Field> fields_of(std::string_view bytes, uint64_t base = 0) {
    std::vector<Field> out;
    Reader reader(as_bytes(bytes), base);
    Field field;
    while (reader.next(field)) out.push_back(field);
    return out;
}

Fault fault_of(std::string_view bytes) {
    Reader reader(as_bytes(bytes), 100);
    Field field;
    while (reader.next(field)) {
    }
    return reader.fault().value();
}

TEST(WireReader, ReadsEveryWireType) {
    const auto fields = fields_of(
        "\x08\x96\x01"          // 1: 150
        "\x15\x00\x00\x80\x3f"  // 2: 1.0f
        "\x19\x00\x00\x00\x00\x00\x00\x00\x40"
        "\x22\x03"
        "abc"sv,
        1000);
    ASSERT_EQ(fields.size(), 4U);
    EXPECT_EQ(fields[0].tag, varint_tag(1));
    EXPECT_EQ(fields[0].value, 150U);
    EXPECT_EQ(fields[1].real32(), 1.0F);
    EXPECT_EQ(fields[2].real64(), 2.0);
    EXPECT_EQ(as_text(fields[3].bytes), "abc");
    EXPECT_EQ(fields[3].start, 1000U + 17);
    EXPECT_EQ(fields[3].offset, 1000U + 19);
}

TEST(WireReader, ReadsNegativeNumbersOfTenBytes) {
    const auto fields = fields_of("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"sv);
    ASSERT_EQ(fields.size(), 1U);
    EXPECT_EQ(fields[0].integer(), -1);
}

TEST(WireReader, SkipsGroupsWithGroupsInside) {
    // 3 { 1: 5, 4 { 2: "x" } }, then 1: 7
    const auto fields = fields_of("\x1b\x08\x05\x23\x12\x01x\x24\x1c\x08\x07"sv);
    ASSERT_EQ(fields.size(), 1U);
    EXPECT_EQ(fields[0].value, 7U);
}

TEST(WireReader, ReturnsWhatIsThereOfACutField) {
    Reader reader(as_bytes("\x12\x63"
                           "abc"sv),
                  100);
    Field field;
    ASSERT_TRUE(reader.next(field));
    EXPECT_TRUE(field.cut);
    EXPECT_EQ(field.value, 99U);
    EXPECT_EQ(as_text(field.bytes), "abc");
    EXPECT_FALSE(reader.next(field));
    const auto fault = reader.fault();
    ASSERT_TRUE(fault);
    EXPECT_TRUE(fault->cut);
    EXPECT_EQ(fault->offset, 100U);
    EXPECT_EQ(fault->message, "length 99 reaches beyond the end");
}

TEST(WireReader, SaysWhatIsWrong) {
    EXPECT_EQ(fault_of("\x08\xff\xff"sv).message, "a number reaches beyond the end");
    EXPECT_TRUE(fault_of("\x08\xff\xff"sv).cut);
    EXPECT_EQ(fault_of("\x00\x00"sv).message, "field number 0 does not exist");
    EXPECT_EQ(fault_of("\x0f\x00"sv).message, "wire type 7 is not allowed here");
    EXPECT_EQ(fault_of("\x0c"sv).message, "wire type 4 is not allowed here");
    EXPECT_EQ(fault_of("\x0d\x01"sv).message, "a number of 4 bytes reaches beyond the end");
    EXPECT_EQ(fault_of("\x1b\x08\x05"sv).message, "group 3 does not end");
    EXPECT_EQ(fault_of("\x1b\x2c"sv).message, "group 3 does not end");
    EXPECT_FALSE(fault_of("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x08\x01"sv).cut);
}

TEST(WireReader, EndsGroupsNestedTooDeep) {
    EXPECT_EQ(fault_of(std::string(1000, '\x1b')).message, "group 3 does not end");
}

TEST(PackedVarints, AreCountedAndVisited) {
    const Bytes packed = as_bytes("\x01\x96\x01\x00"sv);
    EXPECT_EQ(count_varints(packed), 3U);
    std::vector<uint64_t> seen;
    EXPECT_TRUE(for_each_varint(packed, [&](uint64_t v) {
        seen.push_back(v);
        return true;
    }));
    EXPECT_EQ(seen, (std::vector<uint64_t>{1, 150, 0}));
    EXPECT_FALSE(for_each_varint(as_bytes("\x01\x96"sv), [](uint64_t) { return true; }));
}

}  // namespace
}  // namespace netloupe::wire
