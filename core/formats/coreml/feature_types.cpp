#include "feature_types.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/limits.h"
#include "message_attributes.h"

namespace netloupe::coreml {

namespace {

using wire::bytes_tag;
using wire::varint_tag;

std::string_view color_space(uint64_t value) {
    switch (value) {
        case 10:
            return "grayscale";
        case 20:
            return "RGB";
        case 30:
            return "BGR";
        case 40:
            return "grayscale16";
        default:
            return "?";
    }
}

/// ArrayFeatureType.ArrayDataType: the kind of number, and its bits.
DataType array_type(uint64_t type) {
    switch (type) {
        case 0x10000 | 16:
            return DataType::kFloat16;
        case 0x10000 | 32:
            return DataType::kFloat32;
        case 0x10000 | 64:
            return DataType::kFloat64;
        case 0x20000 | 8:
            return DataType::kInt8;
        case 0x20000 | 32:
            return DataType::kInt32;
        default:
            return DataType::kUnknown;
    }
}

class FeatureReader {
public:
    FeatureReader(CoremlReading& reading, Tensor& tensor) : reading_(reading), tensor_(tensor) {}

    void read(Piece type) {
        reading_.each_field(type, "FeatureType", [&](const wire::Field& field) {
            if (field.type() != wire::WireType::kBytes) return;
            tensor_.declared = true;
            take(field.number(), piece_of(field));
        });
    }

private:
    void take(uint32_t kind, Piece message) {
        switch (kind) {
            case 1:
                return set_scalar(DataType::kInt64);
            case 2:
                return set_scalar(DataType::kFloat64);
            case 3:
                return set_scalar(DataType::kString);
            case 4:
                return read_image(message);
            case 5:
                return read_array(message);
            case 6:
                return read_map(message);
            case 7:
                return read_sequence(message);
            case 8:
                return read_state(message);
            default:
                return;
        }
    }

    void set_scalar(DataType dtype) {
        tensor_.dtype = dtype;
        tensor_.kind = ValueKind::kTensor;
        tensor_.shape = {{}, true};
    }

    void read_image(Piece message) {
        uint64_t width = 0;
        uint64_t height = 0;
        uint64_t color = 0;
        bool flexible = false;
        reading_.each_field(message, "ImageFeatureType", [&](const wire::Field& field) {
            if (field.tag == varint_tag(1)) width = field.value;
            if (field.tag == varint_tag(2)) height = field.value;
            if (field.tag == varint_tag(3)) color = field.value;
            if (field.tag == bytes_tag(21) || field.tag == bytes_tag(31)) flexible = true;
        });
        tensor_.kind = ValueKind::kOpaque;
        tensor_.type_name = reading_.intern(
            fmt::format("image<{},{}x{}{}>", color_space(color), width, height, flexible ? ",flexible" : ""));
    }

    void read_array(Piece message) {
        std::vector<int64_t> shape;
        for (const uint64_t extent : numbers_of(message, 1)) shape.push_back(static_cast<int64_t>(extent));
        std::vector<int64_t> meant = shape;
        reading_.each_field(message, "ArrayFeatureType", [&](const wire::Field& field) {
            if (field.tag == varint_tag(2)) tensor_.dtype = array_type(field.value);
            if (field.tag == bytes_tag(21)) open_different(piece_of(field), meant);
            if (field.tag == bytes_tag(31)) open_ranges(piece_of(field), meant);
        });
        tensor_.kind = ValueKind::kTensor;
        tensor_.shape = shape_of(meant);
        if (meant != shape && meant.size() == shape.size()) tensor_.default_shape = shape_of(shape);
    }

    Shape shape_of(const std::vector<int64_t>& extents) {
        if (extents.size() > limits::kRank) return {};
        std::vector<Dimension> dims;
        dims.reserve(extents.size());
        for (const int64_t extent : extents)
            dims.push_back({extent < 0 ? Dimension::kDynamic : extent, StringId()});
        return {append(reading_.model.dims, std::span<const Dimension>(dims)), true};
    }

    /// Extents in which the shapes that a model takes differ are dynamic.
    void open_different(Piece shapes, std::vector<int64_t>& meant) {
        reading_.each_field(shapes, "EnumeratedShapes", [&](const wire::Field& field) {
            if (field.tag != bytes_tag(1)) return;
            const auto extents = numbers_of(piece_of(field), 1);
            if (meant.empty()) meant.assign(extents.begin(), extents.end());
            for (size_t i = 0; i < std::min(extents.size(), meant.size()); ++i) {
                if (static_cast<int64_t>(extents[i]) != meant[i]) meant[i] = Dimension::kDynamic;
            }
        });
    }

    void open_ranges(Piece range, std::vector<int64_t>& meant) {
        size_t at = 0;
        reading_.each_field(range, "ShapeRange", [&](const wire::Field& field) {
            if (field.tag != bytes_tag(1)) return;
            const auto lower = numbers_of(piece_of(field), 1);
            const auto upper = numbers_of(piece_of(field), 2);
            const int64_t least = lower.empty() ? 0 : static_cast<int64_t>(lower.back());
            const int64_t most = upper.empty() ? 0 : static_cast<int64_t>(upper.back());
            const int64_t extent = least == most ? least : Dimension::kDynamic;
            if (at < meant.size()) {
                meant[at] = extent;
            } else if (meant.size() <= limits::kRank) {
                meant.push_back(extent);
            }
            ++at;
        });
    }

    void read_map(Piece message) {
        std::string_view key = "?";
        reading_.each_field(message, "DictionaryFeatureType", [&](const wire::Field& field) {
            if (field.tag == bytes_tag(1)) key = "int64";
            if (field.tag == bytes_tag(2)) key = "string";
        });
        tensor_.kind = ValueKind::kMap;
        tensor_.type_name = reading_.intern(fmt::format("map<{},float64>", key));
    }

    void read_sequence(Piece message) {
        std::string_view element = "?";
        reading_.each_field(message, "SequenceFeatureType", [&](const wire::Field& field) {
            if (field.tag == bytes_tag(1)) element = "int64";
            if (field.tag == bytes_tag(3)) element = "string";
        });
        tensor_.kind = ValueKind::kSequence;
        tensor_.type_name = reading_.intern(fmt::format("sequence<{}>", element));
    }

    void read_state(Piece message) {
        reading_.each_field(message, "StateFeatureType", [&](const wire::Field& field) {
            if (field.tag == bytes_tag(1)) read_array(piece_of(field));
        });
        tensor_.is_variable = true;
    }

    CoremlReading& reading_;
    Tensor& tensor_;
};

}  // namespace

Feature read_feature(CoremlReading& reading, Piece message) {
    Feature out;
    out.offset = message.offset;
    reading.each_field(message, "FeatureDescription", [&](const wire::Field& field) {
        if (field.tag == bytes_tag(1)) out.name = reading.text(field);
        if (field.tag == bytes_tag(2)) out.doc = reading.text(field);
        if (field.tag == bytes_tag(3)) out.type = piece_of(field);
    });
    return out;
}

void set_feature(CoremlReading& reading, const Feature& feature, Tensor& tensor) {
    tensor.doc = feature.doc;
    tensor.origin.offset = feature.offset;
    FeatureReader(reading, tensor).read(feature.type);
}

}  // namespace netloupe::coreml
