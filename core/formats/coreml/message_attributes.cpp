#include "message_attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/byte_cursor.h"
#include "base/limits.h"
#include "base/utf8.h"

namespace netloupe::coreml {

namespace {

using google::protobuf::EnumValueDescriptor;
using Json = nlohmann::ordered_json;

/// Numbers of one list that are kept: packed, they take less room in the file than in memory.
constexpr size_t kMostNumbers = 4U << 20;
/// Values of a list of messages that are written out.
constexpr uint32_t kJsonValues = 2000;

/// What a message holds of one field.
struct Content {
    const FieldDescriptor* field = nullptr;
    std::vector<int64_t> integers;
    std::vector<double> reals;
    std::vector<Piece> pieces;  ///< Texts, bytes, messages, packed numbers of fixed width.
};

bool is_real(const FieldDescriptor& field) {
    return field.cpp_type() == FieldDescriptor::CPPTYPE_FLOAT ||
           field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE;
}

bool is_text(const FieldDescriptor& field) {
    return field.cpp_type() == FieldDescriptor::CPPTYPE_STRING;
}

bool is_message(const FieldDescriptor& field) {
    return field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
}

void take(const wire::Field& field, Content& out) {
    const FieldDescriptor& known = *out.field;
    switch (field.type()) {
        case wire::WireType::kVarint:
            if (!is_real(known) && !is_text(known) && !is_message(known))
                out.integers.push_back(field.integer());
            return;
        case wire::WireType::kFixed32:
            if (known.cpp_type() == FieldDescriptor::CPPTYPE_FLOAT)
                out.reals.push_back(double{field.real32()});
            return;
        case wire::WireType::kFixed64:
            if (known.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE) out.reals.push_back(field.real64());
            return;
        case wire::WireType::kBytes:
            break;
        default:
            return;
    }
    if (is_text(known) || is_message(known) || is_real(known)) return out.pieces.push_back(piece_of(field));
    wire::for_each_varint(field.bytes, [&](uint64_t value) {
        out.integers.push_back(static_cast<int64_t>(value));
        return out.integers.size() < kMostNumbers;
    });
}

/// The fields that a message has, each once, in the order in which they are met.
std::vector<Content> contents_of(CoremlReading& reading, Piece message, const Descriptor& type) {
    std::vector<Content> out;
    reading.each_field(message, type.name(), [&](const wire::Field& field) {
        const FieldDescriptor* known = type.FindFieldByNumber(static_cast<int>(field.number()));
        if (known == nullptr) return;
        auto found = std::ranges::find(out, known, &Content::field);
        if (found == out.end()) {
            out.emplace_back().field = known;
            found = out.end() - 1;
        }
        take(field, *found);
    });
    return out;
}

std::string_view enumerator(const FieldDescriptor& field, int64_t value) {
    const EnumValueDescriptor* found = field.enum_type()->FindValueByNumber(static_cast<int>(value));
    return found == nullptr ? std::string_view() : std::string_view(found->name());
}

/// Messages as JSON, as many values as the budget allows.
class JsonWriter {
public:
    explicit JsonWriter(CoremlReading& reading) : reading_(reading) {}

    Json list(const Content& content) {
        Json out = Json::array();
        for (const Piece& piece : content.pieces) {
            if (budget_ == 0) {
                out.push_back(fmt::format("… {} in all", content.pieces.size()));
                break;
            }
            out.push_back(message(piece, *content.field->message_type(), 0));
        }
        return out;
    }

private:
    Json message(Piece piece, const Descriptor& type, uint32_t depth) {
        Json out = Json::object();
        if (depth > limits::kNesting) return out;
        for (const Content& content : contents_of(reading_, piece, type)) {
            if (budget_ == 0) break;
            --budget_;
            const FieldDescriptor& field = *content.field;
            out[field.name()] = field.is_repeated() ? many(content, depth) : one(content, depth);
        }
        return out;
    }

    Json one(const Content& content, uint32_t depth) {
        const Json all = many(content, depth);
        return all.empty() ? Json() : all.back();
    }

    Json many(const Content& content, uint32_t depth) {
        const FieldDescriptor& field = *content.field;
        Json out = Json::array();
        for (const int64_t value : content.integers) {
            if (!spend()) return out;
            if (field.cpp_type() == FieldDescriptor::CPPTYPE_BOOL) {
                out.push_back(value != 0);
            } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
                out.push_back(enumerator(field, value));
            } else {
                out.push_back(value);
            }
        }
        for (const double value : content.reals) {
            if (!spend()) return out;
            out.push_back(value);
        }
        for (const Piece& piece : content.pieces) {
            if (!spend()) return out;
            if (is_message(field)) {
                out.push_back(message(piece, *field.message_type(), depth + 1));
            } else if (is_text(field)) {
                out.push_back(
                    to_utf8(as_text(piece.bytes.first(std::min<size_t>(piece.bytes.size(), 1024)))));
            } else {
                packed(field, piece.bytes, out);
            }
        }
        return out;
    }

