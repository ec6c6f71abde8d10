#include "model_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/limits.h"
#include "feature_types.h"
#include "formats/coreml.h"
#include "message_attributes.h"
#include "network_reader.h"
#include "program_reader.h"

namespace netloupe::coreml {

namespace {

using wire::bytes_tag;
using wire::varint_tag;

/// Model: fields from here on are the kinds of model.
constexpr uint32_t kFirstKind = 200;

/// The parts of a ModelDescription message.
struct Description {
    std::vector<Feature> inputs;
    std::vector<Feature> outputs;
    std::vector<Feature> states;
    StringId predicted_feature{0U};
    StringId predicted_probabilities{0U};
    Piece metadata;
};

/// The parts of a Model message.
struct Parts {
    int64_t version = 0;
    Piece description;
    uint32_t kind = 0;
    Piece content;
};

Parts read_parts(CoremlReading& reading, Piece model) {
    Parts out;
    reading.each_field(model, "Model", [&](const wire::Field& field) {
        if (field.tag == varint_tag(1)) out.version = field.integer32();
        if (field.tag == bytes_tag(2)) out.description = piece_of(field);
        if (field.number() >= kFirstKind && field.type() == wire::WireType::kBytes) {
            out.kind = field.number();
            out.content = piece_of(field);
        }
    });
    return out;
}

Description read_description(CoremlReading& reading, Piece message) {
    Description out;
    reading.each_field(message, "ModelDescription", [&](const wire::Field& field) {
        switch (field.tag) {
            case bytes_tag(1):
                out.inputs.push_back(read_feature(reading, piece_of(field)));
                break;
            case bytes_tag(10):
                out.outputs.push_back(read_feature(reading, piece_of(field)));
                break;
            case bytes_tag(11):
                out.predicted_feature = reading.text(field);
                break;
            case bytes_tag(12):
                out.predicted_probabilities = reading.text(field);
                break;
            case bytes_tag(13):
                out.states.push_back(read_feature(reading, piece_of(field)));
                break;
            case bytes_tag(100):
                out.metadata = piece_of(field);
                break;
            default:
                break;
        }
    });
    return out;
}

class ModelReader {
public:
    explicit ModelReader(CoremlReading& reading)
        : reading_(reading), model_(reading.model), values_(reading, GraphId(0U)) {}

