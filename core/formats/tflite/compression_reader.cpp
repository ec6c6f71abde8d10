#include "compression_reader.h"

#include <fmt/format.h>

#include "lut_decoder.h"
#include "schemas/tflite_metadata_generated.h"
#include "tensor_reader.h"

namespace netloupe::tflite {

namespace {

namespace notes = ::netloupe::wire::tflite_metadata;

constexpr std::string_view kEntry = "COMPRESSION_METADATA";
constexpr uint8_t kMaxIndexBits = 7;

void read_tables(ReadContext& context, Bytes bytes, uint64_t base) {
    using notes::LutTensor;
    FlatSource source(bytes, base);
    // Damage of it is told where the metadata is shown.
    const auto root = flat_root(source, notes::Compression::GetFullyQualifiedName());
    if (!root) return;
    const auto subgraphs = root->tables<notes::CompressedSubgraph>(notes::Compression::VT_SUBGRAPHS);
    for (uint32_t g = 0; g < subgraphs.size(); ++g) {
        const auto tensors = subgraphs[g].tables<LutTensor>(notes::CompressedSubgraph::VT_LUT_TENSORS);
        for (uint32_t i = 0; i < tensors.size() && !source.exhausted(); ++i) {
            const FlatTable entry = tensors[i];
            const auto tensor = entry.number<int32_t>(LutTensor::VT_TENSOR);
            if (tensor < 0) continue;
            context.lookup_tables[{g, static_cast<uint32_t>(tensor)}] = {
                entry.number<uint32_t>(LutTensor::VT_VALUE_BUFFER),
                entry.number<uint8_t>(LutTensor::VT_INDEX_BITWIDTH)};
        }
    }
}

/// One table of values, or one for each index of the quantized dimension.
struct Tables {
    int64_t count = 1;
    uint8_t axis = 0;
};

std::optional<Tables> tables_of(const Model& model, const Tensor& tensor) {
    if (!tensor.quantization.valid()) return Tables();
    const Quantization& quantization = model.quantization(tensor.quantization);
    if (quantization.scheme != QuantizationScheme::kPerAxis) return Tables();
    const auto dims = model.dims_of(tensor.shape);
    if (static_cast<size_t>(quantization.axis) >= dims.size()) return std::nullopt;
    const int64_t count = dims[static_cast<size_t>(quantization.axis)].value;
    if (count <= 0) return std::nullopt;
    return Tables{count, static_cast<uint8_t>(quantization.axis)};
}

}  // namespace

void read_compression(ReadContext& context) {
    const auto entries = context.root.tables<wire::Metadata>(wire::Model::VT_METADATA);
    for (uint32_t i = 0; i < entries.size(); ++i) {
        const FlatTable entry = entries[i];
        if (entry.text(wire::Metadata::VT_NAME) != kEntry) continue;
        const auto buffer = entry.number<uint32_t>(wire::Metadata::VT_BUFFER);
        const auto span = buffer < context.buffers.size() ? buffer_span(context, buffer) : std::nullopt;
        const auto bytes = span ? slice(context.source.bytes(), span->offset, span->length) : std::nullopt;
        if (bytes) read_tables(context, *bytes, span->offset);
    }
}

bool read_through_table(ReadContext& context, const FlatTable& table, const Tensor& tensor,
                        Constant& constant, Place place) {
    const auto found = context.lookup_tables.find({place.graph.value, place.tensor.value});
    if (found == context.lookup_tables.end()) return false;
    const auto [buffer, index_bits] = found->second;
    const auto span = buffer < context.buffers.size() ? buffer_span(context, buffer) : std::nullopt;
    const auto tables = tables_of(context.model, tensor);
    const uint64_t width = bits(constant.dtype) / 8;
    const auto elements = element_count(context.model, constant.shape);
    const bool fits = span && tables && elements && width > 0 && index_bits > 0 &&
                      index_bits <= kMaxIndexBits &&
                      span->length / width >= static_cast<uint64_t>(tables->count) &&
                      *elements <= constant.length * 8 / index_bits;
    if (!fits) {
        table.reject(wire::Tensor::VT_BUFFER,
                     "does not fit the table of values that COMPRESSION_METADATA names");
        return true;
    }
    Constant values;
    values.name = constant.name;
    values.dtype = constant.dtype;
    values.file = FileId(0U);
    values.offset = span->offset;
    values.length = span->length;
    const auto entries = static_cast<int64_t>(span->length / width) / tables->count;
    const Dimension extents[] = {{tables->count, StringId()}, {entries, StringId()}};
    values.shape = {append(context.model.dims, std::span<const Dimension>(extents)), true};
    constant.decoder = &lut_decoder();
    constant.decoder_argument =
        lut_argument(ConstantId(context.model.constants.size()), index_bits, tables->axis);
    context.model.constants.push_back(values);
    return true;
}

}  // namespace netloupe::tflite