    void packed(const FieldDescriptor& field, Bytes bytes, Json& out) {
        const size_t width =
            field.cpp_type() == FieldDescriptor::CPPTYPE_FLOAT ? sizeof(float) : sizeof(double);
        for (size_t at = 0; at + width <= bytes.size() && spend(); at += width) {
            out.push_back(width == sizeof(float) ? double{*load<float>(bytes, at)}
                                                 : *load<double>(bytes, at));
        }
    }

    bool spend() {
        if (budget_ != 0) --budget_;
        return budget_ != 0;
    }

    CoremlReading& reading_;
    uint32_t budget_ = kJsonValues;
};

class MessageReader {
public:
    MessageReader(CoremlReading& reading, const TakeWeights& weights)
        : reading_(reading), list_(reading.attributes), weights_(weights) {}

    void read(Piece message, const Descriptor& type, const std::string& prefix, uint32_t depth) {
        if (depth > limits::kNesting) return;
        for (const Content& content : contents_of(reading_, message, type)) {
            if (reading_.hopeless()) return;
            // A message that only wraps a list is that list.
            const bool wraps = type.field_count() == 1 && !prefix.empty() && content.field->is_repeated() &&
                               !is_message(*content.field);
            const std::string name =
                wraps ? prefix.substr(0, prefix.size() - 1) : prefix + content.field->name();
            add(content, name, depth);
        }
    }

private:
    void add(const Content& content, const std::string& name, uint32_t depth) {
        const FieldDescriptor& field = *content.field;
        if (is_message(field)) return add_messages(content, name, depth);
        const StringId id = reading_.intern(name);
        if (is_text(field)) return add_texts(content, id);
        if (is_real(field)) return add_reals(content, id);
        if (field.is_repeated()) return list_.add_ints(id, content.integers);
        if (content.integers.empty()) return;
        const int64_t value = content.integers.back();
        if (field.cpp_type() == FieldDescriptor::CPPTYPE_BOOL) return list_.add_bool(id, value != 0);
        if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
            const std::string_view entry = enumerator(field, value);
            if (!entry.empty()) return list_.add_enum(id, value, reading_.intern(entry));
        }
        list_.add_int(id, value);
    }

    void add_texts(const Content& content, StringId name) {
        if (!content.field->is_repeated()) return list_.add_text(name, content.pieces.back().bytes);
        std::vector<StringId> texts;
        texts.reserve(content.pieces.size());
        for (const Piece& piece : content.pieces) texts.push_back(reading_.intern(as_text(piece.bytes)));
        list_.add_texts(name, texts);
    }

    void add_reals(const Content& content, StringId name) {
        const DataType dtype = content.field->cpp_type() == FieldDescriptor::CPPTYPE_FLOAT
                                   ? DataType::kFloat32
                                   : DataType::kFloat64;
        // A packed list stands in the file as it is.
        if (content.reals.empty() && content.pieces.size() == 1) {
            return list_.add_numbers(name, dtype, content.pieces[0].bytes);
        }
        if (!content.field->is_repeated() && !content.reals.empty())
            return list_.add_real(name, content.reals.back());
        list_.add_reals(name, content.reals);
    }

    void add_messages(const Content& content, const std::string& name, uint32_t depth) {
        const Descriptor& type = *content.field->message_type();
        const bool weights = type.name() == "WeightParams";
        if (weights || type.name() == "LSTMWeightParams" || !content.field->is_repeated()) {
            for (size_t i = 0; i < content.pieces.size(); ++i) {
                const std::string called =
                    content.field->is_repeated() ? fmt::format("{}[{}]", name, i) : name;
                if (weights) {
                    weights_(called, content.pieces[i]);
                } else {
                    add_message(content.pieces[i], type, called, depth);
                }
            }
            return;
        }
        list_.add_json(reading_.intern(name), JsonWriter(reading_).list(content).dump());
    }

    void add_message(Piece piece, const Descriptor& type, const std::string& name, uint32_t depth) {
        const size_t before = reading_.model.attributes.size();
        read(piece, type, name + ".", depth + 1);
        // A choice that has no parameters is told by its name.
        if (reading_.model.attributes.size() == before && type.name() != "LSTMWeightParams") {
            list_.add_text(reading_.intern(name), as_bytes(type.name()));
        }
    }

    CoremlReading& reading_;
    AttributeList& list_;
    const TakeWeights& weights_;
};

}  // namespace

void read_message(CoremlReading& reading, Piece message, const Descriptor& type, const TakeWeights& weights) {
    MessageReader(reading, weights).read(message, type, "", 0);
}

std::vector<uint64_t> numbers_of(Piece message, uint32_t number) {
    std::vector<uint64_t> out;
    wire::Reader reader(message.bytes, message.offset);
    wire::Field field;
    while (reader.next(field)) {
        if (field.tag == wire::varint_tag(number)) out.push_back(field.value);
        if (field.tag != wire::bytes_tag(number)) continue;
        wire::for_each_varint(field.bytes, [&](uint64_t value) {
            out.push_back(value);
            return out.size() < limits::kRank;
        });
    }
    return out;
}

}  // namespace netloupe::coreml
