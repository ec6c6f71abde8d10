#include "weight_file.h"

#include <algorithm>

#include "base/byte_cursor.h"
#include "model/values.h"

namespace netloupe::ncnn {

namespace {

// What the first four bytes of a tagged block say; 0 is plain float32, too.
constexpr uint32_t kFloat16Tag = 0x01306B47;
constexpr uint32_t kInt8Tag = 0x000D4B38;
constexpr uint32_t kFloat32Tag = 0x0002C056;

/// More have no byte count.
constexpr uint64_t kMostElements = INT64_MAX / sizeof(double);
constexpr uint64_t kTableBytes = 256 * sizeof(float);

uint64_t padded(uint64_t bytes) {
    return (bytes + 3) / 4 * 4;
}

/// 256 numbers, then for each element which of them it is.
class Table : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto bytes = constant_bytes(model, constant);
        if (!bytes) return std::unexpected(bytes.error());
        const uint64_t end = std::min(element_count(model, constant.shape).value_or(0),
                                      bytes->size() - std::min<uint64_t>(bytes->size(), kTableBytes));
        std::vector<double> values;
        for (uint64_t i = first; i < end && values.size() < count; ++i) {
            const auto index = std::to_integer<uint64_t>((*bytes)[kTableBytes + i]);
            values.push_back(load<float>(*bytes, index * sizeof(float)).value_or(0));
        }
        return values;
    }
};

class Reciprocal : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        const auto bytes = constant_bytes(model, constant);
        if (!bytes) return std::unexpected(bytes.error());
        auto values = decode_dense(DataType::kFloat32, *bytes, first, count);
        if (!values) return values;
        for (double& value : std::get<std::vector<double>>(*values)) value = 1 / value;
        return values;
    }
};

const Table kTable;
const Reciprocal kReciprocalObject;

}  // namespace

const ConstantDecoder& kReciprocal = kReciprocalObject;

uint64_t WeightFile::read_tag(uint64_t elements, Constant& constant) {
    const auto tag = load<uint32_t>(stream_.bytes(), stream_.at());
    if (!tag) return elements * sizeof(float);
    stream_.skip(sizeof(uint32_t));
    constant.dtype = DataType::kFloat32;
    if (*tag == kFloat16Tag) {
        constant.dtype = DataType::kFloat16;
        return elements * 2;
    }
    if (*tag == kInt8Tag) {
        constant.dtype = DataType::kInt8;
        return elements;
    }
    if (*tag == kFloat32Tag || *tag == 0) return elements * sizeof(float);
    constant.decoder = &kTable;
    return kTableBytes + elements;
}

ConstantId WeightFile::take(const Weight& weight, StringId name) {
    Constant constant;
    constant.name = name;
    constant.shape = {{static_cast<uint32_t>(model_.dims.size()), static_cast<uint32_t>(weight.dims.size())},
                      true};
    for (const int64_t dim : weight.dims) model_.dims.push_back({dim, {}});
    constant.dtype = weight.tagged ? DataType::kUnknown : DataType::kFloat32;
    const uint64_t elements = element_count(model_, constant.shape).value_or(kMostElements + 1);
    if (elements > kMostElements) stream_.lose();
    const uint64_t length = elements > kMostElements ? 0
                            : weight.tagged          ? read_tag(elements, constant)
                                                     : elements * sizeof(float);
    stream_.take(length, padded(length) - length, constant);
    model_.constants.push_back(constant);
    return ConstantId(model_.constants.size() - 1);
}

}  // namespace netloupe::ncnn
