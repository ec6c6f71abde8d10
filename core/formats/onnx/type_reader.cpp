#include "type_reader.h"

#include "formats/onnx/types.h"

namespace netloupe::onnx {

namespace {

using wire::bytes_tag;
using wire::varint_tag;

struct Type {
    ValueKind kind = ValueKind::kUnknown;
    DataType dtype = DataType::kUnknown;
    Shape shape;
    std::string text;
};

Type read(Reading& reading, const wire::Field& message, const FieldPath& path, bool is_outermost);

void denote(Reading& reading, std::string_view key, const wire::Field& field, const FieldPath& path) {
    if (field.bytes.empty()) return;
    reading.scratch.metadata.push_back({reading.model.strings.intern(key), reading.text(field, path)});
}

Dimension read_dimension(Reading& reading, const wire::Field& message, const FieldPath& path, size_t index,
                         bool is_outermost) {
    Dimension dim;
    wire::Reader reader(message.bytes, message.offset);
    wire::Field field;
    while (reader.next(field)) {
        switch (field.tag) {
            case varint_tag(1):  // dim_value; negative ones are written by some exporters for "unknown"
                dim.value = field.integer() < 0 ? Dimension::kDynamic : field.integer();
                break;
            case bytes_tag(2):  // dim_param
                dim.symbol = reading.text(field, path);
                break;
            case bytes_tag(3):  // denotation
                if (is_outermost) denote(reading, "denotation[" + std::to_string(index) + "]", field, path);
                break;
            default:
                break;
        }
    }
    reading.check(reader, path);
    if (dim.fixed()) dim.symbol = {};
    return dim;
}

/// TensorShapeProto: its dimensions are the last of Model::dims, because no other shape nests in it.
Shape read_shape(Reading& reading, const wire::Field& message, const FieldPath& path, bool is_outermost) {
    auto& dims = reading.model.dims;
    Shape shape{{static_cast<uint32_t>(dims.size()), 0}, true};
    wire::Reader reader(message.bytes, message.offset);
    wire::Field field;
    while (reader.next(field)) {
        if (field.tag != bytes_tag(1)) continue;
        if (shape.dims.count == limits::kRank) {
            reading.damage(path, "a tensor has more than " + std::to_string(limits::kRank) + " dimensions",
                           field.offset, ErrorCode::kLimit);
            break;
        }
        const FieldPath at = path.element("dim", shape.dims.count);
        dims.push_back(read_dimension(reading, field, at, shape.dims.count, is_outermost));
        ++shape.dims.count;
    }
    reading.check(reader, path);
    return shape;
}

/// TypeProto.Tensor and TypeProto.SparseTensor have the same fields.
Type read_tensor_type(Reading& reading, const wire::Field& message, const FieldPath& path, ValueKind kind,
                      bool is_outermost) {
    Type type{kind, DataType::kUnknown, {}, {}};
    wire::Reader reader(message.bytes, message.offset);
    wire::Field field;
    while (reader.next(field)) {
        if (field.tag == varint_tag(1)) type.dtype = data_type_of(field.integer32());
        if (field.tag == bytes_tag(2)) {
            type.shape = read_shape(reading, field, path.field("shape"), is_outermost);
        }
    }
    reading.check(reader, path);
    if (is_outermost) return type;
    if (kind == ValueKind::kSparseTensor) {
        type.text = "sparse_tensor<" + tensor_type_text(reading.model, type.dtype, type.shape) + ">";
    } else {
        type.text = tensor_type_text(reading.model, type.dtype, type.shape);
    }
    return type;
}

/// TypeProto.Sequence and TypeProto.Optional: field 1 is the element's type.
Type read_wrapped_type(Reading& reading, const wire::Field& message, const FieldPath& path, ValueKind kind) {
    Type element;
    wire::Reader reader(message.bytes, message.offset);
    wire::Field field;
    while (reader.next(field)) {
        if (field.tag == bytes_tag(1)) element = read(reading, field, path.field("elem_type"), false);
    }
    reading.check(reader, path);
    const std::string_view word = kind == ValueKind::kSequence ? "sequence<" : "optional<";
    return {kind, element.dtype, {}, std::string(word) + (element.text.empty() ? "?" : element.text) + ">"};
}

Type read_map_type(Reading& reading, const wire::Field& message, const FieldPath& path) {
    DataType key = DataType::kUnknown;
    Type value;
    wire::Reader reader(message.bytes, message.offset);
    wire::Field field;
    while (reader.next(field)) {
        if (field.tag == varint_tag(1)) key = data_type_of(field.integer32());
        if (field.tag == bytes_tag(2)) value = read(reading, field, path.field("value_type"), false);
    }
    reading.check(reader, path);
    const std::string text =
        "map<" + std::string(name(key)) + "," + (value.text.empty() ? "?" : value.text) + ">";
    return {ValueKind::kMap, value.dtype, {}, text};
}

Type read_opaque_type(Reading& reading, const wire::Field& message, const FieldPath& path) {
    std::string domain;
    std::string type_name;
    wire::Reader reader(message.bytes, message.offset);
    wire::Field field;
    while (reader.next(field)) {
        if (field.tag == bytes_tag(1)) domain = reading.model.text(reading.text(field, path));
        if (field.tag == bytes_tag(2)) type_name = reading.model.text(reading.text(field, path));
    }
    reading.check(reader, path);
    const std::string text = "opaque<" + domain + (domain.empty() ? "" : ".") + type_name + ">";
    return {ValueKind::kOpaque, DataType::kUnknown, {}, text};
}

Type read(Reading& reading, const wire::Field& message, const FieldPath& path, bool is_outermost) {
    Type type;
    if (reading.depth >= limits::kNesting) {
        reading.damage(path, "types are nested deeper than " + std::to_string(limits::kNesting),
                       message.offset, ErrorCode::kLimit);
        return type;
    }
    ++reading.depth;
    wire::Reader reader(message.bytes, message.offset);
    wire::Field field;
    while (reader.next(field)) {
        switch (field.tag) {
            case bytes_tag(1):
                type = read_tensor_type(reading, field, path.field("tensor_type"), ValueKind::kTensor,
                                        is_outermost);
                break;
            case bytes_tag(4):
                type = read_wrapped_type(reading, field, path.field("sequence_type"), ValueKind::kSequence);
                break;
            case bytes_tag(5):
                type = read_map_type(reading, field, path.field("map_type"));
                break;
            case bytes_tag(6):
                if (is_outermost) denote(reading, "denotation", field, path);
                break;
            case bytes_tag(7):
                type = read_opaque_type(reading, field, path.field("opaque_type"));
                break;
            case bytes_tag(8):
                type = read_tensor_type(reading, field, path.field("sparse_tensor_type"),
                                        ValueKind::kSparseTensor, is_outermost);
                break;
            case bytes_tag(9):
                type = read_wrapped_type(reading, field, path.field("optional_type"), ValueKind::kOptional);
                break;
            default:
                break;
        }
    }
    reading.check(reader, path);
    --reading.depth;
    return type;
}

}  // namespace

void read_type(Reading& reading, const wire::Field& message, const FieldPath& path, Tensor& tensor) {
    const Type type = read(reading, message, path, true);
    tensor.declared = true;
    if (tensor.constant.valid()) return;  // An initializer's own type and extents are the exact ones.
    tensor.kind = type.kind;
    tensor.dtype = type.dtype;
    tensor.shape = type.shape;
    if (!type.text.empty()) tensor.type_name = reading.model.strings.intern(type.text);
}

std::string read_type_text(Reading& reading, const wire::Field& message, const FieldPath& path) {
    const std::string text = read(reading, message, path, false).text;
    return text.empty() ? "?" : text;
}

}  // namespace netloupe::onnx
