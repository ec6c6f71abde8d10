#include "op_attribute.h"

#include <array>
#include <optional>

#include "base/byte_cursor.h"

namespace netloupe::paddle {

namespace {

using wire::bytes_tag;
using wire::fixed32_tag;
using wire::fixed64_tag;
using wire::varint_tag;

/// Numbers of one list that are kept; packed, they take less room in the file than in memory.
constexpr size_t kMostNumbers = 4U << 20;

/// AttrType.
enum class Type : uint8_t {
    kInt,
    kFloat,
    kString,
    kInts,
    kFloats,
    kStrings,
    kBool,
    kBools,
    kBlock,
    kLong,
    kBlocks,
    kLongs,
    kFloat64s,
    kVariable,
    kVariables,
    kFloat64,
    kScalar,
    kScalars,
};

/// What the message holds, whichever field it stands in.
struct Content {
    StringId name{0U};
    uint64_t type = 0;
    int64_t integer = 0;
    double real = 0;
    Bytes text;
    std::vector<int64_t> integers;
    std::vector<double> reals;
    std::vector<StringId> texts;
};

template <typename T>
void add_packed(Bytes bytes, std::vector<double>& out) {
    for (uint64_t at = 0; at + sizeof(T) <= bytes.size() && out.size() < kMostNumbers; at += sizeof(T))
        out.push_back(double{*load<T>(bytes, at)});
}

void add_varints(Bytes bytes, std::vector<int64_t>& out) {
    wire::for_each_varint(bytes, [&](uint64_t value) {
        out.push_back(static_cast<int64_t>(value));
        return out.size() < kMostNumbers;
    });
}

void take_scalar(const wire::Field& field, Content& out) {
    switch (field.tag) {
        case varint_tag(3):   // i
        case varint_tag(10):  // b
        case varint_tag(12):  // block_idx
            out.integer = field.integer32();
            break;
        case varint_tag(13):  // l
            out.integer = field.integer();
            break;
        case fixed32_tag(4):  // f
            out.real = double{field.real32()};
            break;
        case fixed64_tag(19):  // float64
            out.real = field.real64();
            break;
        case bytes_tag(5):   // s
        case bytes_tag(17):  // var_name
            out.text = field.bytes;
            break;
        default:
            break;
    }
}

void take_list(PaddleReading& reading, const wire::Field& field, Content& out) {
    switch (field.tag) {
        case varint_tag(6):   // ints
        case varint_tag(11):  // bools
        case varint_tag(14):  // blocks_idx
            out.integers.push_back(field.integer32());
            break;
        case varint_tag(15):  // longs
            out.integers.push_back(field.integer());
            break;
        case bytes_tag(6):
        case bytes_tag(11):
        case bytes_tag(14):
        case bytes_tag(15):
            add_varints(field.bytes, out.integers);
            break;
        case fixed32_tag(7):  // floats
            out.reals.push_back(double{field.real32()});
            break;
        case fixed64_tag(16):  // float64s
            out.reals.push_back(field.real64());
            break;
        case bytes_tag(7):
            add_packed<float>(field.bytes, out.reals);
            break;
        case bytes_tag(16):
            add_packed<double>(field.bytes, out.reals);
            break;
        case bytes_tag(8):   // strings
        case bytes_tag(18):  // vars_name
            out.texts.push_back(reading.intern(as_text(field.bytes)));
            break;
        default:
            break;
    }
}

/// The block of that number, when the program has it.
std::optional<GraphId> block(const PaddleReading& reading, int64_t number) {
    if (number < 0 || static_cast<uint64_t>(number) >= reading.model.graphs.size()) return std::nullopt;
    return GraphId(static_cast<uint32_t>(number));
}

void add_blocks(PaddleReading& reading, const Content& content) {
    std::vector<uint32_t> ids;
    for (const int64_t number : content.integers) {
        if (const auto graph = block(reading, number)) ids.push_back(graph->value);
    }
    if (ids.size() != content.integers.size())
        return reading.attributes.add_ints(content.name, content.integers);
    reading.attributes.add_graphs(content.name, append(reading.model.ids, std::span<const uint32_t>(ids)));
}

void add(PaddleReading& reading, const Content& content) {
    AttributeList& list = reading.attributes;
    switch (static_cast<Type>(content.type)) {
        case Type::kInt:
        case Type::kLong:
            return list.add_int(content.name, content.integer);
        case Type::kBool:
            return list.add_bool(content.name, content.integer != 0);
        case Type::kFloat:
        case Type::kFloat64:
            return list.add_real(content.name, content.real);
        case Type::kString:
        case Type::kVariable:
            return list.add_text(content.name, content.text);
        case Type::kInts:
        case Type::kBools:
        case Type::kLongs:
            return list.add_ints(content.name, content.integers);
        case Type::kFloats:
        case Type::kFloat64s:
            return list.add_reals(content.name, content.reals);
        case Type::kStrings:
        case Type::kVariables:
            return list.add_texts(content.name, content.texts);
        case Type::kBlocks:
            return add_blocks(reading, content);
        case Type::kBlock:
            if (const auto graph = block(reading, content.integer))
                return list.add_graph(content.name, *graph, content.integer);
            return list.add_int(content.name, content.integer);
        default:
            return;
    }
}

}  // namespace

void read_op_attribute(PaddleReading& reading, Bytes bytes, uint64_t offset, NodePlace place) {
    Content content;
    wire::Reader reader(bytes, offset);
    wire::Field field;
    while (reader.next(field)) {
        if (field.tag == bytes_tag(1)) {
            content.name = reading.intern(as_text(field.bytes));
        } else if (field.tag == varint_tag(2)) {
            content.type = field.value;
        } else {
            take_scalar(field, content);
            take_list(reading, field, content);
        }
    }
    if (const auto fault = reader.fault()) {
        reading.damage({ErrorCode::kCorrupt, "OpDesc.Attr: " + fault->message + ".", fault->offset, 0},
                       place.graph, place.node);
    }
    add(reading, content);
}

}  // namespace netloupe::paddle
