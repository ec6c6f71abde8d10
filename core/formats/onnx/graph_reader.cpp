#include "graph_reader.h"

#include <utility>

#include "attribute_reader.h"
#include "device_configuration.h"
#include "tensor_reader.h"
#include "type_reader.h"

namespace netloupe::onnx {

namespace {

using wire::bytes_tag;

/// What a node pushed to the scratch lists since it began.
class NodeScratch {
public:
    explicit NodeScratch(Scratch& scratch)
        : scratch_(scratch),
          inputs_(scratch.inputs.size()),
          outputs_(scratch.outputs.size()),
          attributes_(scratch.attributes.size()),
          metadata_(scratch.metadata.size()) {}

    void move_into(Reading& reading, Node& node) {
        Model& model = reading.model;
        node.inputs = move(model.operands, scratch_.inputs, inputs_);
        node.outputs = move(model.operands, scratch_.outputs, outputs_);
        node.attributes = move(model.attributes, scratch_.attributes, attributes_);
        node.metadata = take_metadata(reading, metadata_);
    }
    [[nodiscard]] size_t attribute_count() const { return scratch_.attributes.size() - attributes_; }

private:
    template <typename T>
    static Range move(std::vector<T>& pool, std::vector<T>& list, size_t begin) {
        const Range range = append(pool, std::span<const T>(list).subspan(begin));
        list.resize(begin);
        return range;
    }

    Scratch& scratch_;
    size_t inputs_;
    size_t outputs_;
    size_t attributes_;
    size_t metadata_;
};

/// Elements that room is made for at once; a graph that has more grows its lists as it is read.
constexpr uint64_t kMostReserved = 4'000'000;

/// Reads the fields of a GraphProto.
class GraphReader {
public:
    GraphReader(Reading& reading, const FieldPath& path, GraphDraft& draft)
        : reading_(reading), path_(path), draft_(draft), metadata_(reading.scratch.metadata.size()) {}

    /// Makes room for what the pieces hold, so that nothing moves while they are read.
    void reserve(std::span<const wire::Field> pieces) {
        std::array<uint64_t, 17> counts{};
        for (const wire::Field& piece : pieces) {
            wire::Reader reader(piece.bytes, piece.offset);
            wire::Field field;
            while (reader.next(field)) {
                if (field.number() < counts.size()) ++counts[field.number()];
            }
        }
        const uint64_t nodes = std::min(counts[1], kMostReserved);
        const uint64_t stored = std::min(counts[5] + counts[15], kMostReserved);
        const uint64_t values = std::min(counts[11] + counts[12] + counts[13], kMostReserved);
        Model& model = reading_.model;
        draft_.graph.nodes.reserve(nodes);
        // Nodes have names and one output each, as a rule.
        draft_.graph.tensors.reserve(nodes + stored + std::min(counts[11], kMostReserved));
        if (draft_.id.value != 0) return;  // Room in the pools is for the main graph to make.
        draft_.names.reserve(nodes + stored);
        model.strings.reserve(nodes * 2 + stored);
        model.constants.reserve(stored);
        model.operands.reserve(nodes * 3);
        model.attributes.reserve(nodes);
        model.dims.reserve((stored + values) * 4);
    }

    void read_piece(const wire::Field& message) {
        wire::Reader reader(message.bytes, message.offset);
        wire::Field field;
        while (reader.next(field)) {
            if (field.tag == bytes_tag(1)) {
                const FieldPath at = path_.element("node", draft_.graph.nodes.size());
                if (reading_.stopped() || !has_room(at, field.offset)) return;
                read_node(reading_, field, at, draft_);
            } else {
                take(field);
            }
        }
        reading_.check(reader, path_);
    }

