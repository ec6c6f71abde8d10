#include <array>
#include <string_view>

#include "formats/onnx/semantics.h"
#include "formats/onnx/types.h"
#include "formats/ort.h"
#include "graph_reader.h"
#include "ort_reading.h"
#include "schemas/ort_bfbs_generated.h"

namespace netloupe {

namespace ort {

OrtReading::OrtReading(Model& into, const CancelToken& token)
    : FlatReading(into, token, wire::InferenceSessionBinarySchema::data()) {}

namespace {

using WireModel = wire::Model;

class Reader {
public:
    Reader(Model& model, const CancelToken& cancel) : reading_(model, cancel), model_(model) {}

    Result<void> read() {
        const auto root = flat_root(reading_.source, wire::InferenceSession::GetFullyQualifiedName());
        if (!root) return fail(ErrorCode::kCorrupt, "The flatbuffer's root table is damaged.", 0);
        model_.format = Format::kOrt;
        model_.format_name = kOrtReader.name;
        const FlatTable table = root->table<WireModel>(wire::InferenceSession::VT_MODEL);
        const FlatTable graph = table.table<wire::Graph>(WireModel::VT_GRAPH);
        reading_.settle([] { return std::string(); }, wire::InferenceSession::GetFullyQualifiedName(), {});
        if (!graph) return no_graph(*root);
        read_model(table);
        read_graph(reading_, graph, {"model.graph", GraphId(), NodeId(), StringId(), 0});
        if (reading_.cancel.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
        add_ort_version(root->text(wire::InferenceSession::VT_ORT_VERSION));
        model_.graphs[0].doc = reading_.intern(table.text(WireModel::VT_GRAPH_DOC_STRING));
        for (Graph& each : model_.graphs) onnx::assign_versions(model_, each, model_.imports);
        onnx::finish_graphs(model_, reading_.scopes);
        return {};
    }

private:
    std::unexpected<Error> no_graph(const FlatTable& root) const {
        if (!model_.damages.empty()) return std::unexpected(model_.damages.front().error);
        return fail(ErrorCode::kCorrupt, "The session has no model.graph.", root.offset());
    }

    /// The version of this format is a fact about the file; "v8" means ONNX's IR version everywhere else.
    void add_ort_version(std::string_view version) {
        Range& metadata = model_.graphs[0].metadata;
        const auto present = model_.metadata_of(metadata);
        std::vector<KeyValue> all(present.begin(), present.end());
        all.insert(all.begin(), {reading_.intern("ort_version"), reading_.intern(version)});
        metadata = append(model_.metadata, std::span<const KeyValue>(all));
    }

    void read_model(const FlatTable& table) {
        model_.format_version = "v" + std::to_string(table.number<int64_t>(WireModel::VT_IR_VERSION));
        model_.producer = table.text(WireModel::VT_PRODUCER_NAME);
        if (const auto version = table.text(WireModel::VT_PRODUCER_VERSION); !version.empty()) {
            model_.producer += (model_.producer.empty() ? "" : " ") + std::string(version);
        }
        model_.domain = table.text(WireModel::VT_DOMAIN);
        model_.version = std::to_string(table.number<int64_t>(WireModel::VT_MODEL_VERSION));
        model_.description = table.text(WireModel::VT_DOC_STRING);
        read_imports(table);
        read_metadata(table);
        reading_.settle([] { return std::string("model"); }, WireModel::GetFullyQualifiedName(), {});
    }

    void read_imports(const FlatTable& table) {
        const auto imports = table.tables<wire::OperatorSetId>(WireModel::VT_OPSET_IMPORT);
        for (uint32_t i = 0; i < imports.size() && !reading_.hopeless(); ++i) {
            const FlatTable import = imports[i];
            model_.imports.push_back(
                {reading_.intern(onnx::shown_domain(import.text(wire::OperatorSetId::VT_DOMAIN))),
                 import.number<int64_t>(wire::OperatorSetId::VT_VERSION)});
        }
    }

    void read_metadata(const FlatTable& table) {
        const auto entries = table.tables<wire::StringStringEntry>(WireModel::VT_METADATA_PROPS);
        std::vector<KeyValue> out;
        for (uint32_t i = 0; i < entries.size() && !reading_.hopeless(); ++i) {
            const FlatTable entry = entries[i];
            out.push_back({reading_.intern(entry.text(wire::StringStringEntry::VT_KEY)),
                           reading_.intern(entry.text(wire::StringStringEntry::VT_VALUE))});
        }
        model_.model_metadata = append(model_.metadata, std::span<const KeyValue>(out));
    }

    OrtReading reading_;
    Model& model_;
};

FormatReader::Match sniff(const Glance& file) {
    constexpr std::string_view kIdentifier = "ORTM";
    constexpr uint64_t kIdentifierOffset = 4;
    const auto identifier = slice(file.head, kIdentifierOffset, kIdentifier.size());
    return identifier && as_text(*identifier) == kIdentifier ? FormatReader::Match::kSure
                                                             : FormatReader::Match::kNo;
}

Result<void> read(Model& model, const CancelToken& cancel) {
    return Reader(model, cancel).read();
}

constexpr std::array<std::string_view, 1> kOwn = {".ort"};

}  // namespace

}  // namespace ort

constexpr FormatReader kOrtReader = {
    .name = "ONNX Runtime",
    .endings = {.own = ort::kOwn},
    .sniff = ort::sniff,
    .read = ort::read,
};

}  // namespace netloupe
