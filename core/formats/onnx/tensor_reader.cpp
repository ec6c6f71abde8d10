#include "tensor_reader.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "containers/protobuf_decoders.h"
#include "formats/onnx/sparse_tensor.h"
#include "formats/onnx/types.h"

namespace netloupe::onnx {

namespace {

using wire::bytes_tag;
using wire::fixed32_tag;
using wire::fixed64_tag;
using wire::varint_tag;

/// Numbers of TensorProto's fields that hold values.
enum DataField : uint8_t {
    kFloatData = 4,
    kInt32Data = 5,
    kStringData = 6,
    kInt64Data = 7,
    kRawData = 9,
    kDoubleData = 10,
    kUint64Data = 11,
    kDataFields,
};

/// Where the occurrences of one such field stand.
struct DataSpan {
    uint64_t begin = 0;
    uint64_t end = 0;
    uint64_t payload = 0;  ///< Offset of the last one's bytes.
    uint64_t length = 0;   ///< Of them.
    uint32_t occurrences = 0;
    bool is_bytes = false;
    bool cut = false;

    void add(const wire::Field& field, uint64_t after) {
        if (occurrences == 0) begin = field.start;
        if (occurrences < UINT32_MAX) ++occurrences;
        end = after;
        payload = field.offset;
        length = field.bytes.size();
        is_bytes = field.type() == wire::WireType::kBytes;
        cut = field.cut;
    }
    [[nodiscard]] bool is_one_packed() const { return occurrences == 1 && is_bytes; }
};

struct TensorMessage {
    StoredTensor stored;
    int64_t data_type = 0;
    std::vector<int64_t> dims;
    std::array<DataSpan, kDataFields> data;
    bool is_external = false;
    bool has_location = false;
    ExternalFiles::Place place;
};

DataField field_for(DataType type) {
    switch (type) {
        case DataType::kFloat32:
        case DataType::kComplex64:
            return kFloatData;
        case DataType::kFloat64:
        case DataType::kComplex128:
            return kDoubleData;
        case DataType::kInt64:
            return kInt64Data;
        case DataType::kUint32:
        case DataType::kUint64:
            return kUint64Data;
        case DataType::kString:
            return kStringData;
        default:
            return kInt32Data;
    }
}

std::string_view name_of(DataField field) {
    switch (field) {
        case kFloatData:
            return "float_data";
        case kInt32Data:
            return "int32_data";
        case kStringData:
            return "string_data";
        case kInt64Data:
            return "int64_data";
        case kDoubleData:
            return "double_data";
        case kUint64Data:
            return "uint64_data";
        default:
            return "raw_data";
    }
}

class TensorReader {
public:
    TensorReader(Reading& reading, const FieldPath& path) : reading_(reading), path_(path) {}

    StoredTensor read(const wire::Field& message) {
        message_.stored.offset = message.offset;
        const size_t metadata = reading_.scratch.metadata.size();
        wire::Reader reader(message.bytes, message.offset);
        wire::Field field;
        while (reader.next(field)) take(field, reader.offset());
        reading_.check(reader, path_);
        message_.stored.metadata = take_metadata(reading_, metadata);
        return finish();
    }

private:
    void take(const wire::Field& field, uint64_t after) {
        switch (field.tag) {
            case varint_tag(1):
                add_dim(field.integer(), field.offset);
                break;
            case bytes_tag(1):
                wire::for_each_varint(field.bytes, [&](uint64_t dim) {
                    return add_dim(static_cast<int64_t>(dim), field.offset);
                });
                break;
            case varint_tag(2):
                message_.data_type = field.integer32();
                break;
            case varint_tag(kInt32Data):
            case varint_tag(kInt64Data):
            case varint_tag(kUint64Data):
            case fixed32_tag(kFloatData):
            case fixed64_tag(kDoubleData):
            case bytes_tag(kFloatData):
            case bytes_tag(kInt32Data):
            case bytes_tag(kStringData):
            case bytes_tag(kInt64Data):
            case bytes_tag(kRawData):
            case bytes_tag(kDoubleData):
            case bytes_tag(kUint64Data):
                message_.data[field.number()].add(field, after);
                break;
            default:
                take_description(field);
        }
    }

    void take_description(const wire::Field& field) {
        switch (field.tag) {
            case bytes_tag(8):
                message_.stored.name = reading_.text(field, path_.field("name"));
                break;
            case bytes_tag(12):
                message_.stored.doc = reading_.text(field, path_.field("doc_string"));
                break;
            case bytes_tag(13):
                take_external_entry(field);
                break;
            case varint_tag(14):
                message_.is_external = field.value == 1;
                break;
            case bytes_tag(16):
                read_entry(reading_, field, path_.field("metadata_props"));
                break;
            default:
                break;
        }
    }

