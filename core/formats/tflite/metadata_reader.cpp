#include "metadata_reader.h"

#include <fmt/format.h>

#include <vector>

#include "containers/flatbuffer_json.h"
#include "model_card.h"
#include "plain_text.h"
#include "schemas/tflite_metadata_bfbs_generated.h"
#include "schemas/tflite_metadata_generated.h"
#include "tensor_reader.h"

namespace netloupe::tflite {

namespace {

namespace notes = ::netloupe::wire::tflite_metadata;
using wire::Metadata;

/// The first table of a metadata flatbuffer as JSON; its size when it is damaged.
std::string flatbuffer_text(Bytes bytes, std::string_view type) {
    FlatSource source(bytes);
    const auto root = flat_root(source, type);
    const auto json = root ? to_json(metadata_schema(), *root, type, kMetadataValues) : std::nullopt;
    return json.value_or(fmt::format("{} damaged bytes", bytes.size()));
}

/// Where a memory planner has put each tensor: int32 version, subgraph, count, then offsets (-1: not
/// planned).
std::string memory_plan_text(Bytes bytes) {
    std::string text;
    for (uint64_t at = 0; at < bytes.size() && at < kMetadataValues; at += sizeof(int32_t)) {
        const auto number = load<int32_t>(bytes, at);
        if (number) text += fmt::format("{}{}", at == 0 ? "" : ", ", *number);
    }
    return text;
}

std::string value_text(std::string_view name, Bytes bytes) {
    if (name == "CONVERSION_METADATA") {
        return flatbuffer_text(bytes, notes::ConversionMetadata::GetFullyQualifiedName());
    }
    if (name == "COMPRESSION_METADATA") {
        return flatbuffer_text(bytes, notes::Compression::GetFullyQualifiedName());
    }
    if (name == "OfflineMemoryAllocation") return memory_plan_text(bytes);
    if (const auto text = as_plain_text(as_text(bytes))) return std::string(*text);
    return fmt::format("{} bytes", bytes.size());
}

void read_entry(ReadContext& context, std::string_view name, Bytes bytes, uint64_t base,
                std::vector<KeyValue>& out) {
    if (name == "min_runtime_version") {
        context.model.runtime = value_text(name, bytes);
    } else if (name == "TFLITE_METADATA") {
        read_model_card(context, bytes, base, out);
    } else {
        out.push_back({context.intern(to_utf8(name)), context.intern(value_text(name, bytes))});
    }
}

}  // namespace

const FlatSchema& metadata_schema() {
    static const FlatSchema kSchema(notes::ModelMetadataBinarySchema::data());
    return kSchema;
}

void read_metadata(ReadContext& context) {
    const auto entries = context.root.tables<Metadata>(wire::Model::VT_METADATA);
    std::vector<KeyValue> out;
    for (uint32_t i = 0; i < entries.size() && !context.hopeless(); ++i) {
        const FlatTable entry = entries[i];
        const auto buffer = entry.number<uint32_t>(Metadata::VT_BUFFER);
        if (buffer >= context.buffers.size()) {
            entry.reject(Metadata::VT_BUFFER, "names a buffer that does not exist");
        }
        const auto span = buffer_span(context, buffer).value_or(BufferSpan());
        if (const auto bytes = slice(context.source.bytes(), span.offset, span.length)) {
            read_entry(context, entry.text(Metadata::VT_NAME), *bytes, span.offset, out);
        }
        context.settle([&] { return fmt::format("metadata[{}]", i); }, Metadata::GetFullyQualifiedName(), {});
    }
    context.model.model_metadata = append(context.model.metadata, std::span<const KeyValue>(out));
}

}  // namespace netloupe::tflite
