#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/cancellation.h"
#include "containers/flatbuffer_schema.h"
#include "containers/flatbuffer_view.h"
#include "model/model.h"
#include "schemas/tflite_generated.h"

namespace netloupe::tflite {

namespace wire = ::netloupe::wire::tflite;

/// The element of the model that damage belongs to.
struct Place {
    GraphId graph;
    NodeId node;
    TensorId tensor;
};

/// What all parts of the reader share: the file, the model that grows, and the damage found on the way.
struct ReadContext {
    ReadContext(Model& into, const CancelToken& token);

    Model& model;
    const CancelToken& cancel;
    FlatSource source;  ///< files[0].
    FlatSchema schema;
    FlatTable root;
    FlatTables buffers;          ///< Model.buffers.
    bool inline_data = false;    ///< Before schema version 3 a tensor held its data itself.
    bool old_operators = false;  ///< Schema versions 0 and 1 numbered operators differently.

    /// Notes damage, unless there is more than anybody reads.
    void damage(Error error, Place place);
    /// If something was found wrong since the last call, notes it under the element that `path()` names
    /// ("subgraphs[0].tensors[12]"), whose table is `type`.
    template <typename Path>
    void settle(Path path, std::string_view type, Place place) {
        if (const auto fault = source.take_fault()) damage(schema.error(*fault, path(), type), place);
    }
    /// Reading on would not find anything more.
    [[nodiscard]] bool hopeless() const;
    [[nodiscard]] StringId intern(std::string_view text) { return model.strings.intern(text); }
};

}  // namespace netloupe::tflite
