#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>
#include <google/protobuf/util/json_util.h>

#include "base/byte_cursor.h"
#include "base/limits.h"
#include "line_map.h"
#include "text_forms.h"

namespace netloupe::onnx {

namespace {

namespace pb = google::protobuf;

/// Messages in messages: a graph in a graph takes three.
constexpr int kMessageNesting = static_cast<int>(limits::kNesting) * 3 + 8;

/// Keeps the first error.
class FirstError : public pb::io::ErrorCollector {
public:
    void AddError(int line, int column, const std::string& message) override {
        if (error_) return;
        const auto shown_line = static_cast<uint32_t>(std::max(line, 0)) + 1;
        error_ = Error{ErrorCode::kCorrupt,
                       "Line " + std::to_string(shown_line) + ", column " +
                           std::to_string(std::max(column, 0) + 1) + ": " + message,
                       Error::kNoOffset, shown_line};
    }
    [[nodiscard]] Error error() const {
        return error_.value_or(Error{ErrorCode::kCorrupt, "The text is not a protobuf message."});
    }

private:
    std::optional<Error> error_;
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

/// Parses; what was read before an error stays in the message.
std::optional<Error> parse(Bytes text, pb::Message& message, LineMap& lines) {
    FirstError first;
    pb::TextFormat::ParseInfoTree tree;
    pb::TextFormat::Parser parser;
    parser.RecordErrorsTo(&first);
    parser.WriteLocationsTo(&tree);
    parser.AllowUnknownField(true);
    parser.AllowUnknownExtension(true);
    parser.SetRecursionLimit(kMessageNesting);
    const bool good = parser.ParseFromString(std::string(as_text(text)), &message);
    note_lines(message, tree, lines);
    if (good) return std::nullopt;
    return first.error();
}

/// The first field's name tells what message the text is.
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

Bytes without_byte_order_mark(Bytes text) {
    return as_text(text).starts_with("\xef\xbb\xbf") ? text.subspan(3) : text;
}

bool is_field_of(const pb::Descriptor* descriptor, const std::string& name) {
    return descriptor->FindFieldByName(name) != nullptr;
}

Result<ConvertedText> convert_tensor_text(Bytes text) {
    schema::TensorProto tensor;
    LineMap lines;
    const auto error = parse(text, tensor, lines);
    if (error) return std::unexpected(*error);
    ConvertedText converted;
    converted.is_tensor = true;
    converted.binary.resize(tensor.ByteSizeLong());
    tensor.SerializeWithCachedSizesToArray(reinterpret_cast<uint8_t*>(converted.binary.data()));
    return converted;
}

Result<void> check_size(Bytes text) {
    // Protobuf's parsers count characters in int.
    if (text.size() < limits::kTextModelBytes && text.size() <= INT32_MAX) return {};
    return fail(ErrorCode::kLimit, "A text model of " + std::to_string(text.size()) +
                                       " bytes is too large; save it in binary form.");
}

}  // namespace

Result<ConvertedText> convert_protobuf_text(Bytes text) {
    const pb::LogSilencer silence;  // What is wrong is in the result, not on standard error.
    if (auto size = check_size(text); !size) return std::unexpected(size.error());
    text = without_byte_order_mark(text);
    const std::string field = first_field(as_text(text));
    schema::ModelProto model;
    LineMap lines;
    std::optional<Error> error;
    if (is_field_of(schema::ModelProto::descriptor(), field)) {
        error = parse(text, model, lines);
    } else if (is_field_of(schema::GraphProto::descriptor(), field) &&
               as_text(text).find("op_type") != std::string_view::npos) {
        error = parse(text, *model.mutable_graph(), lines);
    } else {
        return convert_tensor_text(text);
    }
    if (error && model.graph().node_size() == 0) return std::unexpected(*error);
    auto converted = finish_conversion(model, lines);
    if (converted) converted->damage = error;
    return converted;
}

Result<ConvertedText> convert_json(Bytes text) {
    const pb::LogSilencer silence;
    if (auto size = check_size(text); !size) return std::unexpected(size.error());
    text = without_byte_order_mark(text);
    schema::ModelProto model;
    pb::util::JsonParseOptions options;
    options.ignore_unknown_fields = true;
    const auto status = pb::util::JsonStringToMessage(
        pb::StringPiece(as_text(text).data(), as_text(text).size()), &model, options);
    if (!status.ok()) {
        const std::string message(status.message());
        return fail(ErrorCode::kCorrupt,
                    "The JSON is not an ONNX model: " + message.substr(0, message.find('\n')));
    }
    return finish_conversion(model, {});
}

}  // namespace netloupe::onnx