    /// Reads what speaks of values by name, which waits until all of them are known.
    void finish(std::span<const wire::Field> pieces) {
        draft_.graph.metadata = take_metadata(reading_, metadata_);
        uint64_t value_infos = 0;
        uint64_t annotations = 0;
        for (const wire::Field& piece : pieces) {
            wire::Reader reader(piece.bytes, piece.offset);
            wire::Field field;
            while (reader.next(field)) {
                if (field.tag == bytes_tag(13)) {
                    read_value_info(reading_, field, path_.element("value_info", value_infos++), draft_);
                } else if (field.tag == bytes_tag(14)) {
                    read_annotation(field, path_.element("quantization_annotation", annotations++));
                }
            }
        }
    }

private:
    bool has_room(const FieldPath& path, uint64_t offset) {
        const uint64_t elements = draft_.graph.nodes.size() + draft_.graph.tensors.size() +
                                  reading_.model.operands.size() + reading_.model.attributes.size();
        return reading_.has_room(elements, path, offset);
    }

    void take(const wire::Field& field) {
        Graph& graph = draft_.graph;
        switch (field.tag) {
            case bytes_tag(2):
                graph.name = reading_.text(field, path_.field("name"));
                break;
            case bytes_tag(5): {
                const size_t damages = reading_.model.damages.size();
                const Origin origin = reading_.tensor_origin(field.offset);
                add_initializer(read_tensor(reading_, field, path_.element("initializer", initializers_++)),
                                origin, damages);
                break;
            }
            case bytes_tag(10):
                graph.doc = reading_.text(field, path_.field("doc_string"));
                break;
            case bytes_tag(11):
                add_value(field, path_.element("input", graph.inputs.size()), graph.inputs);
                break;
            case bytes_tag(12):
                add_value(field, path_.element("output", graph.outputs.size()), graph.outputs);
                break;
            case bytes_tag(15): {
                const size_t damages = reading_.model.damages.size();
                const Origin origin = reading_.tensor_origin(field.offset);
                const FieldPath path = path_.element("sparse_initializer", sparse_initializers_++);
                add_initializer(read_sparse_tensor(reading_, field, path), origin, damages);
                break;
            }
            case bytes_tag(16):
                read_entry(reading_, field, path_.field("metadata_props"));
                break;
            default:
                break;
        }
    }

    /// `damages` is how many there were before the tensor was read: the later ones are its own.
    void add_initializer(const StoredTensor& stored, Origin origin, size_t damages) {
        TensorId id = draft_.tensor(stored.name);
        // A second initializer of a name, or one without a name, is kept where nothing can refer to it.
        if (!id.valid() || draft_.graph.tensors[id.index()].constant.valid()) {
            id = TensorId(draft_.graph.tensors.size());
            draft_.graph.tensors.emplace_back().name = stored.name;
        }
        const Constant& constant = reading_.model.constant(stored.constant);
        Tensor& tensor = draft_.graph.tensors[id.index()];
        tensor.constant = stored.constant;
        tensor.declared = true;
        tensor.kind = constant.sparse ? ValueKind::kSparseTensor : ValueKind::kTensor;
        tensor.dtype = constant.dtype;
        tensor.shape = constant.shape;
        tensor.origin = origin;
        if (tensor.doc.value == StringId::kNone) tensor.doc = stored.doc;
        if (!stored.metadata.empty()) tensor.metadata = stored.metadata;
        for (size_t i = damages; i < reading_.model.damages.size(); ++i)
            reading_.model.damages[i].tensor = id;
    }

    void add_value(const wire::Field& field, const FieldPath& path, std::vector<TensorId>& list) {
        const Origin origin = reading_.value_origin(field.offset);
        const TensorId id = declare(field, path);
        list.push_back(id);
        Tensor& tensor = draft_.graph.tensors[id.index()];
        if (tensor.origin.offset == Error::kNoOffset && tensor.origin.line == 0) tensor.origin = origin;
    }

    /// The value that a ValueInfoProto speaks of, made when it is new; one without a name stands alone.
    TensorId declare(const wire::Field& field, const FieldPath& path) {
        TensorId id = draft_.tensor(reading_.text(name_of_value(field), path.field("name")));
        if (!id.valid()) {
            id = TensorId(draft_.graph.tensors.size());
            draft_.graph.tensors.emplace_back().name = reading_.model.strings.intern("");
        }
        apply(reading_, field, path, draft_.graph.tensors[id.index()]);
        return id;
    }

