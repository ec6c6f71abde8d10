#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "containers/external_files.h"
#include "containers/flatbuffer_reading.h"
#include "scalar_type.h"
#include "segments.h"
#include "tensor_file.h"

namespace netloupe::executorch {

/// What the parts of the reader of a program share.
struct ProgramReading : FlatReading {
    ProgramReading(Model& into, const CancelToken& token);

    /// The tensors beside the program.
    struct Companion {
        StringId location;
        FileId file;
        std::unordered_map<std::string_view, NamedData> data;
    };
    /// Opens the .ptd beside the program, at the first call.
    Companion& companion();

    FlatTable root;
    Segments segments;
    ExternalFiles external_files;

private:
    void read_companion(Bytes bytes);

    std::optional<Companion> companion_;
    std::optional<FlatSource> companion_source_;
};

}  // namespace netloupe::executorch
