#include "tensor_reader.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "base/limits.h"
#include "compression_reader.h"
#include "quantization_reader.h"
#include "sparse_decoder.h"
#include "string_decoder.h"

namespace netloupe::tflite {

namespace {

using wire::Buffer;
using WireTensor = wire::Tensor;

constexpr std::string_view kTensorType = "netloupe.wire.tflite.Tensor";

std::optional<Shape> read_shape(ReadContext& context, const FlatTable& tensor, uint16_t field) {
    const auto extents = tensor.numbers<int32_t>(field);
    if (extents.size() > limits::kRank) {
        tensor.reject(field, "has more dimensions than a tensor can have");
        return std::nullopt;
    }
    Shape shape{{static_cast<uint32_t>(context.model.dims.size()), extents.size()}, true};
    for (uint32_t i = 0; i < extents.size(); ++i) {
        const int64_t extent = extents[i];
        context.model.dims.push_back({extent < 0 ? Dimension::kDynamic : extent, StringId()});
    }
    return shape;
}

bool same_dims(const Model& model, const Shape& a, const Shape& b) {
    const auto x = model.dims_of(a);
    const auto y = model.dims_of(b);
    if (x.size() != y.size()) return false;
    for (size_t i = 0; i < x.size(); ++i) {
        if (x[i].value != y[i].value) return false;
    }
    return true;
}

/// Shape and default_shape from the two vectors that the file keeps.
void read_shapes(ReadContext& context, const FlatTable& table, Tensor& tensor) {
    const auto extents = read_shape(context, table, WireTensor::VT_SHAPE);
    if (!extents) return;
    tensor.shape = *extents;
    if (!table.has(WireTensor::VT_SHAPE_SIGNATURE)) return;
    const auto signature = read_shape(context, table, WireTensor::VT_SHAPE_SIGNATURE);
    if (!signature || signature->dims.empty() || same_dims(context.model, *signature, *extents)) return;
    if (signature->dims.count != extents->dims.count) {
        return table.reject(WireTensor::VT_SHAPE_SIGNATURE, "has another rank than the shape");
    }
    tensor.shape = *signature;
    tensor.default_shape = *extents;
}

/// A constant's shape has no free extents: what a broken file leaves open is taken as one dimension.
Shape constant_shape(Model& model, const Tensor& tensor, uint64_t bytes) {
    const Shape& shape = tensor.default_shape.known ? tensor.default_shape : tensor.shape;
    if (element_count(model, shape)) return shape;
    const uint64_t width = bits(tensor.dtype);
    const Dimension all{static_cast<int64_t>(width == 0 ? 0 : bytes / ((width + 7) / 8)), StringId()};
    return {append(model.dims, std::span(&all, 1)), true};
}

/// Where the tensor's values stand, or nothing when it has none.
std::optional<BufferSpan> find_data(const ReadContext& context, const FlatTable& table) {
    if (context.inline_data) {
        const auto data = table.span<uint8_t>(WireTensor::VT_BUFFER);
        return data.empty() ? std::nullopt : std::optional(BufferSpan{data.offset(), data.size()});
    }
    const auto buffer = table.number<uint32_t>(WireTensor::VT_BUFFER);
    if (buffer == 0) return std::nullopt;
    if (buffer >= context.buffers.size()) {
        table.reject(WireTensor::VT_BUFFER, "names a buffer that does not exist");
        return std::nullopt;
    }
    return buffer_span(context, buffer);
}

/// How to read what is not a dense array.
void set_decoder(const FlatTable& table, Constant& constant) {
    if (constant.dtype == DataType::kString) constant.decoder = &string_decoder();
    const FlatTable sparsity = table.table<wire::SparsityParameters>(WireTensor::VT_SPARSITY);
    // Writers that cannot omit the table leave it empty.
    if (!sparsity || !sparsity.has(wire::SparsityParameters::VT_TRAVERSAL_ORDER)) return;
    constant.sparse = true;
    constant.decoder = &sparse_decoder();
    constant.decoder_argument = sparsity.offset();
}

/// Points the constant at its external buffer; false when the tensor has none.
bool place_outside(ReadContext& context, const FlatTable& table, Constant& constant) {
    const auto id = table.number<uint32_t>(WireTensor::VT_EXTERNAL_BUFFER);
    if (id == 0) return false;
    const auto found = context.external_buffers.find(id);
    if (found == context.external_buffers.end()) {
        table.reject(WireTensor::VT_EXTERNAL_BUFFER, "names an external buffer that does not exist");
        return false;
    }
    const ExternalBuffer& buffer = found->second;
    context.external_files.place(context.model, {buffer.location, buffer.offset, buffer.length}, std::nullopt,
                                 constant);
    return true;
}

ConstantId read_constant(ReadContext& context, const FlatTable& table, const Tensor& tensor, Place place) {
    Constant constant;
    constant.name = tensor.name;
    constant.dtype = tensor.dtype;
    if (!place_outside(context, table, constant)) {
        const auto data = find_data(context, table);
        if (!data) return {};
        constant.file = FileId(0U);
        constant.offset = data->offset;
        constant.length = data->length;
    }
    constant.shape = constant_shape(context.model, tensor, constant.length);
    if (!read_through_table(context, table, tensor, constant, place)) {
        set_decoder(table, constant);
        context.check_size(constant, [&] { return tensor_path(place.graph, place.tensor.index()); }, place);
    }
    context.model.constants.push_back(constant);
    return ConstantId(context.model.constants.size() - 1);
}

/// "float32 1×2": the types that a VARIANT tensor holds, "?" for an unknown rank.
Range read_variant_types(ReadContext& context, const FlatTable& table) {
    using wire::VariantSubType;
    std::vector<KeyValue> out;
    const auto types = table.tables<VariantSubType>(WireTensor::VT_VARIANT_TENSORS);
    for (uint32_t i = 0; i < types.size() && !context.hopeless(); ++i) {
        const FlatTable type = types[i];
        const auto dtype =
            data_type(static_cast<wire::TensorType>(type.number<int8_t>(VariantSubType::VT_TYPE)));
        auto shape = read_shape(context, type, VariantSubType::VT_SHAPE).value_or(Shape());
        if (shape.dims.empty()) shape.known = type.number<uint8_t>(VariantSubType::VT_HAS_RANK) != 0;
        out.push_back({context.intern("holds"),
                       context.intern(fmt::format("{} {}", name(dtype), shape_text(context.model, shape)))});
    }
    return append(context.model.metadata, std::span<const KeyValue>(out));
}

/// A shape without dimensions is that of a scalar or of an unknown rank. Where the writer knows has_rank,
/// which some tensor then shows, a missing one tells.
void forget_scalars(std::vector<Tensor>& tensors, const FlatTables& tables) {
    const auto has_rank = [&](uint32_t i) { return tables[i].number<uint8_t>(WireTensor::VT_HAS_RANK) != 0; };
    std::vector<uint32_t> scalars;
    bool knows = false;
    for (uint32_t i = 0; i < tensors.size(); ++i) {
        const bool ranked = has_rank(i);
        knows = knows || ranked;
        if (!ranked && tensors[i].shape.dims.empty() && !tensors[i].constant.valid()) scalars.push_back(i);
    }
    for (const uint32_t i : scalars) tensors[i].shape.known = tensors[i].shape.known && !knows;
}

Tensor read_tensor(ReadContext& context, const FlatTable& table, Place place) {
    Tensor tensor;
    tensor.name = context.intern(table.text(WireTensor::VT_NAME));
    tensor.dtype = data_type(static_cast<wire::TensorType>(table.number<int8_t>(WireTensor::VT_TYPE)));
    tensor.kind = ValueKind::kTensor;
    tensor.is_variable = table.number<uint8_t>(WireTensor::VT_IS_VARIABLE) != 0;
    tensor.declared = true;
    tensor.origin.offset = table.offset();
    read_shapes(context, table, tensor);
    tensor.quantization = read_quantization(context, table, tensor);
    tensor.constant = read_constant(context, table, tensor, place);
    if (table.has(WireTensor::VT_VARIANT_TENSORS)) tensor.metadata = read_variant_types(context, table);
    return tensor;
}

}  // namespace

DataType data_type(wire::TensorType type) {
    using enum wire::TensorType;
    switch (type) {
        case FLOAT32:
            return DataType::kFloat32;
        case FLOAT16:
            return DataType::kFloat16;
        case INT32:
            return DataType::kInt32;
        case UINT8:
            return DataType::kUint8;
        case INT64:
            return DataType::kInt64;
        case STRING:
            return DataType::kString;
        case BOOL:
            return DataType::kBool;
        case INT16:
            return DataType::kInt16;
        case COMPLEX64:
            return DataType::kComplex64;
        case INT8:
            return DataType::kInt8;
        case FLOAT64:
            return DataType::kFloat64;
        case COMPLEX128:
            return DataType::kComplex128;
        case UINT64:
            return DataType::kUint64;
        case RESOURCE:
            return DataType::kResource;
        case VARIANT:
            return DataType::kVariant;
        case UINT32:
            return DataType::kUint32;
        case UINT16:
            return DataType::kUint16;
        case INT4:
            return DataType::kInt4;
        case BFLOAT16:
            return DataType::kBFloat16;
        case INT2:
            return DataType::kInt2;
        case UINT4:
            return DataType::kUint4;
        case FLOAT8_E4M3FN:
            return DataType::kFloat8E4M3FN;
        case FLOAT8_E5M2:
            return DataType::kFloat8E5M2;
        case CIRCLE_UINT4:
            return DataType::kUint4;
        case GGML_Q4_0:
            return DataType::kQ4_0;
        case GGML_Q4_1:
            return DataType::kQ4_1;
        case GGML_Q8_0:
            return DataType::kQ8_0;
        case GGML_Q8_1:
            return DataType::kQ8_1;
    }
    return DataType::kUnknown;
}

std::string tensor_path(GraphId graph, size_t tensor) {
    return fmt::format("subgraphs[{}].tensors[{}]", graph.index(), tensor);
}

std::optional<BufferSpan> buffer_span(const ReadContext& context, uint32_t buffer) {
    const FlatTable table = context.buffers[buffer];
    const auto inside = table.span<uint8_t>(Buffer::VT_DATA);
    if (!inside.empty()) return BufferSpan{inside.offset(), inside.size()};
    // Offsets 0 and 1 are how writers that cannot omit the field say that it does not count.
    const auto offset = table.number<uint64_t>(Buffer::VT_OFFSET);
    const auto length = table.number<uint64_t>(Buffer::VT_SIZE);
    if (offset <= 1 || length == 0) return std::nullopt;
    if (!slice(context.source.bytes(), offset, length)) {
        table.reject(Buffer::VT_OFFSET, "points beyond the end of the file");
    }
    return BufferSpan{offset, length};
}

void read_tensors(ReadContext& context, GraphId graph, const FlatTables& tensors) {
    auto& out = context.model.graphs[graph.index()].tensors;
    for (uint32_t i = 0; i < tensors.size() && !context.hopeless(); ++i) {
        const Place place{graph, NodeId(), TensorId(i)};
        const FlatTable table = tensors[i];
        out.push_back(read_tensor(context, table, place));
        context.settle([&] { return tensor_path(graph, i); }, kTensorType, place);
    }
    forget_scalars(out, tensors);
    link_scale_tensors(context, graph, tensors);
}

}  // namespace netloupe::tflite
