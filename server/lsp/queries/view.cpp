#include <fmt/core.h>
#include <zlib.h>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "lsp/query.h"
#include "view/view_builder.h"

namespace netloupe::lsp {

namespace {

/// The fastest level: coordinates shrink well at any.
constexpr int kLevel = 1;
constexpr int kGzipWindow = 15 + 16;
constexpr int kMemoryLevel = 9;

std::optional<std::string> gzip(std::span<const std::byte> bytes) {
    z_stream stream{};
    if (deflateInit2(&stream, kLevel, Z_DEFLATED, kGzipWindow, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK)
        return std::nullopt;
    std::string packed(deflateBound(&stream, bytes.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const int state = deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    if (state != Z_STREAM_END) return std::nullopt;
    return packed;
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (size_t i = 0; i < bytes.size(); i += 3) {
        const size_t left = bytes.size() - i;
        const auto at = [&](size_t k) -> uint32_t {
            return k < left ? static_cast<unsigned char>(bytes[i + k]) : 0U;
        };
        const uint32_t group = at(0) << 16 | at(1) << 8 | at(2);
        text += kDigits[group >> 18];
        text += kDigits[group >> 12 & 63];
        text += left > 1 ? kDigits[group >> 6 & 63] : '=';
        text += left > 2 ? kDigits[group & 63] : '=';
    }
    return text;
}

}  // namespace

Answer answer_view(Query& query) {
    const Graph* graph = query.graph();
    ViewOptions options;
    options.generation = query.document.generation;
    if (const auto direction = query.params.optional_text("direction")) {
        options.rightwards = *direction == "right";
        if (*direction != "down" && *direction != "right")
            query.params.reject("direction", fmt::format("{} is neither down nor right.", *direction));
    }
    options.shapes = query.document.shapes.get();
    options.unfold = query.params.flag("unfold");
    if (graph == nullptr || query.params.failed()) return query.params.refusal();
    std::span<const lint::Finding> findings;
    if (query.document.findings) findings = *query.document.findings;
    const auto view = build_view(query.model, query.graph_id, options, findings, query.cancel);
    if (!view) return rpc_fail(RpcCode::kRequestFailed, view.error().message);
    const auto packed = gzip(*view);
    if (!packed) return rpc_fail(RpcCode::kInternalError, "The view could not be compressed.");
    return Json{{"generation", options.generation}, {"bytes", base64(*packed)}};
}

}  // namespace netloupe::lsp
