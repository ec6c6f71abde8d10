#include "metadata_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/utf8.h"
#include "tensor_reader.h"

namespace netloupe::tflite {

namespace {

using wire::Metadata;

constexpr uint64_t kTextBytes = 64 * 1024;

/// Text without the zeros that writers pad it with; nothing when it is not text.
std::optional<std::string_view> as_plain_text(Bytes bytes) {
    if (bytes.size() > kTextBytes) return std::nullopt;
    std::string_view text = as_text(bytes);
    text = text.substr(0, text.find_last_not_of('\0') + 1);
    const bool readable = std::ranges::none_of(
        text, [](unsigned char c) { return c < ' ' && c != '\n' && c != '\r' && c != '\t'; });
    return readable && is_utf8(text) ? std::optional(text) : std::nullopt;
}

void read_entry(ReadContext& context, std::string_view name, Bytes bytes, std::vector<KeyValue>& out) {
    const auto text = as_plain_text(bytes);
    if (name == "min_runtime_version" && text) {
        context.model.runtime = *text;
        return;
    }
    out.push_back({context.intern(name),
                   text ? context.intern(*text) : context.intern(fmt::format("{} bytes", bytes.size()))});
}

}  // namespace

void read_metadata(ReadContext& context) {
    const auto entries = context.root.tables<Metadata>(wire::Model::VT_METADATA);
    std::vector<KeyValue> out;
    for (uint32_t i = 0; i < entries.size() && !context.hopeless(); ++i) {
        const FlatTable entry = entries[i];
        const auto buffer = entry.number<uint32_t>(Metadata::VT_BUFFER);
        const auto span = buffer_span(context, buffer);
        if (buffer >= context.buffers.size()) {
            entry.reject(Metadata::VT_BUFFER, "names a buffer that does not exist");
        } else if (const auto bytes =
                       span ? slice(context.source.bytes(), span->offset, span->length) : Bytes()) {
            read_entry(context, entry.text(Metadata::VT_NAME), *bytes, out);
        }
        context.settle([&] { return fmt::format("metadata[{}]", i); }, Metadata::GetFullyQualifiedName(), {});
    }
    context.model.model_metadata = append(context.model.metadata, std::span<const KeyValue>(out));
}

}  // namespace netloupe::tflite
