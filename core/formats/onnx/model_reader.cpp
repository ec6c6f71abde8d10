#include "model_reader.h"

#include <algorithm>
#include <vector>

#include "device_configuration.h"
#include "formats/onnx/semantics.h"
#include "functions.h"
#include "graph_reader.h"
#include "reading.h"
#include "tensor_reader.h"

namespace netloupe::onnx {

namespace {

using wire::bytes_tag;
using wire::varint_tag;

/// Models without opset_import are of the time when there was one opset.
constexpr int64_t kFirstOpset = 1;

class ModelReader {
public:
    ModelReader(Model& model, const CancelToken& cancel, const SourceLines* lines)
        : reading_(model, cancel, lines), model_(model) {}

    Result<void> read() {
        model_.format = Format::kOnnx;
        model_.format_name = "ONNX";
        const Bytes file = model_.files[0].bytes();
        // The main graph is graphs[0], whatever stands before it in the file.
        GraphDraft main = begin_graph(reading_, GraphPlace(GraphKind::kMain), 0);
        wire::Reader reader(file, 0);
        wire::Field field;
        while (reader.next(field) && !reading_.cancelled()) take(field);
        if (!graph_pieces_.empty() && main.graph.origin.line == 0)
            main.graph.origin.offset = graph_pieces_.front().offset;
        read_graph_pieces(reading_, graph_pieces_, FieldPath{nullptr, "graph"}, main);
        end_graph(reading_, std::move(main));
        for (size_t i = 0; i < training_.size(); ++i) read_training(training_[i], i);
        for (size_t i = 0; i < function_messages_.size(); ++i) {
            functions_.push_back(read_function(reading_, function_messages_[i],
                                               FieldPath{nullptr, "functions", static_cast<int64_t>(i)}));
        }
        reading_.check(reader, {});
        if (reading_.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
        if (graph_pieces_.empty() && functions_.empty()) return no_graph();
        finish();
        return {};
    }

private:
    void take(const wire::Field& field) {
        switch (field.tag) {
            case varint_tag(1):
                model_.format_version = "v" + std::to_string(field.integer());
                break;
            case bytes_tag(2):
                producer_ = reading_.text(field, FieldPath{nullptr, "producer_name"});
                break;
            case bytes_tag(3):
                producer_version_ = reading_.text(field, FieldPath{nullptr, "producer_version"});
                break;
            case bytes_tag(4):
                model_.domain = model_.text(reading_.text(field, FieldPath{nullptr, "domain"}));
                break;
            case varint_tag(5):
                model_version_ = field.integer();
                break;
            case bytes_tag(6):
                model_.description = model_.text(reading_.text(field, FieldPath{nullptr, "doc_string"}));
                break;
            case bytes_tag(7):
                graph_pieces_.push_back(field);
                break;
            case bytes_tag(8):
                model_.imports.push_back(
                    read_opset_import(reading_, field, FieldPath{nullptr, "opset_import"}));
                break;
            case bytes_tag(14):
                read_entry(reading_, field, FieldPath{nullptr, "metadata_props"});
                break;
            case bytes_tag(20):
                training_.push_back(field);
                break;
            case bytes_tag(25):
                function_messages_.push_back(field);
                break;
            case bytes_tag(26):
                read_device_configuration(reading_, field, FieldPath{nullptr, "configuration"});
                break;
            default:
                break;
        }
    }

    /// TrainingInfoProto: the graphs that initialise and train the main graph's initializers; the names that
    /// are rebound to their outputs become metadata of the graph.
    void read_training(const wire::Field& message, size_t index) {
        const FieldPath path{nullptr, "training_info", static_cast<int64_t>(index)};
        GraphId initialization;
        GraphId algorithm;
        std::vector<KeyValue> initialization_bindings;
        std::vector<KeyValue> update_bindings;
        wire::Reader reader(message.bytes, message.offset);
        wire::Field field;
        while (reader.next(field)) {
            switch (field.tag) {
                case bytes_tag(1):
                    initialization = read_training_graph(field, path.field("initialization"));
                    break;
                case bytes_tag(2):
                    algorithm = read_training_graph(field, path.field("algorithm"));
                    break;
                case bytes_tag(3):
                    initialization_bindings.push_back(
                        read_binding(field, path.field("initialization_binding")));
                    break;
                case bytes_tag(4):
                    update_bindings.push_back(read_binding(field, path.field("update_binding")));
                    break;
                default:
                    break;
            }
        }
        reading_.check(reader, path);
        set_bindings(initialization, initialization_bindings);
        set_bindings(algorithm, update_bindings);
    }

    GraphId read_training_graph(const wire::Field& field, const FieldPath& path) {
        GraphPlace place(GraphKind::kTraining);
        place.outer = GraphId(0U);
        return read_graph(reading_, field, path, place);
    }

    KeyValue read_binding(const wire::Field& field, const FieldPath& path) {
        auto& metadata = reading_.scratch.metadata;
        read_entry(reading_, field, path);
        const KeyValue binding = metadata.back();
        metadata.pop_back();
        return binding;
    }

    void set_bindings(GraphId graph, const std::vector<KeyValue>& bindings) {
        if (!graph.valid() || bindings.empty()) return;
        Range& metadata = model_.graphs[graph.index()].metadata;
        std::vector<KeyValue> all(bindings);
        for (KeyValue& binding : all) {
            binding.key = model_.strings.intern("binding of " + std::string(model_.text(binding.key)));
        }
        const auto own = model_.metadata_of(metadata);
        all.insert(all.begin(), own.begin(), own.end());
        metadata = append(model_.metadata, std::span<const KeyValue>(all));
    }

    std::unexpected<Error> no_graph() const {
        if (!model_.damages.empty()) return std::unexpected(model_.damages.front().error);
        return fail(ErrorCode::kCorrupt,
                    "The model has no graph: field 7 of ModelProto is not there; the file may be truncated.",
                    model_.files[0].bytes().size());
    }

    void finish() {
        model_.model_metadata = take_metadata(reading_, 0);
        model_.producer = model_.text(producer_);
        if (const auto version = model_.text(producer_version_); !version.empty()) {
            model_.producer += (model_.producer.empty() ? "" : " ") + std::string(version);
        }
        model_.version = std::to_string(model_version_);
        reading_.external.report(model_);
        resolve_calls(reading_, functions_);
        assign_all_versions();
        finish_graphs(model_, reading_.scopes);
    }

    void assign_all_versions() {
        const std::vector<OpsetImport> first{{model_.strings.intern("ai.onnx"), kFirstOpset}};
        const auto& imports = model_.imports.empty() ? first : model_.imports;
        const auto owners = functions_of_graphs(model_, functions_);
        for (size_t g = 0; g < model_.graphs.size(); ++g) {
            const bool of_model = owners[g] == kNoFunction || functions_[owners[g]].imports.empty();
            assign_versions(model_, model_.graphs[g], of_model ? imports : functions_[owners[g]].imports);
        }
    }

    Reading reading_;
    Model& model_;
    StringId producer_;
    StringId producer_version_;
    int64_t model_version_ = 0;
    std::vector<wire::Field> graph_pieces_;
    std::vector<wire::Field> training_;
    std::vector<wire::Field> function_messages_;
    std::vector<Function> functions_;
};

}  // namespace

Result<void> read_model_message(Model& model, const CancelToken& cancel, const SourceLines* lines) {
    return ModelReader(model, cancel, lines).read();
}

}  // namespace netloupe::onnx
