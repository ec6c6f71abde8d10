#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <string_view>
#include <unordered_map>

#include "base/byte_cursor.h"
#include "base/cancellation.h"
#include "containers/external_files.h"
#include "containers/protobuf_wire.h"
#include "model/attribute_list.h"
#include "model/model.h"

namespace netloupe::coreml {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;

/// A message that is read later, or a part of one.
struct Piece {
    Bytes bytes;
    uint64_t offset = 0;
};
inline Piece piece_of(const wire::Field& field) {
    return {field.bytes, field.offset};
}

/// The message of that name in schemas/coreml.proto.
const Descriptor& descriptor(std::string_view message);

/// What the parts of the reader share.
struct CoremlReading {
    CoremlReading(Model& into, const CancelToken& token) : model(into), cancel(token), attributes(into) {}

    Model& model;
    const CancelToken& cancel;
    AttributeList attributes;
    ExternalFiles external_files;

    [[nodiscard]] StringId intern(std::string_view text) { return model.strings.intern(text); }
    [[nodiscard]] StringId text(const wire::Field& field) { return intern(as_text(field.bytes)); }
    [[nodiscard]] bool hopeless() const;
    void damage(Error error, GraphId graph = {}, NodeId node = {}, TensorId tensor = {});
    /// Calls `take` with each field of the message; what ends it early is damage.
    template <typename Take>
    void each_field(Piece piece, std::string_view name, Take&& take) {
        wire::Reader reader(piece.bytes, piece.offset);
        wire::Field field;
        while (reader.next(field) && !hopeless()) take(field);
        check(reader, name);
    }
    void check(const wire::Reader& reader, std::string_view name);
    Shape row(uint64_t count);
};

/// The values of a graph that have a name. A name may be given again: from then on it means the new value.
class NamedValues {
public:
    NamedValues(CoremlReading& reading, GraphId graph) : reading_(reading), graph_(graph) {}

    [[nodiscard]] GraphId graph() const { return graph_; }
    /// The value of that name, made when it is new.
    TensorId use(StringId name);
    /// A new value of that name.
    TensorId define(StringId name);
    [[nodiscard]] bool knows(StringId name) const { return by_name_.contains(name); }
    Tensor& operator[](TensorId id) { return reading_.model.graphs[graph_.index()].tensors[id.index()]; }

private:
    CoremlReading& reading_;
    GraphId graph_;
    std::unordered_map<StringId, TensorId> by_name_;
    std::unordered_map<StringId, bool> defined_;
};

/// A node while it is read: its operands come together here.
struct NodeDraft {
    Node node;
    std::vector<TensorId> inputs;
    std::vector<StringId> input_names;
    std::vector<TensorId> outputs;
};

/// Puts the node behind the others of its graph. Its attributes were written from `first_attribute` on.
NodeId add_node(CoremlReading& reading, GraphId graph, NodeDraft draft, size_t first_attribute);

}  // namespace netloupe::coreml