    bool add_dim(int64_t dim, uint64_t offset) {
        if (message_.dims.size() == limits::kRank) {
            reading_.damage(path_, "it has more than " + std::to_string(limits::kRank) + " dimensions",
                            offset, ErrorCode::kLimit);
            return false;
        }
        if (dim < 0) {
            reading_.damage(path_, "dimension " + std::to_string(dim) + " is negative", offset);
            dim = 0;
        }
        message_.dims.push_back(dim);
        return true;
    }

    void take_external_entry(const wire::Field& message) {
        const FieldPath path = path_.field("external_data");
        const size_t begin = reading_.scratch.metadata.size();
        read_entry(reading_, message, path);
        const KeyValue entry = reading_.scratch.metadata.back();
        reading_.scratch.metadata.resize(begin);
        const std::string_view key = reading_.model.text(entry.key);
        if (key == "location") {
            message_.place.location = entry.value;
            message_.has_location = true;
        } else if (key == "offset" || key == "length") {
            const std::string_view text = reading_.model.text(entry.value);
            uint64_t number = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
            if (error != std::errc() || end != text.data() + text.size()) {
                reading_.damage(path, std::string(key) + " \"" + std::string(text) + "\" is not a number",
                                message.offset);
            } else if (key == "offset") {
                message_.place.offset = number;
            } else {
                message_.place.length = number;
            }
        } else if (key == "checksum") {
            reading_.scratch.metadata.push_back(
                {reading_.model.strings.intern("external_data.checksum"), entry.value});
        }
    }

    StoredTensor finish() {
        Model& model = reading_.model;
        Constant constant;
        constant.name = message_.stored.name;
        constant.dtype = data_type_of(message_.data_type);
        constant.shape = fixed_shape(model, message_.dims);
        if (constant.dtype == DataType::kUnknown) {
            complain("data_type " + std::to_string(message_.data_type) + " is not one that ONNX defines");
        }
        const auto elements = element_count(model, constant.shape);
        if (!elements) complain("the product of its dimensions is too large");
        if (message_.is_external) {
            place_external(constant, elements);
        } else {
            place_inside(constant, elements);
        }
        model.constants.push_back(constant);
        message_.stored.constant = ConstantId(model.constants.size() - 1);
        return message_.stored;
    }

    void place_external(Constant& constant, std::optional<uint64_t> elements) {
        if (!message_.has_location) {
            complain("its external_data names no location");
            constant.state = ConstantState::kMissing;
            return;
        }
        const auto needed = elements ? packed_bytes(constant.dtype, *elements) : std::nullopt;
        reading_.external.place(reading_.model, message_.place, needed, constant);
        if (needed && message_.place.length && *message_.place.length < *needed) {
            complain_short("its external data", *message_.place.length, *needed, constant);
        }
    }

    void place_inside(Constant& constant, std::optional<uint64_t> elements) {
        constant.file = FileId(0U);
        const DataField field = field_for(constant.dtype);
        const DataSpan& typed = message_.data[field];
        const DataSpan& raw = message_.data[kRawData];
        if (raw.occurrences > 0 && (typed.occurrences == 0 || raw.length > 0)) {
            place_dense(constant, kRawData, raw, elements);
        } else if (typed.occurrences > 0) {
            place_typed(constant, field, typed, elements);
        } else if (elements != uint64_t{0}) {
            constant.state = ConstantState::kAbsent;
            complain_of_other_field(field);
        }
    }

    void place_dense(Constant& constant, DataField field, const DataSpan& data,
                     std::optional<uint64_t> elements) {
        constant.offset = data.payload;
        constant.length = data.length;
        if (data.length == 0 && elements != uint64_t{0}) {
            constant.state = ConstantState::kAbsent;
            return;
        }
        const auto needed = elements ? packed_bytes(constant.dtype, *elements) : std::nullopt;
        if (needed && constant.length < *needed && !data.cut) {
            complain_short(name_of(field), constant.length, *needed, constant);
        }
    }

    void place_typed(Constant& constant, DataField field, const DataSpan& data,
                     std::optional<uint64_t> elements) {
        const bool is_dense = field == kFloatData || field == kDoubleData;
        if (is_dense && data.is_one_packed()) return place_dense(constant, field, data, elements);
        constant.offset = data.begin;
        constant.length = data.end - data.begin;
        constant.decoder = field == kStringData ? &wire::kStringFields : &wire::kNumberFields;
        constant.decoder_argument = field;
        if (data.is_one_packed() && data.length == 0 && elements != uint64_t{0}) {
            constant.state = ConstantState::kAbsent;
        }
    }

