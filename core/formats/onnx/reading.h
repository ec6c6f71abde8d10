#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_cursor.h"
#include "base/cancellation.h"
#include "base/limits.h"
#include "containers/external_files.h"
#include "containers/protobuf_wire.h"
#include "field_path.h"
#include "formats/onnx/scope.h"
#include "model/model.h"
#include "source_lines.h"

namespace netloupe::onnx {

/// A graph while it is read. It moves into Model::graphs when it is complete, because graphs inside it make
/// that vector grow.
struct GraphDraft {
    GraphId id;
    Graph graph;
    NameScope names;

    /// The tensor of that name, made when it is new; none for the empty name.
    TensorId tensor(StringId name) {
        if (!name.valid() || name.value == 0) return {};
        TensorId& id_of_name = names.at(name);
        if (!id_of_name.valid()) {
            id_of_name = TensorId(graph.tensors.size());
            graph.tensors.emplace_back().name = name;
        }
        return id_of_name;
    }
};

/// Lists of the node that is being read, and of the nodes around it: a node takes what it pushed off the end.
struct Scratch {
    std::vector<TensorId> inputs;
    std::vector<TensorId> outputs;
    std::vector<Attribute> attributes;
    std::vector<KeyValue> metadata;
};

/// A node that names one of several functions of its operator name.
struct NodeOverload {
    GraphId graph;
    NodeId node;
    StringId overload;
};

/// The element that is being read; damage is told of it.
struct ReadingPlace {
    GraphId graph;
    NodeId node;
};

/// What all parts of the reader share while one file is read.
class Reading {
public:
    Reading(Model& into, const CancelToken& cancel, const SourceLines* lines)
        : model(into), cancel_(cancel), lines_(lines), file_size_(into.files[0].bytes().size()) {}

    Model& model;
    ExternalFiles external;
    Scratch scratch;
    std::vector<GraphScope> scopes;  ///< By graph id.
    std::vector<NodeOverload> overloads;
    ReadingPlace place;
    uint32_t depth = 0;  ///< Of graphs and types.

    /// Interns a text field; a text beyond limits::kTextBytes is damage and becomes empty.
    StringId text(const wire::Field& field, const FieldPath& path);

    /// Notes why a message could not be read to its end, if it could not. A truncated file is told once, at
    /// the innermost place.
    void check(const wire::Reader& reader, const FieldPath& path) {
        if (reader.failed()) report_fault(reader, path);
    }
    void damage(const FieldPath& path, std::string_view problem, uint64_t offset,
                ErrorCode code = ErrorCode::kCorrupt);

    /// Asked before each node and value; true when reading must end: it was cancelled.
    bool stopped();
    /// Whether one more element fits beside `count` others; damage when it does not.
    bool has_room(uint64_t count, const FieldPath& path, uint64_t offset);
    [[nodiscard]] bool cancelled() const { return cancelled_; }

    Origin node_origin(uint64_t offset) { return origin(SourceLines::kNodes, offset); }
    Origin tensor_origin(uint64_t offset) { return origin(SourceLines::kTensors, offset); }
    Origin value_origin(uint64_t offset) { return origin(SourceLines::kValues, offset); }
    Origin graph_origin(uint64_t offset) { return origin(SourceLines::kGraphs, offset); }

private:
    void report_fault(const wire::Reader& reader, const FieldPath& path);
    Origin origin(SourceLines::Kind kind, uint64_t offset);

    const CancelToken& cancel_;
    const SourceLines* lines_;
    uint64_t file_size_;
    std::array<size_t, SourceLines::kKinds> line_at_{};
    uint32_t until_cancel_check_ = 0;
    bool cancelled_ = false;
    bool truncation_told_ = false;
};

}  // namespace netloupe::onnx
