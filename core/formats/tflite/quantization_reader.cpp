#include "quantization_reader.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "containers/flexbuffer.h"
#include "tensor_reader.h"

namespace netloupe::tflite {

namespace {

using wire::QuantizationDetails;
using wire::QuantizationParameters;

template <typename Stored, typename Pooled>
ParameterSource read_pool(const FlatTable& table, uint16_t field, std::vector<Pooled>& pool) {
    const auto values = table.numbers<Stored>(field);
    if (values.empty()) return {};
    ParameterSource source{
        ParameterSource::Kind::kPool, {static_cast<uint32_t>(pool.size()), values.size()}, {}};
    for (uint32_t i = 0; i < values.size(); ++i) pool.push_back(static_cast<Pooled>(values[i]));
    return source;
}

QuantizationDetails details_type(const FlatTable& parameters) {
    return static_cast<QuantizationDetails>(
        parameters.number<uint8_t>(QuantizationParameters::VT_DETAILS_TYPE));
}

/// What a custom scheme says: JSON when it is a FlexBuffer, else its bytes.
std::string custom_text(const FlatTable& details) {
    constexpr uint64_t kValues = 1024;
    constexpr size_t kBytes = 64;
    const Bytes bytes = details.span<uint8_t>(wire::CustomQuantization::VT_CUSTOM).bytes();
    const auto value = FlexValue::root(bytes);
    // Any bytes may pass for a number; only structure is evidence of a FlexBuffer.
    if (value && (value->kind() == FlexValue::Kind::kMap || value->kind() == FlexValue::Kind::kVector)) {
        if (auto json = to_json(*value, kValues)) return *json;
    }
    std::string text = fmt::format("{} bytes:", bytes.size());
    for (const std::byte b : bytes.first(std::min(bytes.size(), kBytes))) {
        text += fmt::format(" {:02x}", std::to_integer<int>(b));
    }
    return bytes.size() > kBytes ? text + " …" : text;
}

std::string unknown_text(const FlatTable& parameters) {
    return fmt::format("scheme {} of a newer schema",
                       parameters.number<uint8_t>(QuantizationParameters::VT_DETAILS_TYPE));
}

/// The axis of one scale per index; a single scale has none. Converters leave the weights' axis on
/// one-dimensional biases, so an axis beyond the rank is no error.
void set_axis(const FlatTable& parameters, const Tensor& tensor, Quantization& out) {
    if (out.scale.pool.count <= 1) return;
    out.scheme = QuantizationScheme::kPerAxis;
    out.axis = parameters.number<int32_t>(QuantizationParameters::VT_QUANTIZED_DIMENSION);
    if (out.axis < 0) out.axis += static_cast<int32_t>(tensor.shape.dims.count);
    if (out.axis >= 0) return;
    parameters.reject(QuantizationParameters::VT_QUANTIZED_DIMENSION, "is not a dimension of the tensor");
    out.axis = 0;
}

}  // namespace

QuantizationId read_quantization(ReadContext& context, const FlatTable& table, const Tensor& tensor) {
    const FlatTable parameters = table.table<QuantizationParameters>(wire::Tensor::VT_QUANTIZATION);
    if (!parameters) return {};
    Model& model = context.model;
    Quantization out;
    out.storage = tensor.dtype;
    out.scale = read_pool<float>(parameters, QuantizationParameters::VT_SCALE, model.floats);
    out.zero_point = read_pool<int64_t>(parameters, QuantizationParameters::VT_ZERO_POINT, model.ints);
    out.min = read_pool<float>(parameters, QuantizationParameters::VT_MIN, model.floats);
    out.max = read_pool<float>(parameters, QuantizationParameters::VT_MAX, model.floats);
    set_axis(parameters, tensor, out);
    switch (details_type(parameters)) {
        case QuantizationDetails::NONE: {
            using Kind = ParameterSource::Kind;
            const bool silent = out.scale.kind == Kind::kNone && out.zero_point.kind == Kind::kNone &&
                                out.min.kind == Kind::kNone && out.max.kind == Kind::kNone;
            if (silent) return {};
            break;
        }
        case QuantizationDetails::CustomQuantization:
            out.scheme = QuantizationScheme::kCustom;
            out.details = context.intern(
                custom_text(parameters.table<wire::CustomQuantization>(QuantizationParameters::VT_DETAILS)));
            break;
        case QuantizationDetails::BlockwiseQuantization:
        case QuantizationDetails::MultiAxisQuantization:
            // The scales are tensors that may stand behind this one.
            out.scheme = QuantizationScheme::kBlockwise;
            break;
        default:
            out.scheme = QuantizationScheme::kCustom;
            out.details = context.intern(unknown_text(parameters));
    }
    model.quantizations.push_back(out);
    return QuantizationId(model.quantizations.size() - 1);
}

namespace {

/// Values of another tensor of the subgraph; -1 is none.
ParameterSource source_of(const Graph& graph, int32_t tensor, const FlatTable& details, uint16_t field) {
    if (tensor < 0) return {};
    if (static_cast<size_t>(tensor) >= graph.tensors.size()) {
        details.reject(field, "names a tensor that does not exist");
        return {};
    }
    const ConstantId constant = graph.tensors[static_cast<size_t>(tensor)].constant;
    if (!constant.valid()) return {ParameterSource::Kind::kComputed, {}, {}};
    return {ParameterSource::Kind::kConstant, {}, constant};
}

/// The dimension that blocks cut: where the scale tensor's extent is the tensor's over the block size.
int32_t blocked_axis(const Model& model, const Tensor& tensor, const Tensor& scales, int64_t block) {
    const auto whole = model.dims_of(tensor.shape);
    const auto blocks = model.dims_of(scales.shape);
    for (size_t i = whole.size(); block > 0 && whole.size() == blocks.size() && i-- > 0;) {
        if (whole[i].value != blocks[i].value && (whole[i].value + block - 1) / block == blocks[i].value) {
            return static_cast<int32_t>(i);
        }
    }
    return whole.empty() ? 0 : static_cast<int32_t>(whole.size() - 1);
}

struct ScaleTensors {
    FlatTable details;
    uint16_t scales;
    uint16_t zero_points;
    uint16_t block_size;
};

void link(Model& model, const Graph& graph, const Tensor& tensor, const ScaleTensors& from) {
    Quantization& out = model.quantizations[tensor.quantization.index()];
    const auto scales = from.details.number<int32_t>(from.scales);
    const auto zero_points = from.details.number<int32_t>(from.zero_points);
    out.scale = source_of(graph, scales, from.details, from.scales);
    out.zero_point = source_of(graph, zero_points, from.details, from.zero_points);
    out.block_size = from.details.number<int32_t>(from.block_size);
    if (zero_points >= 0 && static_cast<size_t>(zero_points) < graph.tensors.size()) {
        out.zero_point_type = graph.tensors[static_cast<size_t>(zero_points)].dtype;
    }
    if (scales >= 0 && static_cast<size_t>(scales) < graph.tensors.size()) {
        out.axis = blocked_axis(model, tensor, graph.tensors[static_cast<size_t>(scales)], out.block_size);
    }
}

/// Several quantized dimensions at once: per-axis and blockwise are the cases with one of them.
void link_multi_axis(ReadContext& context, const Graph& graph, const Tensor& tensor,
                     const FlatTable& details) {
    using Wire = wire::MultiAxisQuantization;
    Model& model = context.model;
    link(model, graph, tensor, {details, Wire::VT_SCALES, Wire::VT_ZERO_POINTS, Wire::VT_BLOCK_SIZE});
    Quantization& out = model.quantizations[tensor.quantization.index()];
    const auto axes = details.numbers<int32_t>(Wire::VT_QUANTIZED_DIMENSIONS);
    if (out.block_size > 0) return;
    if (axes.size() == 1 && axes[0] >= 0) {
        out.scheme = QuantizationScheme::kPerAxis;
        out.axis = axes[0];
        return;
    }
    out.scheme = QuantizationScheme::kCustom;
    std::string text = "scales along dimensions";
    for (uint32_t i = 0; i < axes.size(); ++i) text += fmt::format("{} {}", i == 0 ? "" : ",", axes[i]);
    out.details = context.intern(text);
}

}  // namespace

void link_scale_tensors(ReadContext& context, GraphId graph, const FlatTables& tensors) {
    const Graph& into = context.model.graphs[graph.index()];
    for (uint32_t i = 0; i < into.tensors.size(); ++i) {
        const Tensor& tensor = into.tensors[i];
        if (!tensor.quantization.valid()) continue;
        const auto scheme = context.model.quantizations[tensor.quantization.index()].scheme;
        if (scheme != QuantizationScheme::kBlockwise) continue;
        const FlatTable parameters = tensors[i].table<QuantizationParameters>(wire::Tensor::VT_QUANTIZATION);
        if (details_type(parameters) == QuantizationDetails::BlockwiseQuantization) {
            using Wire = wire::BlockwiseQuantization;
            link(context.model, into, tensor,
                 {parameters.table<Wire>(QuantizationParameters::VT_DETAILS), Wire::VT_SCALES,
                  Wire::VT_ZERO_POINTS, Wire::VT_BLOCK_SIZE});
        } else {
            link_multi_axis(
                context, into, tensor,
                parameters.table<wire::MultiAxisQuantization>(QuantizationParameters::VT_DETAILS));
        }
        context.settle([&] { return tensor_path(graph, i); }, wire::Tensor::GetFullyQualifiedName(),
                       {graph, NodeId(), TensorId(i)});
    }
}

}  // namespace netloupe::tflite
