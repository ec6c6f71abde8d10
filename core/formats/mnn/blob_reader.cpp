#include "blob_reader.h"

#include <algorithm>
#include <filesystem>

#include "base/limits.h"
#include "model/values.h"

namespace netloupe::mnn {

namespace {

using wire::Blob;

/// Texts of a Blob; the decoder's argument is where its table stands.
class TextDecoder final : public ConstantDecoder {
public:
    [[nodiscard]] Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                        uint64_t count) const override {
        FlatSource source(model.files[0].bytes());
        const auto blob = flat_table_at(source, constant.decoder_argument, Blob::GetFullyQualifiedName());
        const auto texts = blob ? blob->texts(Blob::VT_STRINGS) : FlatTexts();
        std::vector<std::string> out;
        for (uint64_t i = first; i < texts.size() && out.size() < count; ++i) {
            out.emplace_back(texts[static_cast<uint32_t>(i)]);
        }
        if (const auto fault = source.take_fault()) {
            return fail(ErrorCode::kCorrupt, "A text reaches beyond the end of the file.", fault->offset);
        }
        return out;
    }
};

const TextDecoder kTexts;

template <typename T>
bool take(const FlatTable& blob, uint16_t field, Constant& constant) {
    const auto values = blob.span<T>(field);
    if (values.empty()) return false;
    constant.offset = values.offset();
    constant.length = values.bytes().size();
    return true;
}

/// Values stand in the vector of their type; halves and other rare types among the bytes.
bool find_values(const FlatTable& blob, Constant& constant) {
    switch (constant.dtype) {
        case DataType::kFloat32:
            return take<float>(blob, Blob::VT_FLOAT32S, constant);
        case DataType::kInt32:
        case DataType::kBool:
            // Booleans are kept as 32-bit integers.
            constant.dtype = DataType::kInt32;
            return take<int32_t>(blob, Blob::VT_INT32S, constant);
        case DataType::kInt64:
            return take<int64_t>(blob, Blob::VT_INT64S, constant);
        case DataType::kInt8:
            return take<int8_t>(blob, Blob::VT_INT8S, constant);
        case DataType::kString:
            constant.decoder = &kTexts;
            constant.decoder_argument = blob.offset();
            constant.offset = blob.offset();
            return true;
        default:
            return take<uint8_t>(blob, Blob::VT_UINT8S, constant);
    }
}

/// "<model>.weight", unless the operator names another file.
std::string weights_file(const MnnReading& reading, const FlatTable& op) {
    const auto named = op.text(wire::Op::VT_EXTERNALPATH);
    if (!named.empty()) return std::string(named);
    return std::filesystem::path(reading.model.files[0].path).filename().string() + ".weight";
}

}  // namespace

Shape read_extents(Model& model, const FlatTable& table, uint16_t field) {
    const auto extents = table.numbers<int32_t>(field);
    if (extents.size() > limits::kRank) {
        table.reject(field, "has more dimensions than a tensor can have");
        return {};
    }
    Shape shape{{static_cast<uint32_t>(model.dims.size()), extents.size()}, true};
    for (uint32_t i = 0; i < extents.size(); ++i) {
        model.dims.push_back({extents[i] < 0 ? Dimension::kDynamic : extents[i], StringId()});
    }
    return shape;
}

void place_outside(MnnReading& reading, const FlatTable& op, int64_t offset, int64_t length,
                   Constant& constant) {
    if (offset < 0 || length < 0) {
        constant.state = ConstantState::kAbsent;
        return;
    }
    reading.external_files.place(reading.model,
                                 {reading.intern(weights_file(reading, op)), static_cast<uint64_t>(offset),
                                  static_cast<uint64_t>(length)},
                                 std::nullopt, constant);
}

Constant read_blob(MnnReading& reading, const FlatTable& op, const FlatTable& blob) {
    Constant constant;
    constant.dtype = data_type(static_cast<wire::DataType>(
        blob.number<int32_t>(Blob::VT_DATATYPE, static_cast<int32_t>(wire::DataType::DT_FLOAT))));
    constant.file = FileId(0U);
    constant.shape = read_extents(reading.model, blob, Blob::VT_DIMS);
    if (!element_count(reading.model, constant.shape)) {
        blob.reject(Blob::VT_DIMS, "are no shape of stored values");
        constant.shape = {{}, true};
        constant.state = ConstantState::kAbsent;
        return constant;
    }
    const auto outside = blob.numbers<int64_t>(Blob::VT_EXTERNAL);
    if (outside.size() >= 2) {
        place_outside(reading, op, outside[0], outside[1], constant);
    } else if (!find_values(blob, constant)) {
        constant.state = element_count(reading.model, constant.shape) == 0 ? ConstantState::kPresent
                                                                           : ConstantState::kAbsent;
    }
    return constant;
}

}  // namespace netloupe::mnn
