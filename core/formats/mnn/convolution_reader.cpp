#include "convolution_reader.h"

#include <algorithm>
#include <array>
#include <optional>

#include "blob_reader.h"
#include "coded_weights.h"
#include "weight_scales.h"

namespace netloupe::mnn {

namespace {

using wire::Convolution2D;
using wire::Convolution2DCommon;
using wire::IDSTQuan;

/// What IDSTQuan.type says.
enum class Storage : int32_t { kFloat = 0, kDense = 1, kSparse = 2, kHalf = 3, kInt8 = 4 };

/// Where weights and bias stand in one of the three tables.
struct Fields {
    uint16_t weight;
    uint16_t bias;
    uint16_t quantized;  ///< IDSTQuan; 0 when the table has none.
    uint16_t symmetric;  ///< QuantizedFloatParam.
    uint16_t external;
};

/// Extents that are known before the weights are seen.
struct Geometry {
    int64_t outputs = 0;
    int64_t inputs = 0;  ///< Of one group; 0 when only the number of weights tells.
    std::vector<int64_t> kernel;
    bool transposed = false;
};

class LayerReader {
public:
    LayerReader(MnnReading& reading, Layer& layer, const FlatTable& table, const Fields& fields,
                Geometry geometry)
        : reading_(reading), layer_(layer), table_(table), fields_(fields), geometry_(std::move(geometry)) {
        if (fields.external != 0) {
            const auto numbers = table.numbers<int64_t>(fields.external);
            for (uint32_t i = 0; i < numbers.size() && i < outside_.size(); ++i) outside_[i] = numbers[i];
            is_outside_ = numbers.size() >= 2 && numbers[1] > 0;
        }
    }

    void read() {
        const FlatTable symmetric =
            fields_.symmetric == 0 ? FlatTable() : table_.table<wire::QuantizedFloatParam>(fields_.symmetric);
        const FlatTable quantized =
            fields_.quantized == 0 ? FlatTable() : table_.table<IDSTQuan>(fields_.quantized);
        if (symmetric && symmetric.has(wire::QuantizedFloatParam::VT_WEIGHT)) {
            read_int8(symmetric);
        } else if (quantized) {
            read_quantized(quantized);
        } else {
            read_float();
        }
    }

private:
    /// The shape for so many weights; one row of them when they do not fit the geometry.
    Shape shape(uint64_t count) {
        std::vector<Dimension> dims;
        uint64_t area = 1;
        for (const int64_t extent : geometry_.kernel)
            area *= static_cast<uint64_t>(std::clamp<int64_t>(extent, 0, 1 << 20));
        area *= static_cast<uint64_t>(std::max<int64_t>(geometry_.outputs, 0));
        if (area == 0 || count % area != 0) {
            dims = {{static_cast<int64_t>(std::min<uint64_t>(count, INT64_MAX)), StringId()}};
        } else {
            const auto inputs = static_cast<int64_t>(count / area);
            dims = {{geometry_.transposed ? inputs : geometry_.outputs, StringId()},
                    {geometry_.transposed ? geometry_.outputs : inputs, StringId()}};
            for (const int64_t extent : geometry_.kernel) dims.push_back({extent, StringId()});
        }
        return {append(reading_.model.dims, std::span<const Dimension>(dims)), true};
    }

    Shape row(uint64_t count) {
        const Dimension all{static_cast<int64_t>(count), StringId()};
        return {append(reading_.model.dims, std::span(&all, 1)), true};
    }

    /// Weights that the geometry announces; nothing when it leaves the inputs open.
    [[nodiscard]] std::optional<uint64_t> expected() const {
        if (geometry_.inputs <= 0 || geometry_.outputs <= 0) return std::nullopt;
        uint64_t count = static_cast<uint64_t>(geometry_.inputs);
        bool over = __builtin_mul_overflow(count, static_cast<uint64_t>(geometry_.outputs), &count);
        for (const int64_t extent : geometry_.kernel) {
            over = over || extent < 0 || __builtin_mul_overflow(count, static_cast<uint64_t>(extent), &count);
        }
        return over ? std::nullopt : std::optional(count);
    }

