#include "caffe_text.h"

#include "schemas/caffe.pb.h"

namespace netloupe::caffe {

namespace {

/// Layers, their parameters and what is in those.
constexpr uint32_t kNesting = 16;
/// What an empty layer takes in memory, with all that the parser remembers of it.
constexpr uint64_t kBytesOfLayer = 1400;

}  // namespace

Result<ConvertedText> convert_text(Bytes text) {
    if (auto size = protobuf_text::check_size(text, kBytesOfLayer); !size)
        return std::unexpected(size.error());
    schema::caffe::NetParameter network;
    auto parsed = protobuf_text::parse(protobuf_text::without_byte_order_mark(text), network, kNesting);
    if (parsed.error && network.layer().empty() && network.layers().empty()) {
        return std::unexpected(*parsed.error);
    }
    auto binary = protobuf_text::serialize(network);
    if (!binary) return std::unexpected(binary.error());
    ConvertedText converted;
    converted.binary = std::move(*binary);
    // A serialised message has its fields in the order of their numbers.
    for (const auto& layer : network.layers()) converted.lines.push_back(parsed.lines[&layer]);
    for (const auto& layer : network.layer()) converted.lines.push_back(parsed.lines[&layer]);
    converted.unknown = std::move(parsed.unknown);
    converted.damage = parsed.error;
    return converted;
}

}  // namespace netloupe::caffe
