#include "containers/protobuf_text.h"

#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/util/json_util.h>

#include "base/byte_cursor.h"
#include "base/limits.h"
#include "line_map.h"
#include "text_forms.h"

namespace netloupe::onnx {

namespace {

namespace pb = google::protobuf;

/// Messages in messages: a graph in a graph takes three.
constexpr uint32_t kMessageNesting = limits::kNesting * 3 + 8;

bool is_field_of(const pb::Descriptor* descriptor, const std::string& name) {
    return descriptor->FindFieldByName(name) != nullptr;
}

Result<ConvertedText> convert_tensor_text(Bytes text) {
    schema::TensorProto tensor;
    const auto parsed = protobuf_text::parse(text, tensor, kMessageNesting);
    if (parsed.error) return std::unexpected(*parsed.error);
    auto binary = protobuf_text::serialize(tensor);
    if (!binary) return std::unexpected(binary.error());
    ConvertedText converted;
    converted.is_tensor = true;
    converted.binary = std::move(*binary);
    return converted;
}

}  // namespace

Result<ConvertedText> convert_protobuf_text(Bytes text) {
    if (auto size = protobuf_text::check_size(text); !size) return std::unexpected(size.error());
    text = protobuf_text::without_byte_order_mark(text);
    const std::string field = protobuf_text::first_field(as_text(text));
    schema::ModelProto model;
    protobuf_text::Parsed parsed;
    if (is_field_of(schema::ModelProto::descriptor(), field)) {
        parsed = protobuf_text::parse(text, model, kMessageNesting);
    } else if (is_field_of(schema::GraphProto::descriptor(), field) &&
               as_text(text).find("op_type") != std::string_view::npos) {
        parsed = protobuf_text::parse(text, *model.mutable_graph(), kMessageNesting);
    } else {
        return convert_tensor_text(text);
    }
    if (parsed.error && model.graph().node_size() == 0) return std::unexpected(*parsed.error);
    auto converted = finish_conversion(model, parsed.lines);
    if (converted) converted->damage = parsed.error;
    return converted;
}

Result<ConvertedText> convert_json(Bytes text) {
    const pb::LogSilencer silence;
    if (auto size = protobuf_text::check_size(text); !size) return std::unexpected(size.error());
    text = protobuf_text::without_byte_order_mark(text);
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