    static Constant span_of(DataType dtype, uint64_t offset, uint64_t length) {
        Constant constant;
        constant.dtype = dtype;
        constant.file = FileId(0U);
        constant.offset = offset;
        constant.length = length;
        return constant;
    }

    template <typename T>
    std::optional<Constant> inside(const FlatTable& table, uint16_t field, DataType dtype) {
        const auto values = table.span<T>(field);
        if (values.empty()) return std::nullopt;
        return span_of(dtype, values.offset(), values.bytes().size());
    }

    Constant outside(DataType dtype, int64_t offset, int64_t length) {
        Constant constant = span_of(dtype, 0, 0);
        place_outside(reading_, layer_.op, offset, length, constant);
        return constant;
    }

    /// A sum of two numbers of the file; -1, which is nowhere, when there is none.
    static int64_t sum(int64_t a, int64_t b) {
        int64_t out = 0;
        return a < 0 || b < 0 || __builtin_add_overflow(a, b, &out) ? -1 : out;
    }

    void add(std::string_view field, Constant constant, QuantizationId quantization = {}) {
        add_weight(reading_, layer_, field, constant, quantization);
    }

    /// Converters that only keep the graph leave the weights out.
    void add_absent(std::string_view field, Shape shape) {
        Constant constant = span_of(DataType::kFloat32, 0, 0);
        constant.state = ConstantState::kAbsent;
        constant.shape = shape;
        add(field, constant);
    }

    void add_bias(const FlatTable& table, uint16_t field, DataType dtype, int64_t outside_offset,
                  int64_t outside_length) {
        auto bias = dtype == DataType::kInt32 ? inside<int32_t>(table, field, dtype)
                                              : inside<float>(table, field, dtype);
        if (!bias && is_outside_ && outside_length > 0) bias = outside(dtype, outside_offset, outside_length);
        if (!bias) return;
        bias->shape = row(bias->length / 4);
        add("bias", *bias);
    }

    void read_float() {
        auto weight = inside<float>(table_, fields_.weight, DataType::kFloat32);
        if (!weight && is_outside_) weight = outside(DataType::kFloat32, outside_[0], outside_[1]);
        if (weight) {
            weight->shape = shape(weight->length / 4);
            add("weight", *weight);
        } else if (const auto count = expected()) {
            add_absent("weight", shape(*count));
        }
        const bool stripped = !weight && !table_.has(fields_.bias);
        if (stripped && geometry_.outputs > 0)
            add_absent("bias", row(static_cast<uint64_t>(geometry_.outputs)));
        add_bias(table_, fields_.bias, DataType::kFloat32, sum(outside_[0], outside_[1]), outside_[2]);
    }

    /// Integers whose products are scaled to the integers of the next layer: their own scale is not kept.
    void read_int8(const FlatTable& symmetric) {
        using wire::QuantizedFloatParam;
        if (auto weight = inside<int8_t>(symmetric, QuantizedFloatParam::VT_WEIGHT, DataType::kInt8)) {
            weight->shape = shape(weight->length);
            add("weight", *weight);
        }
        add_bias(symmetric, QuantizedFloatParam::VT_BIAS, DataType::kInt32, -1, 0);
    }

    void read_quantized(const FlatTable& quantized) {
        const auto storage = static_cast<Storage>(quantized.number<int32_t>(IDSTQuan::VT_TYPE));
        if (storage == Storage::kFloat && !quantized.has(IDSTQuan::VT_BUFFER)) return read_float();
        auto weight = inside<int8_t>(quantized, IDSTQuan::VT_BUFFER, DataType::kInt8);
        if (!weight && is_outside_) weight = outside(DataType::kInt8, outside_[0], outside_[1]);
        const int64_t behind = sum(outside_[0], outside_[1]);
        if (!weight) {
            if (const auto count = expected()) add_absent("weight", shape(*count));
        } else {
            const Constant scales = weight_scales(quantized, behind);
            set_storage(quantized, storage, *weight, scales);
            const auto blocks = block_shape(*weight);
            add("weight", *weight,
                storage == Storage::kHalf
                    ? QuantizationId()
                    : weight_quantization(reading_, quantized,
                                          {scales, weight->dtype, blocks.outputs, blocks.weights}));
        }
        add_bias(table_, fields_.bias, DataType::kFloat32, sum(behind, outside_[2]), outside_[3]);
    }

