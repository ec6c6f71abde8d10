#include "blob_reader.h"

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "containers/protobuf_decoders.h"

namespace netloupe::caffe {

namespace {

using wire::bytes_tag;
using wire::fixed32_tag;
using wire::fixed64_tag;
using wire::varint_tag;

constexpr uint32_t kData = 5;
constexpr uint32_t kDoubleData = 8;
constexpr uint32_t kRawType = 10;
constexpr uint32_t kRawData = 12;

/// Where the occurrences of a field with values stand.
struct Span {
    wire::Field last;
    uint64_t begin = 0;
    uint64_t end = 0;
    uint64_t count = 0;  ///< Of occurrences.
    uint64_t elements = 0;
};

class BlobReader {
public:
    BlobReader(Model& model, BlobUse use) : model_(model), use_(use) {}

    void read(const wire::Field& message) {
        wire::Reader reader(message.bytes, message.offset);
        wire::Field field;
        while (reader.next(field)) take(field, reader.offset());
        is_cut_ = message.cut || reader.failed();
    }

    Constant constant(FileId file, StringId name) {
        Constant constant;
        constant.name = name;
        constant.file = file;
        place(constant);
        constant.shape = shape(elements_);
        const auto needed = element_count(model_, constant.shape);
        if (is_cut_ && (!needed || *needed > elements_)) constant.state = ConstantState::kAbsent;
        return constant;
    }

private:
    void take(const wire::Field& field, uint64_t after) {
        switch (field.tag) {
            case varint_tag(1):
            case varint_tag(2):
            case varint_tag(3):
            case varint_tag(4):
                old_dims_[field.number() - 1] = field.integer32();
                has_old_dims_ = true;
                break;
            case bytes_tag(7):
                read_shape(field);
                break;
            case bytes_tag(kData):
            case fixed32_tag(kData):
                add(floats_, field, after, sizeof(float));
                break;
            case bytes_tag(kDoubleData):
            case fixed64_tag(kDoubleData):
                add(doubles_, field, after, sizeof(double));
                break;
            case varint_tag(kRawType):
                raw_type_ = field.value;
                break;
            case bytes_tag(kRawData):
                add(raw_, field, after, 1);
                break;
            default:
                break;
        }
    }

    static void add(Span& span, const wire::Field& field, uint64_t after, uint64_t width) {
        if (span.count++ == 0) span.begin = field.start;
        span.end = after;
        span.last = field;
        span.elements += field.type() == wire::WireType::kBytes ? field.bytes.size() / width : 1;
    }

    void read_shape(const wire::Field& message) {
        has_shape_ = true;
        const auto add_dim = [&](uint64_t dim) {
            if (dims_.size() < limits::kRank)
                dims_.push_back(std::max<int64_t>(static_cast<int64_t>(dim), 0));
            return dims_.size() < limits::kRank;
        };
        wire::Reader reader(message.bytes, message.offset);
        wire::Field field;
        while (reader.next(field)) {
            if (field.tag == varint_tag(1)) add_dim(field.value);
            if (field.tag == bytes_tag(1)) wire::for_each_varint(field.bytes, add_dim);
        }
    }

    void place(Constant& constant) {
        constant.dtype = DataType::kFloat32;
        if (raw_.count > 0) {
            // A fork's half floats; the other kinds have their own fields, too.
            constexpr std::array<DataType, 3> kTypes = {DataType::kFloat64, DataType::kFloat32,
                                                        DataType::kFloat16};
            constant.dtype = raw_type_ < kTypes.size() ? kTypes[raw_type_] : DataType::kUnknown;
            const uint32_t width = bits(constant.dtype) / 8;
            elements_ = width == 0 ? 0 : raw_.elements / width;
            return place_dense(raw_, constant);
        }
        const bool is_double = doubles_.count > 0 && floats_.count == 0;
        const Span& span = is_double ? doubles_ : floats_;
        if (is_double) constant.dtype = DataType::kFloat64;
        elements_ = span.elements;
        if (span.count == 0) {
            constant.state = ConstantState::kAbsent;
        } else if (span.count == 1 && span.last.type() == wire::WireType::kBytes) {
            place_dense(span, constant);
        } else {
            constant.offset = span.begin;
            constant.length = span.end - span.begin;
            constant.decoder = &wire::kNumberFields;
            constant.decoder_argument = is_double ? kDoubleData : kData;
        }
    }

    static void place_dense(const Span& span, Constant& constant) {
        constant.offset = span.last.offset;
        constant.length = span.last.bytes.size();
    }

    Shape shape(uint64_t elements) {
        if (!has_shape_ && has_old_dims_) dims_ = old_shape();
        if (!has_shape_ && !has_old_dims_) dims_ = {static_cast<int64_t>(elements)};
        Shape shape{{static_cast<uint32_t>(model_.dims.size()), static_cast<uint32_t>(dims_.size())}, true};
        for (const int64_t dim : dims_) model_.dims.push_back({dim, {}});
        return shape;
    }

    /// Number, channels, height and width: those in front that a matrix or a vector does not have are 1.
    [[nodiscard]] std::vector<int64_t> old_shape() const {
        std::vector<int64_t> dims;
        for (const int32_t dim : old_dims_) dims.push_back(std::max<int32_t>(dim, 0));
        const size_t rank = use_ == BlobUse::kVector ? 1 : use_ == BlobUse::kMatrix ? 2 : 4;
        while (dims.size() > rank && dims[0] == 1) dims.erase(dims.begin());
        return dims;
    }

    Model& model_;
    BlobUse use_;
    std::vector<int64_t> dims_;
    std::array<int32_t, 4> old_dims_{};
    bool has_shape_ = false;
    bool has_old_dims_ = false;
    bool is_cut_ = false;
    Span floats_;
    Span doubles_;
    Span raw_;
    uint64_t raw_type_ = 0;
    uint64_t elements_ = 0;
};

}  // namespace

Constant read_blob(Model& model, FileId file, const wire::Field& message, StringId name, BlobUse use) {
    BlobReader reader(model, use);
    reader.read(message);
    return reader.constant(file, name);
}

}  // namespace netloupe::caffe