    void complain_of_other_field(DataField expected) {
        for (const DataField field :
             {kFloatData, kInt32Data, kStringData, kInt64Data, kDoubleData, kUint64Data}) {
            if (message_.data[field].occurrences == 0) continue;
            complain("its values are in " + std::string(name_of(field)) + ", but its type needs them in " +
                     std::string(name_of(expected)));
            return;
        }
    }

    void complain_short(std::string_view where, uint64_t there, uint64_t needed, const Constant& constant) {
        complain(std::string(where) + " has " + std::to_string(there) + " bytes, but " +
                 tensor_type_text(reading_.model, constant.dtype, constant.shape) + " takes " +
                 std::to_string(needed));
    }

    void complain(const std::string& problem) {
        std::string who;
        if (const auto name = reading_.model.text(message_.stored.name); !name.empty()) {
            who = "tensor \"" + std::string(name) + "\": ";
        }
        reading_.damage(path_, who + problem, message_.stored.offset);
    }

    Reading& reading_;
    const FieldPath& path_;
    TensorMessage message_;
};

}  // namespace

StoredTensor read_tensor(Reading& reading, const wire::Field& message, const FieldPath& path) {
    return TensorReader(reading, path).read(message);
}

StoredTensor read_sparse_tensor(Reading& reading, const wire::Field& message, const FieldPath& path) {
    StoredTensor values;
    StoredTensor indices;
    std::vector<int64_t> dims;
    wire::Reader reader(message.bytes, message.offset);
    wire::Field field;
    const auto add_dim = [&](uint64_t dim) {
        const bool good = dim <= INT64_MAX && dims.size() < limits::kRank;
        if (!good) reading.damage(path.field("dims"), "dimension is not possible", field.offset);
        if (good) dims.push_back(static_cast<int64_t>(dim));
        return good;
    };
    while (reader.next(field)) {
        switch (field.tag) {
            case bytes_tag(1):
                values = read_tensor(reading, field, path.field("values"));
                break;
            case bytes_tag(2):
                indices = read_tensor(reading, field, path.field("indices"));
                break;
            case varint_tag(3):
                add_dim(field.value);
                break;
            case bytes_tag(3):
                wire::for_each_varint(field.bytes, add_dim);
                break;
            default:
                break;
        }
    }
    reading.check(reader, path);
    Model& model = reading.model;
    Constant constant;
    constant.sparse = true;
    constant.name = values.name;
    constant.shape = fixed_shape(model, dims);
    constant.file = FileId(0U);
    constant.offset = message.offset;
    constant.length = message.bytes.size();
    if (values.constant.valid() && indices.constant.valid()) {
        constant.dtype = model.constant(values.constant).dtype;
        constant.location = model.constant(values.constant).location;
        constant.state = model.constant(values.constant).state;
        constant.decoder = &kSparseTensor;
        constant.decoder_argument = sparse_argument(values.constant, indices.constant);
    } else {
        constant.state = ConstantState::kAbsent;
        reading.damage(path, "a sparse tensor needs both values and indices", message.offset);
    }
    model.constants.push_back(constant);
    values.constant = ConstantId(model.constants.size() - 1);
    values.offset = message.offset;
    return values;
}

void read_entry(Reading& reading, const wire::Field& message, const FieldPath& path) {
    KeyValue entry;
    wire::Reader reader(message.bytes, message.offset);
    wire::Field field;
    while (reader.next(field)) {
        if (field.tag == bytes_tag(1)) entry.key = reading.text(field, path.field("key"));
        if (field.tag == bytes_tag(2)) entry.value = reading.text(field, path.field("value"));
    }
    reading.check(reader, path);
    reading.scratch.metadata.push_back(entry);
}

Range take_metadata(Reading& reading, size_t begin) {
    auto& scratch = reading.scratch.metadata;
    if (scratch.size() == begin) return {};
    const Range range = append(reading.model.metadata, std::span<const KeyValue>(scratch).subspan(begin));
    scratch.resize(begin);
    return range;
}

Shape fixed_shape(Model& model, std::span<const int64_t> dims) {
    Shape shape{{static_cast<uint32_t>(model.dims.size()), static_cast<uint32_t>(dims.size())}, true};
    for (const int64_t dim : dims) model.dims.push_back({dim, {}});
    return shape;
}

}  // namespace netloupe::onnx