    struct Blocks {
        uint64_t outputs = 0;
        uint64_t weights = 0;  ///< Of one output.
    };
    [[nodiscard]] Blocks block_shape(const Constant& weight) const {
        const auto dims = reading_.model.dims_of(weight.shape);
        if (dims.size() < 2 || dims[0].value <= 0) return {};
        return {
            static_cast<uint64_t>(dims[0].value),
            element_count(reading_.model, weight.shape).value_or(0) / static_cast<uint64_t>(dims[0].value)};
    }

    Constant weight_scales(const FlatTable& quantized, int64_t behind) {
        const bool half = quantized.number<int8_t>(IDSTQuan::VT_SCALESTORAGE) != 0;
        const DataType dtype = half ? DataType::kFloat16 : DataType::kFloat32;
        auto scales = half ? inside<uint16_t>(quantized, IDSTQuan::VT_ALPHAFP16, dtype)
                           : inside<float>(quantized, IDSTQuan::VT_ALPHA, dtype);
        if (!scales && is_outside_ && outside_[2] > 0) scales = outside(dtype, behind, outside_[2]);
        if (!scales) return span_of(dtype, 0, 0);
        scales->name = reading_.intern(std::string(layer_.name) + ".scale");
        scales->shape = row(scales->length / (half ? 2 : 4));
        return *scales;
    }

    void set_storage(const FlatTable& quantized, Storage storage, Constant& weight, const Constant& scales) {
        switch (storage) {
            case Storage::kHalf:
                weight.dtype = DataType::kFloat16;
                weight.shape = shape(weight.length / 2);
                return;
            case Storage::kDense:
                return set_packed(quantized, Coding::kDense, weight, {});
            case Storage::kSparse: {
                ConstantId ranges;
                if (scales.length != 0 && is_asymmetric(quantized)) {
                    ranges = ConstantId(reading_.model.constants.size());
                    reading_.model.constants.push_back(scales);
                }
                return set_packed(quantized, Coding::kSparse, weight, ranges);
            }
            default:
                weight.shape = shape(weight.length);
        }
    }

    void set_packed(const FlatTable& quantized, Coding coding, Constant& weight, ConstantId ranges) {
        const bool wide = quantized.number<uint8_t>(IDSTQuan::VT_SHAPEINT32) != 0;
        set_coded(weight, coding, wide, ranges);
        const auto bytes = constant_bytes_of(weight);
        const auto header = bytes ? coded_header(*bytes, coding, wide) : std::nullopt;
        const bool honest = header && header->count / 64 <= weight.length;
        if (bytes && !honest)
            quantized.reject(IDSTQuan::VT_BUFFER, "does not begin with the shape of the weights");
        const uint64_t count = honest ? header->count : expected().value_or(0);
        weight.shape = shape(count);
        if (header && header->index_bits == 4) weight.dtype = DataType::kInt4;
        if (header && header->index_bits == 2) weight.dtype = DataType::kInt2;
    }

    [[nodiscard]] std::optional<Bytes> constant_bytes_of(const Constant& constant) const {
        if (constant.state != ConstantState::kPresent || !constant.file.valid()) return std::nullopt;
        return slice(reading_.model.files[constant.file.index()].bytes(), constant.offset, constant.length);
    }

