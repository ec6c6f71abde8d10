#include <algorithm>
#include <array>

#include "formats/mnn.h"
#include "mnn_reading.h"
#include "network_reader.h"

namespace netloupe {

namespace mnn {

namespace {

using wire::Net;
using wire::Op;

/// Operators that are looked at to tell a network from another flatbuffer.
constexpr uint32_t kLookedAt = 16;

/// The format has no identifier: a network is known by operators of known types that give tensors which have
/// a name.
FormatReader::Match sniff(const Glance& file) {
    FlatSource source(file.bytes);
    const auto root = flat_root(source, Net::GetFullyQualifiedName());
    if (!root || !root->has(Net::VT_OPLISTS) || !root->has(Net::VT_TENSORNAME))
        return FormatReader::Match::kNo;
    const auto ops = root->tables<Op>(Net::VT_OPLISTS);
    const auto names = root->texts(Net::VT_TENSORNAME);
    if (ops.size() == 0 || names.size() == 0) return FormatReader::Match::kNo;
    for (uint32_t i = 0; i < std::min(ops.size(), kLookedAt); ++i) {
        const FlatTable op = ops[i];
        const auto type = static_cast<wire::OpType>(op.number<int32_t>(Op::VT_TYPE));
        const auto outputs = op.numbers<int32_t>(Op::VT_OUTPUTINDEXES);
        const bool known =
            *wire::EnumNameOpType(type) != '\0' &&
            op.number<uint8_t>(Op::VT_MAIN_TYPE) <= static_cast<uint8_t>(wire::OpParameter::MAX);
        if (!known || outputs.empty() || outputs[0] < 0 ||
            static_cast<uint32_t>(outputs[0]) >= names.size()) {
            return FormatReader::Match::kNo;
        }
        (void)names[static_cast<uint32_t>(outputs[0])];
    }
    return source.faulty() ? FormatReader::Match::kNo : FormatReader::Match::kSure;
}

Result<void> read(Model& model, const CancelToken& cancel) {
    MnnReading reading(model, cancel);
    const auto root = flat_root(reading.source, Net::GetFullyQualifiedName());
    if (!root) return fail(ErrorCode::kCorrupt, "The flatbuffer's root table is damaged.", 0);
    model.format = Format::kMnn;
    model.format_name = kMnnReader.name;
    // The layout of the root is the second one; the first had another and is not in use any more.
    model.format_version = "v2";
    read_network(reading, *root);
    if (cancel.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
    if (model.graphs[0].tensors.empty()) {
        if (!model.damages.empty()) return std::unexpected(model.damages.front().error);
        return fail(ErrorCode::kCorrupt, "The network has no tensors.", root->offset());
    }
    std::vector<KeyValue> entries;
    const auto add = [&](std::string_view key, std::string_view value) {
        if (!value.empty()) entries.push_back({reading.intern(key), reading.intern(value)});
    };
    add("source",
        wire::EnumNameNetSource(static_cast<wire::NetSource>(root->number<int8_t>(Net::VT_SOURCETYPE))));
    add("bizCode", root->text(Net::VT_BIZCODE));
    add("mnn_uuid", root->text(Net::VT_MNN_UUID));
    const FlatTable extra = root->table<wire::ExtraInfo>(Net::VT_EXTRAINFO);
    add("extraInfo.name", extra.text(wire::ExtraInfo::VT_NAME));
    model.producer = extra.text(wire::ExtraInfo::VT_VERSION).empty()
                         ? ""
                         : "MNN " + std::string(extra.text(wire::ExtraInfo::VT_VERSION));
    model.model_metadata = append(model.metadata, std::span<const KeyValue>(entries));
    reading.settle([] { return std::string(); }, Net::GetFullyQualifiedName(), {});
    reading.external_files.report(model);
    for (Graph& graph : model.graphs) connect(model, graph);
    return {};
}

constexpr auto kOwn = std::to_array<std::string_view>({".mnn"});

}  // namespace

}  // namespace mnn

const FormatReader kMnnReader = {
    .name = "MNN",
    .endings = {.own = mnn::kOwn, .text = {}, .shared = {}},
    .sniff = mnn::sniff,
    .read = mnn::read,
};

}  // namespace netloupe
