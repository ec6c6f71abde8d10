#include "model_card.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "containers/flatbuffer_json.h"
#include "metadata_reader.h"
#include "schemas/tflite_metadata_generated.h"

namespace netloupe::tflite {

namespace {

namespace card = ::netloupe::wire::tflite_metadata;

class CardReader {
public:
    CardReader(ReadContext& context, Bytes bytes, uint64_t base)
        : context_(context), schema_(metadata_schema()), source_(bytes, base) {}

    void read(std::vector<KeyValue>& out) {
        const auto root = flat_root(source_, card::ModelMetadata::GetFullyQualifiedName());
        if (!root) {
            return context_.damage({ErrorCode::kCorrupt, "TFLITE_METADATA is damaged.", source_.base(), 0},
                                   {});
        }
        read_model(*root, out);
        const auto subgraphs =
            root->tables<card::SubGraphMetadata>(card::ModelMetadata::VT_SUBGRAPH_METADATA);
        for (uint32_t i = 0; i < subgraphs.size() && i < context_.model.graphs.size(); ++i) {
            read_subgraph(subgraphs[i], GraphId(i));
        }
        if (const auto fault = source_.take_fault()) {
            context_.damage(
                schema_.error(*fault, "TFLITE_METADATA", card::ModelMetadata::GetFullyQualifiedName()), {});
        }
    }

private:
    void read_model(const FlatTable& root, std::vector<KeyValue>& out) {
        using card::ModelMetadata;
        Model& model = context_.model;
        model.version = to_utf8(root.text(ModelMetadata::VT_VERSION));
        const std::string description = to_utf8(root.text(ModelMetadata::VT_DESCRIPTION));
        if (!description.empty()) {
            model.description += (model.description.empty() ? "" : "\n") + description;
        }
        add_text(out, "name", root.text(ModelMetadata::VT_NAME));
        add_text(out, "author", root.text(ModelMetadata::VT_AUTHOR));
        add_text(out, "license", root.text(ModelMetadata::VT_LICENSE));
        add_text(out, "min_parser_version", root.text(ModelMetadata::VT_MIN_PARSER_VERSION));
        add_files(out, root, ModelMetadata::VT_ASSOCIATED_FILES);
    }

    void read_subgraph(const FlatTable& table, GraphId id) {
        using card::SubGraphMetadata;
        std::vector<KeyValue> out;
        add_text(out, "name", table.text(SubGraphMetadata::VT_NAME));
        add_text(out, "description", table.text(SubGraphMetadata::VT_DESCRIPTION));
        add_files(out, table, SubGraphMetadata::VT_ASSOCIATED_FILES);
        add_units(out, table, SubGraphMetadata::VT_INPUT_PROCESS_UNITS);
        add_units(out, table, SubGraphMetadata::VT_OUTPUT_PROCESS_UNITS);
        Graph& graph = context_.model.graphs[id.index()];
        graph.metadata = append(context_.model.metadata, std::span<const KeyValue>(out));
        read_ends(graph, graph.inputs,
                  table.tables<card::TensorMetadata>(SubGraphMetadata::VT_INPUT_TENSOR_METADATA));
        read_ends(graph, graph.outputs,
                  table.tables<card::TensorMetadata>(SubGraphMetadata::VT_OUTPUT_TENSOR_METADATA));
    }

    void read_ends(Graph& graph, const std::vector<TensorId>& ends, const FlatTables& tables) {
        for (uint32_t i = 0; i < tables.size() && i < ends.size(); ++i) {
            const auto out = read_tensor(tables[i]);
            graph.tensors[ends[i].index()].metadata =
                append(context_.model.metadata, std::span<const KeyValue>(out));
        }
    }

    std::vector<KeyValue> read_tensor(const FlatTable& table) {
        using card::TensorMetadata;
        std::vector<KeyValue> out;
        add_text(out, "name", table.text(TensorMetadata::VT_NAME));
        add_text(out, "description", table.text(TensorMetadata::VT_DESCRIPTION));
        const auto names = table.texts(TensorMetadata::VT_DIMENSION_NAMES);
        std::string listed;
        for (uint32_t i = 0; i < names.size(); ++i)
            listed += fmt::format("{}{}", i == 0 ? "" : ", ", names[i]);
        add_text(out, "dimension_names", listed);
        add_json<card::Content>(out, "content", table.table<card::Content>(TensorMetadata::VT_CONTENT));
        add_units(out, table, TensorMetadata::VT_PROCESS_UNITS);
        add_json<card::Stats>(out, "stats", table.table<card::Stats>(TensorMetadata::VT_STATS));
        add_files(out, table, TensorMetadata::VT_ASSOCIATED_FILES);
        return out;
    }

    void add_text(std::vector<KeyValue>& out, std::string_view key, std::string_view text) {
        if (!text.empty()) out.push_back({context_.intern(key), context_.intern(to_utf8(text))});
    }

    template <typename Wire>
    void add_json(std::vector<KeyValue>& out, std::string_view key, const FlatTable& table) {
        if (!table) return;
        if (const auto json = to_json(schema_, table, Wire::GetFullyQualifiedName(), kMetadataValues)) {
            add_text(out, key, *json);
        }
    }

    /// "labels.txt (TENSOR_AXIS_LABELS, en)"
    void add_files(std::vector<KeyValue>& out, const FlatTable& table, uint16_t field) {
        const FlatEnum types = schema_.enumeration("netloupe.wire.tflite_metadata.AssociatedFileType");
        std::string listed;
        const auto files = table.tables<card::AssociatedFile>(field);
        for (uint32_t i = 0; i < files.size() && !source_.exhausted(); ++i) {
            const FlatTable file = files[i];
            const auto* type = types.find(file.number<int8_t>(card::AssociatedFile::VT_TYPE));
            const auto locale = file.text(card::AssociatedFile::VT_LOCALE);
            listed +=
                fmt::format("{}{} ({}{}{})", i == 0 ? "" : ", ", file.text(card::AssociatedFile::VT_NAME),
                            type == nullptr ? "?" : type->name, locale.empty() ? "" : ", ", locale);
        }
        add_text(out, "associated_files", listed);
    }

    /// One entry for each, named after its kind: "NormalizationOptions" = {"mean":[127.5],"std":[127.5]}.
    void add_units(std::vector<KeyValue>& out, const FlatTable& table, uint16_t field) {
        const FlatEnum kinds = schema_.enumeration("netloupe.wire.tflite_metadata.ProcessUnitOptions");
        const auto units = table.tables<card::ProcessUnit>(field);
        for (uint32_t i = 0; i < units.size() && !source_.exhausted(); ++i) {
            const FlatTable unit = units[i];
            const auto* kind = kinds.find(unit.number<uint8_t>(card::ProcessUnit::VT_OPTIONS_TYPE));
            if (kind == nullptr || kind->table.empty()) continue;
            const FlatTable options = unit.table(card::ProcessUnit::VT_OPTIONS, kind->table);
            if (const auto json = to_json(schema_, options, kind->table, kMetadataValues)) {
                add_text(out, kind->name, *json);
            }
        }
    }

    ReadContext& context_;
    const FlatSchema& schema_;
    FlatSource source_;
};

}  // namespace

void read_model_card(ReadContext& context, Bytes bytes, uint64_t base, std::vector<KeyValue>& out) {
    CardReader(context, bytes, base).read(out);
}

}  // namespace netloupe::tflite
