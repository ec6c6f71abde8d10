#pragma once

#include <string>
#include <string_view>

#include "base/cancellation.h"
#include "containers/flatbuffer_schema.h"
#include "containers/flatbuffer_view.h"
#include "model/model.h"

namespace netloupe {

/// The element of the model that damage belongs to.
struct Place {
    GraphId graph;
    NodeId node;
    TensorId tensor;
};

/// What all parts of a reader of FlatBuffers share: the file, its schema, the model that grows, and the
/// damage found on the way.
struct FlatReading {
    /// `bfbs` is the binary schema that flatc embeds.
    FlatReading(Model& into, const CancelToken& token, const uint8_t* bfbs);

    Model& model;
    const CancelToken& cancel;
    FlatSource source;  ///< files[0].
    FlatSchema schema;

    /// Notes damage, unless there is more than anybody reads.
    void damage(Error error, Place place);
    /// If something was found wrong since the last call, notes it under the element that `path()` names
    /// ("subgraphs[0].tensors[12]"), whose table is `type`.
    template <typename Path>
    void settle(Path path, std::string_view type, Place place) {
        if (const auto fault = source.take_fault()) damage(schema.error(*fault, path(), type), place);
    }
    /// Notes damage when the constant has fewer bytes than its type and shape take.
    template <typename Path>
    void check_size(const Constant& constant, Path path, Place place) {
        const std::string lack = lacking(constant);
        if (!lack.empty()) damage({ErrorCode::kCorrupt, path() + lack, constant.offset, 0}, place);
    }
    /// Reading on would not find anything more.
    [[nodiscard]] bool hopeless() const;
    [[nodiscard]] StringId intern(std::string_view text) { return model.strings.intern(text); }

private:
    /// " (name) has 4 bytes of data, but 3×4 float32 takes 48 bytes.", empty when it has enough.
    [[nodiscard]] std::string lacking(const Constant& constant) const;
};

}  // namespace netloupe
