#include "mil_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/byte_cursor.h"
#include "base/limits.h"
#include "blob_file.h"
#include "model/values.h"

namespace netloupe::coreml {

namespace {

using wire::bytes_tag;
using wire::varint_tag;
using Storage = MilValue::Storage;

/// A list of varints; all that stand before the first one asked for are stepped over.
class VarintDecoder final : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto bytes = constant_bytes(model, constant);
        if (!bytes) return std::unexpected(bytes.error());
        std::vector<int64_t> out;
        uint64_t at = 0;
        wire::for_each_varint(*bytes, [&](uint64_t value) {
            if (at++ >= first) out.push_back(static_cast<int64_t>(value));
            return out.size() < count;
        });
        out.resize(std::min<uint64_t>(out.size(), count));
        return out;
    }
};

/// A RepeatedStrings message.
class TextDecoder final : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto bytes = constant_bytes(model, constant);
        if (!bytes) return std::unexpected(bytes.error());
        std::vector<std::string> out;
        uint64_t at = 0;
        wire::Reader reader(*bytes, constant.offset);
        wire::Field field;
        while (out.size() < count && reader.next(field)) {
            if (field.tag == bytes_tag(1) && at++ >= first) out.emplace_back(as_text(field.bytes));
        }
        return out;
    }
};

const VarintDecoder kVarints;
const TextDecoder kTexts;

/// Extents of a TensorType message.
void read_dimension(CoremlReading& reading, Piece message, std::vector<Dimension>& dims) {
    Dimension dim;
    reading.each_field(message, "Dimension", [&](const wire::Field& field) {
        if (field.tag != bytes_tag(1)) return;
        dim.value = 0;
        reading.each_field(piece_of(field), "ConstantDimension", [&](const wire::Field& inner) {
            if (inner.tag == varint_tag(1) && inner.integer() >= 0) dim.value = inner.integer();
        });
    });
    dims.push_back(dim);
}

void read_tensor_type(CoremlReading& reading, Piece message, Tensor& tensor) {
    std::vector<Dimension> dims;
    uint64_t rank = 0;
    reading.each_field(message, "TensorType", [&](const wire::Field& field) {
        if (field.tag == varint_tag(1)) tensor.dtype = mil_data_type(field.value);
        if (field.tag == varint_tag(2)) rank = field.value;
        if (field.tag == bytes_tag(3) && dims.size() <= limits::kRank)
            read_dimension(reading, piece_of(field), dims);
    });
    tensor.kind = ValueKind::kTensor;
    // A rank of -1 leaves everything open.
    if (dims.size() > limits::kRank || dims.size() != rank) return;
    tensor.shape = {append(reading.model.dims, std::span<const Dimension>(dims)), true};
}

/// The list in a message with one field of values: packed, or of texts the whole message.
Piece packed_values(CoremlReading& reading, Piece message) {
    Piece out;
    reading.each_field(message, "TensorValue", [&](const wire::Field& field) {
        if (field.tag == bytes_tag(1)) out = piece_of(field);
    });
    return out;
}

void read_tensor_value(CoremlReading& reading, Piece message, MilValue& out) {
    reading.each_field(message, "TensorValue", [&](const wire::Field& field) {
        if (field.type() != wire::WireType::kBytes || field.number() == 0 || field.number() > 7) return;
        out.storage = static_cast<Storage>(field.number());
        out.payload =
            out.storage == Storage::kTexts ? piece_of(field) : packed_values(reading, piece_of(field));
    });
}

void read_blob_value(CoremlReading& reading, Piece message, MilValue& out) {
    out.storage = Storage::kBlob;
    reading.each_field(message, "BlobFileValue", [&](const wire::Field& field) {
        if (field.tag == bytes_tag(1)) out.file = reading.text(field);
        if (field.tag == varint_tag(2)) out.offset = field.value;
    });
}

uint64_t count_texts(Piece message) {
    uint64_t count = 0;
    wire::Reader reader(message.bytes, message.offset);
    wire::Field field;
    while (reader.next(field)) count += field.tag == bytes_tag(1) ? 1 : 0;
    return count;
}

/// How many elements stand in the payload.
uint64_t stored_count(const MilValue& value) {
    switch (value.storage) {
        case Storage::kFloats:
            return value.payload.bytes.size() / sizeof(float);
        case Storage::kDoubles:
            return value.payload.bytes.size() / sizeof(double);
        case Storage::kInts:
        case Storage::kLongs:
        case Storage::kBools:
            return wire::count_varints(value.payload.bytes);
        case Storage::kTexts:
            return count_texts(value.payload);
        case Storage::kBytes:
            return bits(value.dtype) == 0 ? 0 : value.payload.bytes.size() * 8 / bits(value.dtype);
        default:
            return 0;
    }
}

DataType stored_type(const MilValue& value) {
    switch (value.storage) {
        case Storage::kFloats:
            return DataType::kFloat32;
        case Storage::kDoubles:
            return DataType::kFloat64;
        case Storage::kBools:
            return DataType::kBool;
        case Storage::kTexts:
            return DataType::kString;
        default:
            return value.dtype;
    }
}

}  // namespace

