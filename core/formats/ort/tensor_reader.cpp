#include "tensor_reader.h"

#include <algorithm>

#include "base/limits.h"
#include "formats/onnx/sparse_tensor.h"
#include "formats/onnx/types.h"
#include "model/values.h"

namespace netloupe::ort {

namespace {

using WireTensor = wire::Tensor;

/// string_data: Constant::decoder_argument is the offset of the tensor's table.
class StringDecoder final : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        FlatSource source(model.files[0].bytes());
        const auto table =
            flat_table_at(source, constant.decoder_argument, WireTensor::GetFullyQualifiedName());
        const auto texts = table ? table->texts(WireTensor::VT_STRING_DATA) : FlatTexts();
        std::vector<std::string> out;
        for (uint64_t i = first; i < texts.size() && out.size() < count; ++i) {
            out.emplace_back(texts[static_cast<uint32_t>(i)]);
            if (const auto fault = source.take_fault()) {
                return fail(ErrorCode::kCorrupt, "A string reaches beyond the end of the file.",
                            fault->offset);
            }
        }
        return out;
    }
};

const ConstantDecoder& string_decoder() {
    static const StringDecoder kDecoder;
    return kDecoder;
}

Shape read_dims(OrtReading& reading, const FlatTable& table, uint16_t field) {
    const auto dims = table.numbers<int64_t>(field);
    auto& pool = reading.model.dims;
    Shape shape{{static_cast<uint32_t>(pool.size()), 0}, true};
    if (dims.size() > limits::kRank) {
        table.reject(field, "has more dimensions than a tensor can have");
        return shape;
    }
    for (uint32_t i = 0; i < dims.size(); ++i) {
        if (dims[i] < 0) table.reject(field, "is negative", i);
        pool.push_back({std::max<int64_t>(dims[i], 0), StringId()});
        ++shape.dims.count;
    }
    return shape;
}

/// Where the values are; the format does not name the other file that they may be in.
void find_values(OrtReading& reading, const FlatTable& table, Constant& constant, const std::string& path,
                 Place place) {
    const auto outside = table.number<int64_t>(WireTensor::VT_EXTERNAL_DATA_OFFSET, -1);
    if (outside >= 0 && !table.has(WireTensor::VT_RAW_DATA)) {
        constant.state = ConstantState::kMissing;
        constant.location = reading.intern("external data");
        return reading.damage({ErrorCode::kNotFound,
                               path + " keeps its values at offset " + std::to_string(outside) +
                                   " of an external file that the model does not name.",
                               table.offset(), 0},
                              place);
    }
    constant.file = FileId(0U);
    if (constant.dtype == DataType::kString) {
        constant.decoder = &string_decoder();
        constant.decoder_argument = table.offset();
        constant.offset = table.offset();
        return;
    }
    const auto raw = table.span<uint8_t>(WireTensor::VT_RAW_DATA);
    constant.offset = raw.empty() ? table.offset() : raw.offset();
    constant.length = raw.size();
    reading.check_size(constant, [&] { return path; }, place);
}

}  // namespace

ConstantId read_constant(OrtReading& reading, const FlatTable& table, const std::string& path, Place place) {
    Constant constant;
    constant.name = reading.intern(table.text(WireTensor::VT_NAME));
    constant.dtype = onnx::data_type_of(table.number<int32_t>(WireTensor::VT_DATA_TYPE));
    constant.shape = read_dims(reading, table, WireTensor::VT_DIMS);
    find_values(reading, table, constant, path, place);
    reading.model.constants.push_back(constant);
    return ConstantId(reading.model.constants.size() - 1);
}

ConstantId read_sparse_constant(OrtReading& reading, const FlatTable& table, const std::string& path,
                                Place place) {
    using wire::SparseTensor;
    const ConstantId values =
        read_constant(reading, table.table<WireTensor>(SparseTensor::VT_VALUES), path + ".values", place);
    const ConstantId indices =
        read_constant(reading, table.table<WireTensor>(SparseTensor::VT_INDICES), path + ".indices", place);
    Constant constant = reading.model.constant(values);
    constant.sparse = true;
    constant.shape = read_dims(reading, table, SparseTensor::VT_DIMS);
    constant.decoder = &onnx::kSparseTensor;
    constant.decoder_argument = onnx::sparse_argument(values, indices);
    reading.model.constants.push_back(constant);
    return ConstantId(reading.model.constants.size() - 1);
}

}  // namespace netloupe::ort