    MnnReading& reading_;
    Layer& layer_;
    const FlatTable& table_;
    const Fields& fields_;
    Geometry geometry_;
    std::array<int64_t, 4> outside_{};  ///< Offset; bytes of weights, of scales or bias, of bias.
    bool is_outside_ = false;
};

/// Transposed convolutions keep inputs before outputs.
bool is_transposed(const FlatTable& op) {
    switch (static_cast<wire::OpType>(op.number<int32_t>(wire::Op::VT_TYPE))) {
        case wire::OpType::Deconvolution:
        case wire::OpType::DeconvolutionDepthwise:
        case wire::OpType::ConvTranspose3D:
            return true;
        default:
            return false;
    }
}

Geometry geometry_2d(const FlatTable& op, const FlatTable& common) {
    Geometry out;
    const int64_t group = std::max(common.number<int32_t>(Convolution2DCommon::VT_GROUP, 1), 1);
    const int64_t outputs = common.number<int32_t>(Convolution2DCommon::VT_OUTPUTCOUNT);
    const int64_t inputs = common.number<int32_t>(Convolution2DCommon::VT_INPUTCOUNT);
    out.transposed = is_transposed(op);
    out.outputs = out.transposed ? outputs / group : outputs;
    out.inputs = out.transposed ? inputs : inputs / group;
    out.kernel = {common.number<int32_t>(Convolution2DCommon::VT_KERNELY, 1),
                  common.number<int32_t>(Convolution2DCommon::VT_KERNELX, 1)};
    return out;
}

Geometry geometry_3d(const FlatTable& op, const FlatTable& common) {
    using wire::Convolution3DCommon;
    Geometry out;
    const int64_t group = std::max(common.number<int32_t>(Convolution3DCommon::VT_GROUP, 1), 1);
    out.transposed = is_transposed(op);
    out.outputs = common.number<int32_t>(Convolution3DCommon::VT_OUTPUTCOUNT) / (out.transposed ? group : 1);
    out.inputs = common.number<int32_t>(Convolution3DCommon::VT_INPUTCOUNT) / (out.transposed ? 1 : group);
    const auto kernel = common.numbers<int32_t>(Convolution3DCommon::VT_KERNELS);
    for (uint32_t i = 0; i < kernel.size() && i < 3; ++i) out.kernel.push_back(kernel[i]);
    return out;
}

}  // namespace

void read_layer_weights(MnnReading& reading, Layer& layer, const FlatTable& table, std::string_view type) {
    using wire::Convolution3D;
    using wire::InnerProduct;
    constexpr Fields kConvolution = {Convolution2D::VT_WEIGHT, Convolution2D::VT_BIAS,
                                     Convolution2D::VT_QUANPARAMETER, Convolution2D::VT_SYMMETRICQUAN,
                                     Convolution2D::VT_EXTERNAL};
    constexpr Fields kVolume = {Convolution3D::VT_WEIGHT, Convolution3D::VT_BIAS, 0, 0,
                                Convolution3D::VT_EXTERNAL};
    constexpr Fields kProduct = {InnerProduct::VT_WEIGHT, InnerProduct::VT_BIAS,
                                 InnerProduct::VT_QUANPARAMETER, 0, 0};
    if (type == Convolution2D::GetFullyQualifiedName()) {
        const auto common = table.table<Convolution2DCommon>(Convolution2D::VT_COMMON);
        LayerReader(reading, layer, table, kConvolution, geometry_2d(layer.op, common)).read();
    } else if (type == Convolution3D::GetFullyQualifiedName()) {
        const auto common = table.table<wire::Convolution3DCommon>(Convolution3D::VT_COMMON);
        LayerReader(reading, layer, table, kVolume, geometry_3d(layer.op, common)).read();
    } else {
        Geometry geometry;
        geometry.outputs = table.number<int32_t>(InnerProduct::VT_OUTPUTCOUNT);
        const int64_t weights = table.number<int32_t>(InnerProduct::VT_WEIGHTSIZE);
        geometry.inputs = geometry.outputs > 0 ? weights / geometry.outputs : 0;
        LayerReader(reading, layer, table, kProduct, geometry).read();
    }
}

}  // namespace netloupe::mnn