DataType mil_data_type(uint64_t type) {
    switch (type) {
        case 1:
            return DataType::kBool;
        case 2:
            return DataType::kString;
        case 10:
            return DataType::kFloat16;
        case 11:
            return DataType::kFloat32;
        case 12:
            return DataType::kFloat64;
        case 13:
            return DataType::kBFloat16;
        case 21:
            return DataType::kInt8;
        case 22:
            return DataType::kInt16;
        case 23:
            return DataType::kInt32;
        case 24:
            return DataType::kInt64;
        case 25:
            return DataType::kInt4;
        case 31:
            return DataType::kUint8;
        case 32:
            return DataType::kUint16;
        case 33:
            return DataType::kUint32;
        case 34:
            return DataType::kUint64;
        case 35:
            return DataType::kUint4;
        case 36:
            return DataType::kUint2;
        case 37:
            return DataType::kUint1;
        case 38:
            return DataType::kUint6;
        case 39:
            return DataType::kUint3;
        case 40:
            return DataType::kFloat8E4M3FN;
        case 41:
            return DataType::kFloat8E5M2;
        default:
            return DataType::kUnknown;
    }
}

void set_mil_type(CoremlReading& reading, Piece type, Tensor& tensor) {
    reading.each_field(type, "ValueType", [&](const wire::Field& field) {
        if (field.type() != wire::WireType::kBytes) return;
        tensor.declared = true;
        switch (field.number()) {
            case 1:
                return read_tensor_type(reading, piece_of(field), tensor);
            case 2:
                tensor.kind = ValueKind::kSequence;
                tensor.type_name = reading.intern("list");
                return;
            case 3:
                tensor.kind = ValueKind::kOpaque;
                tensor.type_name = reading.intern("tuple");
                return;
            case 4:
                tensor.kind = ValueKind::kMap;
                tensor.type_name = reading.intern("dictionary");
                return;
            case 5:
                tensor.is_variable = true;
                reading.each_field(piece_of(field), "StateType", [&](const wire::Field& state) {
                    if (state.tag != bytes_tag(1)) return;
                    reading.each_field(piece_of(state), "ValueType", [&](const wire::Field& wrapped) {
                        if (wrapped.tag == bytes_tag(1)) read_tensor_type(reading, piece_of(wrapped), tensor);
                    });
                });
                return;
            default:
                tensor.declared = false;
        }
    });
}

MilValue read_mil_value(CoremlReading& reading, Piece value) {
    MilValue out;
    Tensor typed;
    reading.each_field(value, "Value", [&](const wire::Field& field) {
        if (field.tag == bytes_tag(2)) set_mil_type(reading, piece_of(field), typed);
        if (field.tag == bytes_tag(3)) {
            reading.each_field(piece_of(field), "ImmediateValue", [&](const wire::Field& immediate) {
                if (immediate.tag == bytes_tag(1)) read_tensor_value(reading, piece_of(immediate), out);
            });
        }
        if (field.tag == bytes_tag(5)) read_blob_value(reading, piece_of(field), out);
    });
    out.dtype = typed.dtype;
    out.shape = typed.shape;
    return out;
}

Constant mil_constant(CoremlReading& reading, const MilValue& value, StringId name) {
    Constant constant;
    constant.name = name;
    constant.dtype = stored_type(value);
    constant.file = FileId(0U);
    constant.offset = value.payload.offset;
    constant.length = value.payload.bytes.size();
    if (value.storage == Storage::kInts || value.storage == Storage::kLongs) constant.decoder = &kVarints;
    if (value.storage == Storage::kTexts) constant.decoder = &kTexts;
    const auto declared = element_count(reading.model, value.shape);
    if (value.storage == Storage::kBlob) {
        constant.shape = declared ? value.shape : reading.row(0);
        place_blob(reading, value, constant);
        return constant;
    }
    const uint64_t stored = stored_count(value);
    const bool fits = value.shape.known && declared && *declared <= stored;
    constant.shape = fits ? value.shape : reading.row(stored);
    return constant;
}

bool add_mil_attribute(CoremlReading& reading, const MilValue& value, StringId name) {
    if (!value.valid() || value.storage == Storage::kBlob) return false;
    Constant constant = mil_constant(reading, value, name);
    const uint64_t count = element_count(reading.model, constant.shape).value_or(UINT64_MAX);
    if (count > limits::kInlineList) return false;
    const auto values = read_values(reading.model, constant, 0, count);
    if (!values) return false;
    const bool scalar = value.shape.known && value.shape.dims.empty() && size(*values) == 1;
    AttributeList& list = reading.attributes;
    if (const auto* texts = std::get_if<std::vector<std::string>>(&*values)) {
        if (scalar) {
            list.add_text(name, as_bytes((*texts)[0]));
            return true;
        }
        std::vector<StringId> ids;
        for (const std::string& text : *texts) ids.push_back(reading.intern(text));
        list.add_texts(name, ids);
    } else if (const auto* reals = std::get_if<std::vector<double>>(&*values)) {
        scalar ? list.add_real(name, (*reals)[0]) : list.add_reals(name, *reals);
    } else {
        std::vector<int64_t> integers;
        if (const auto* naturals = std::get_if<std::vector<uint64_t>>(&*values)) {
            integers.assign(naturals->begin(), naturals->end());
        } else {
            integers = std::get<std::vector<int64_t>>(*values);
        }
        if (!scalar) {
            list.add_ints(name, integers);
        } else if (constant.dtype == DataType::kBool) {
            list.add_bool(name, integers[0] != 0);
        } else {
            list.add_int(name, integers[0]);
        }
    }
    return true;
}

std::string_view mil_text(const MilValue& value) {
    if (value.storage != Storage::kTexts) return {};
    wire::Reader reader(value.payload.bytes, value.payload.offset);
    wire::Field field;
    while (reader.next(field)) {
        if (field.tag == bytes_tag(1)) return as_text(field.bytes);
    }
    return {};
}

}  // namespace netloupe::coreml
