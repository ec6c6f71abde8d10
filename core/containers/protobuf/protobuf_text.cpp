#include "containers/protobuf_text.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>

#include <algorithm>

#include "base/byte_cursor.h"
#include "base/limits.h"

namespace netloupe::protobuf_text {

namespace {

namespace pb = google::protobuf;

/// What the messages of a text may take together.
constexpr uint64_t kMostMemory = 400ULL << 20;
/// Fields that are told when they are left out.
constexpr size_t kMostUnknown = 100;

/// Keeps the first error, and what is unknown.
class Complaints : public pb::io::ErrorCollector {
public:
    explicit Complaints(Parsed& parsed) : parsed_(parsed) {}

    void AddError(int line, int column, const std::string& message) override {
        if (parsed_.error) return;
        parsed_.error = Error{ErrorCode::kCorrupt,
                              "Line " + std::to_string(shown(line)) + ", column " +
                                  std::to_string(shown(column)) + ": " + message,
                              Error::kNoOffset, shown(line)};
    }
    void AddWarning(int line, int /*column*/, const std::string& message) override {
        if (parsed_.unknown.size() < kMostUnknown) parsed_.unknown.push_back({message, shown(line)});
    }

private:
    static uint32_t shown(int number) { return static_cast<uint32_t>(std::max(number, 0)) + 1; }

    Parsed& parsed_;
};

/// Remembers the lines of all messages in `message`.
void note_lines(const pb::Message& message, pb::TextFormat::ParseInfoTree& tree, LineMap& lines) {
    const pb::Reflection& reflection = *message.GetReflection();
    std::vector<const pb::FieldDescriptor*> fields;
    reflection.ListFields(message, &fields);
    for (const pb::FieldDescriptor* field : fields) {
        if (field->cpp_type() != pb::FieldDescriptor::CPPTYPE_MESSAGE) continue;
        const int count = field->is_repeated() ? reflection.FieldSize(message, field) : 1;
        for (int i = 0; i < count; ++i) {
            const int index = field->is_repeated() ? i : -1;
            const pb::Message& child = field->is_repeated() ? reflection.GetRepeatedMessage(message, field, i)
                                                            : reflection.GetMessage(message, field);
            lines[&child] = static_cast<uint32_t>(tree.GetLocation(field, index).line + 1);
            if (pb::TextFormat::ParseInfoTree* nested = tree.GetTreeForNested(field, index)) {
                note_lines(child, *nested, lines);
            }
        }
    }
}

}  // namespace

Parsed parse(Bytes text, pb::Message& message, uint32_t nesting) {
    const pb::LogSilencer silence;  // What is wrong is in the result, not on standard error.
    Parsed parsed;
    Complaints complaints(parsed);
    pb::TextFormat::ParseInfoTree tree;
    pb::TextFormat::Parser parser;
    parser.RecordErrorsTo(&complaints);
    parser.WriteLocationsTo(&tree);
    parser.AllowUnknownField(true);
    parser.AllowUnknownExtension(true);
    parser.SetRecursionLimit(static_cast<int>(nesting));
    const bool good = parser.ParseFromString(std::string(as_text(text)), &message);
    note_lines(message, tree, parsed.lines);
    if (good) {
        parsed.error.reset();
    } else if (!parsed.error) {
        parsed.error = Error{ErrorCode::kCorrupt, "The text is not a protobuf message."};
    }
    return parsed;
}

Result<void> check_size(Bytes text, uint64_t bytes_of_message) {
    const auto messages =
        static_cast<uint64_t>(bytes_of_message == 0 ? 0 : std::ranges::count_if(as_text(text), [](char c) {
            return c == '{' || c == '<';
        }));
    // Protobuf's parsers count characters in int.
    const bool fits = text.size() < limits::kTextModelBytes && text.size() <= INT32_MAX;
    if (fits && messages * bytes_of_message < kMostMemory) return {};
    return fail(ErrorCode::kLimit, "A text model of " + std::to_string(text.size()) +
                                       " bytes is too large; save it in binary form.");
}

Bytes without_byte_order_mark(Bytes text) {
    return as_text(text).starts_with("\xef\xbb\xbf") ? text.subspan(3) : text;
}

std::string first_field(std::string_view text) {
    size_t at = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
    while (at < text.size()) {
        const auto c = static_cast<unsigned char>(text[at]);
        if (c == '#') {
            at = std::min(text.find('\n', at), text.size());
        } else if (std::isspace(c) != 0) {
            ++at;
        } else {
            break;
        }
    }
    size_t end = at;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) {
        ++end;
    }
    return std::string(text.substr(at, end - at));
}

Result<std::vector<std::byte>> serialize(const pb::Message& message) {
    std::vector<std::byte> binary(message.ByteSizeLong());
    if (binary.size() > INT32_MAX) {
        return fail(ErrorCode::kLimit, "The text model is larger than the 2 GB that a message may have.");
    }
    message.SerializeWithCachedSizesToArray(reinterpret_cast<uint8_t*>(binary.data()));
    return binary;
}

}  // namespace netloupe::protobuf_text