    Result<void> read() {
        const Parts parts = read_parts(reading_, {model_.files[0].bytes(), 0});
        if (parts.kind == 0) {
            if (!model_.damages.empty()) return std::unexpected(model_.damages.front().error);
            return fail(ErrorCode::kCorrupt, "The file holds no model of a kind that is known.", 0);
        }
        model_.format = Format::kCoreml;
        model_.format_name = kCoremlReader.name;
        model_.format_version = fmt::format("v{}", parts.version);
        const Description description = read_description(reading_, parts.description);
        read_metadata(description.metadata);
        model_.graphs.emplace_back();
        if (parts.kind == kProgram) {
            read_mil_program(reading_, parts.content, GraphId(0U));
            describe_program(description);
        } else {
            read_ends(description.inputs);
            read_ends(description.states);
            read_kind(parts, description, 0);
            for (const Feature& output : description.outputs) {
                const TensorId id = values_.use(output.name);
                set_feature(reading_, output, values_[id]);
                graph().outputs.push_back(id);
            }
        }
        if (reading_.cancel.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
        reading_.external_files.report(model_);
        for (Graph& each : model_.graphs) connect(model_, each);
        return {};
    }

private:
    enum Kinds : uint32_t {
        kPipelineClassifier = 200,
        kPipelineRegressor = 201,
        kPipeline = 202,
        kNetworkRegressor = 303,
        kNetworkClassifier = 403,
        kNetwork = 500,
        kProgram = 502,
    };

    Graph& graph() { return model_.graphs[0]; }

    void read_ends(const std::vector<Feature>& features) {
        for (const Feature& input : features) {
            const TensorId id = values_.define(input.name);
            set_feature(reading_, input, values_[id]);
            graph().inputs.push_back(id);
        }
    }

    /// A program types its own inputs and outputs; the description says more of images and labels.
    void describe_program(const Description& description) {
        const auto describe = [&](const std::vector<Feature>& features, const std::vector<TensorId>& ends) {
            for (const Feature& feature : features) {
                for (const TensorId id : ends) {
                    Tensor& tensor = graph().tensors[id.index()];
                    if (tensor.name == feature.name) set_feature(reading_, feature, tensor);
                }
            }
        };
        describe(description.inputs, std::vector<TensorId>(graph().inputs));
        describe(description.outputs, std::vector<TensorId>(graph().outputs));
    }

    void read_metadata(Piece message) {
        std::vector<KeyValue> entries;
        const auto add = [&](std::string_view key, const wire::Field& field) {
            if (!field.bytes.empty()) entries.push_back({reading_.intern(key), reading_.text(field)});
        };
        reading_.each_field(message, "Metadata", [&](const wire::Field& field) {
            switch (field.tag) {
                case bytes_tag(1):
                    model_.description = as_text(field.bytes);
                    break;
                case bytes_tag(2):
                    model_.version = as_text(field.bytes);
                    break;
                case bytes_tag(3):
                    add("author", field);
                    break;
                case bytes_tag(4):
                    add("license", field);
                    break;
                case bytes_tag(100): {
                    KeyValue entry{StringId(0U), StringId(0U)};
                    reading_.each_field(piece_of(field), "userDefined", [&](const wire::Field& part) {
                        if (part.tag == bytes_tag(1)) entry.key = reading_.text(part);
                        if (part.tag == bytes_tag(2)) entry.value = reading_.text(part);
                    });
                    entries.push_back(entry);
                    break;
                }
                default:
                    break;
            }
        });
        model_.model_metadata = append(model_.metadata, std::span<const KeyValue>(entries));
    }

    void read_kind(const Parts& parts, const Description& description, uint32_t depth) {
        switch (parts.kind) {
            case kPipelineClassifier:
            case kPipelineRegressor:
                return reading_.each_field(parts.content, "Pipeline", [&](const wire::Field& field) {
                    if (field.tag == bytes_tag(1)) read_pipeline(piece_of(field), depth);
                });
            case kPipeline:
                return read_pipeline(parts.content, depth);
            case kNetworkRegressor:
            case kNetwork:
                return read_network(reading_, parts.content, values_);
            case kNetworkClassifier:
                read_network(reading_, parts.content, values_);
                return read_labels(parts.content, description);
            default:
                return read_single(parts, description);
        }
    }

    /// The models of a pipeline follow one another in one graph, joined by the names of their features.
    void read_pipeline(Piece pipeline, uint32_t depth) {
        if (depth >= limits::kNesting) {
            return reading_.damage(
                {ErrorCode::kLimit, "Pipelines are nested too deeply.", pipeline.offset, 0});
        }
        reading_.each_field(pipeline, "Pipeline", [&](const wire::Field& field) {
            if (field.tag != bytes_tag(1)) return;
            const Parts parts = read_parts(reading_, piece_of(field));
            read_kind(parts, read_description(reading_, parts.description), depth + 1);
        });
    }

    /// A model that is one operation: its inputs and outputs are those of its description.
    void read_single(const Parts& parts, const Description& description) {
        const FieldDescriptor* kind = descriptor("Model").FindFieldByNumber(static_cast<int>(parts.kind));
        NodeDraft draft;
        draft.node.op = reading_.intern(kind == nullptr ? fmt::format("model {}", parts.kind) : kind->name());
        draft.node.is_custom = draft.node.op == reading_.intern("customModel");
        draft.node.origin.offset = parts.content.offset;
        for (const Feature& input : description.inputs) {
            draft.inputs.push_back(values_.use(input.name));
            draft.input_names.push_back(StringId(0U));
        }
        const size_t first = model_.attributes.size();
        // A program inside a pipeline is not spread out.
        if (kind != nullptr && parts.kind != kProgram) {
            add_parameters(reading_, parts.content, *kind->message_type(), kind->name(), kind->name(),
                           values_, draft);
        }
        for (const Feature& output : description.outputs) {
            const TensorId id = values_.define(output.name);
            set_feature(reading_, output, values_[id]);
            draft.outputs.push_back(id);
        }
        add_node(reading_, GraphId(0U), std::move(draft), first);
    }

    /// What makes a label and a table of probabilities from the last layer of a classifier.
    void read_labels(Piece classifier, const Description& description) {
        StringId layer(0U);
        NodeDraft draft;
        const size_t first = model_.attributes.size();
        reading_.each_field(classifier, "NeuralNetworkClassifier", [&](const wire::Field& field) {
            if (field.tag == bytes_tag(200)) layer = reading_.text(field);
            if (field.tag != bytes_tag(100) && field.tag != bytes_tag(101)) return;
            const bool texts = field.tag == bytes_tag(100);
            draft.node.op = reading_.intern(texts ? "stringClassLabels" : "int64ClassLabels");
            draft.node.origin.offset = field.offset;
            read_message(reading_, piece_of(field), descriptor(texts ? "StringVector" : "Int64Vector"),
                         [](const std::string&, Piece) {});
        });
        if (!draft.node.op.valid()) return;
        if (layer.value != 0) {
            draft.inputs.push_back(values_.use(layer));
        } else if (!graph().nodes.empty()) {
            const auto outputs = model_.outputs(graph().nodes.back());
            if (!outputs.empty()) draft.inputs.push_back(outputs[0]);
        }
        for (const StringId name : {description.predicted_probabilities, description.predicted_feature}) {
            if (name.value != 0) draft.outputs.push_back(values_.define(name));
        }
        add_node(reading_, GraphId(0U), std::move(draft), first);
    }

    CoremlReading& reading_;
    Model& model_;
    NamedValues values_;
};

}  // namespace

Result<void> read_model_message(CoremlReading& reading) {
    return ModelReader(reading).read();
}

bool is_model_message(Bytes head) {
    // A version of one byte, then a description that begins with a feature that has a name, or its metadata.
    wire::Reader reader(head, 0);
    wire::Field field;
    if (!reader.next(field) || field.tag != varint_tag(1) || field.value == 0 || field.value > 64)
        return false;
    if (!reader.next(field) || field.tag != bytes_tag(2)) return false;
    wire::Reader description(field.bytes, 0);
    wire::Field feature;
    if (!description.next(feature) || feature.type() != wire::WireType::kBytes) return false;
    const uint32_t number = feature.number();
    const bool known = number == 1 || (number >= 10 && number <= 13) || number == 20 || number == 21 ||
                       number == 50 || number == 100;
    wire::Reader inner(feature.bytes, 0);
    wire::Field name;
    if (!known || !inner.next(name) || name.tag != bytes_tag(1)) return false;
    if (number == 100 || field.cut) return true;
    // The kind of model comes next.
    return !reader.next(field) || (field.number() >= 10 && field.number() <= 3000);
}

}  // namespace netloupe::coreml