    void read_annotation(const wire::Field& message, const FieldPath& path);

public:
    /// The name in a ValueInfoProto.
    static wire::Field name_of_value(const wire::Field& message) {
        wire::Reader reader(message.bytes, message.offset);
        wire::Field field;
        while (reader.next(field)) {
            if (field.tag == bytes_tag(1)) return field;
        }
        return {};
    }

    static void apply(Reading& reading, const wire::Field& message, const FieldPath& path, Tensor& tensor) {
        const size_t metadata = reading.scratch.metadata.size();
        wire::Reader reader(message.bytes, message.offset);
        wire::Field field;
        while (reader.next(field)) {
            switch (field.tag) {
                case bytes_tag(2):
                    read_type(reading, field, path.field("type"), tensor);
                    break;
                case bytes_tag(3):
                    tensor.doc = reading.text(field, path.field("doc_string"));
                    break;
                case bytes_tag(4):
                    read_entry(reading, field, path.field("metadata_props"));
                    break;
                default:
                    break;
            }
        }
        reading.check(reader, path);
        if (reading.scratch.metadata.size() > metadata) tensor.metadata = take_metadata(reading, metadata);
    }

private:
    Reading& reading_;
    const FieldPath& path_;
    GraphDraft& draft_;
    size_t metadata_;
    uint64_t initializers_ = 0;
    uint64_t sparse_initializers_ = 0;
};

/// TensorAnnotation: names of the tensors that hold scale and zero point of a tensor.
void GraphReader::read_annotation(const wire::Field& message, const FieldPath& path) {
    Model& model = reading_.model;
    const size_t begin = reading_.scratch.metadata.size();
    StringId name;
    wire::Reader reader(message.bytes, message.offset);
    wire::Field field;
    while (reader.next(field)) {
        if (field.tag == bytes_tag(1)) name = reading_.text(field, path.field("tensor_name"));
        if (field.tag == bytes_tag(2)) {
            read_entry(reading_, field, path.field("quant_parameter_tensor_names"));
        }
    }
    reading_.check(reader, path);
    const std::vector<KeyValue> entries(reading_.scratch.metadata.begin() + static_cast<ptrdiff_t>(begin),
                                        reading_.scratch.metadata.end());
    reading_.scratch.metadata.resize(begin);
    const TensorId id = name.valid() ? draft_.names.find(name) : TensorId();
    if (!id.valid()) return;
    Quantization quantization;
    quantization.storage = draft_.graph.tensor(id).dtype;
    std::string details;
    for (const KeyValue& entry : entries) {
        const std::string_view key = model.text(entry.key);
        const TensorId parameter = draft_.names.find(entry.value);
        ParameterSource source;
        source.kind = ParameterSource::Kind::kComputed;
        if (parameter.valid() && draft_.graph.tensor(parameter).constant.valid()) {
            source = {ParameterSource::Kind::kConstant, {}, draft_.graph.tensor(parameter).constant};
        }
        if (key == "SCALE_TENSOR") {
            quantization.scale = source;
        } else if (key == "ZERO_POINT_TENSOR") {
            quantization.zero_point = source;
            if (parameter.valid()) quantization.zero_point_type = draft_.graph.tensor(parameter).dtype;
        } else {
            details += (details.empty() ? "" : ", ") + std::string(key) + ": " +
                       std::string(model.text(entry.value));
        }
    }
    quantization.details = model.strings.intern(details);
    model.quantizations.push_back(quantization);
    draft_.graph.tensors[id.index()].quantization = QuantizationId(model.quantizations.size() - 1);
}

/// What a NodeProto says of its node in words.
void take_description(Reading& reading, const wire::Field& field, const FieldPath& path, Node& node) {
    switch (field.tag) {
        case bytes_tag(3):
            node.name = reading.text(field, path.field("name"));
            break;
        case bytes_tag(4):
            node.op = reading.text(field, path.field("op_type"));
            break;
        case bytes_tag(6):
            node.doc = reading.text(field, path.field("doc_string"));
            break;
        case bytes_tag(7):
            node.domain = reading.text(field, path.field("domain"));
            break;
        case bytes_tag(9):
            read_entry(reading, field, path.field("metadata_props"));
            break;
        case bytes_tag(10):
            read_node_devices(reading, field, path.field("device_configurations"));
            break;
        default:
            break;
    }
}

}  // namespace

GraphDraft begin_graph(Reading& reading, const GraphPlace& place, uint64_t offset) {
    GraphDraft draft;
    draft.id = GraphId(reading.model.graphs.size());
    draft.graph.kind = place.kind;
    draft.graph.parent = place.parent == nullptr ? GraphId() : place.parent->id;
    draft.graph.owner = place.owner;
    draft.graph.owner_attribute = place.owner_attribute;
    draft.graph.origin = reading.graph_origin(offset);
    reading.model.graphs.emplace_back();
    reading.scopes.emplace_back().outer = place.outer;
    return draft;
}

void end_graph(Reading& reading, GraphDraft draft) {
    reading.scopes[draft.id.index()].names = std::move(draft.names);
    reading.model.graphs[draft.id.index()] = std::move(draft.graph);
}

void read_graph_pieces(Reading& reading, std::span<const wire::Field> pieces, const FieldPath& path,
                       GraphDraft& draft) {
    const ReadingPlace around = std::exchange(reading.place, {draft.id, NodeId()});
    GraphReader reader(reading, path, draft);
    reader.reserve(pieces);
    for (const wire::Field& piece : pieces) reader.read_piece(piece);
    reader.finish(pieces);
    reading.place = around;
}

GraphId read_graph(Reading& reading, const wire::Field& message, const FieldPath& path,
                   const GraphPlace& place) {
    if (reading.depth >= limits::kNesting) {
        reading.damage(path, "graphs are nested deeper than " + std::to_string(limits::kNesting),
                       message.offset, ErrorCode::kLimit);
        return {};
    }
    ++reading.depth;
    GraphDraft draft = begin_graph(reading, place, message.offset);
    const GraphId id = draft.id;
    read_graph_pieces(reading, std::span(&message, 1), path, draft);
    end_graph(reading, std::move(draft));
    --reading.depth;
    return id;
}

void read_node(Reading& reading, const wire::Field& message, const FieldPath& path, GraphDraft& draft) {
    const ReadingPlace around = std::exchange(reading.place, {draft.id, NodeId(draft.graph.nodes.size())});
    NodeScratch scratch(reading.scratch);
    Node node;
    node.origin = reading.node_origin(message.offset);
    node.domain = reading.model.strings.intern("");
    StringId overload;
    wire::Reader reader(message.bytes, message.offset);
    wire::Field field;
    while (reader.next(field)) {
        switch (field.tag) {
            case bytes_tag(1):
                reading.scratch.inputs.push_back(draft.tensor(reading.text(field, path.field("input"))));
                break;
            case bytes_tag(2):
                reading.scratch.outputs.push_back(draft.tensor(reading.text(field, path.field("output"))));
                break;
            case bytes_tag(5): {
                const FieldPath at = path.element("attribute", scratch.attribute_count());
                const Attribute attribute = read_attribute(reading, field, at, draft);
                reading.scratch.attributes.push_back(attribute);
                break;
            }
            case bytes_tag(8):
                overload = reading.text(field, path.field("overload"));
                break;
            default:
                take_description(reading, field, path, node);
        }
    }
    reading.check(reader, path);
    scratch.move_into(reading, node);
    if (overload.valid() && overload.value != 0) {
        reading.overloads.push_back({draft.id, NodeId(draft.graph.nodes.size()), overload});
    }
    draft.graph.nodes.push_back(node);
    reading.place = around;
}

void read_value_info(Reading& reading, const wire::Field& message, const FieldPath& path, GraphDraft& draft) {
    // A value that no node mentions would be alone in the graph, so its name is not even interned.
    const StringId name = reading.model.strings.find(as_text(GraphReader::name_of_value(message).bytes));
    const TensorId id = name.valid() ? draft.names.find(name) : TensorId();
    if (id.valid()) GraphReader::apply(reading, message, path, draft.graph.tensors[id.index()]);
}

}  // namespace netloupe::onnx
