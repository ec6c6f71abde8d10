#pragma once

#include <span>

#include "reading.h"

namespace netloupe::onnx {

/// Where a graph stands and who owns it.
struct GraphPlace {
    explicit GraphPlace(GraphKind of) : kind(of) {}

    GraphKind kind;
    const GraphDraft* parent = nullptr;  ///< Enclosing graph, for subgraphs.
    GraphId outer;                       ///< Graph to look up names in; that of the parent for subgraphs.
    NodeId owner;
    StringId owner_attribute;
};

/// Reserves a place in Model::graphs and begins a draft.
GraphDraft begin_graph(Reading& reading, const GraphPlace& place, uint64_t offset);
/// Puts the draft into its place.
void end_graph(Reading& reading, GraphDraft draft);

/// Reads a GraphProto that came in one or (as protobuf allows) several pieces into the draft.
void read_graph_pieces(Reading& reading, std::span<const wire::Field> pieces, const FieldPath& path,
                       GraphDraft& draft);

/// Reads a whole GraphProto; an invalid id when graphs are nested too deep.
GraphId read_graph(Reading& reading, const wire::Field& message, const FieldPath& path,
                   const GraphPlace& place);

/// Reads a NodeProto, ValueInfoProto of a value that the graph has, and puts a stored tensor into the graph.
void read_node(Reading& reading, const wire::Field& message, const FieldPath& path, GraphDraft& draft);
void read_value_info(Reading& reading, const wire::Field& message, const FieldPath& path, GraphDraft& draft);

}  // namespace netloupe::onnx
