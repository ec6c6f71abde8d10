#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "containers/flatbuffer_reading.h"
#include "segments.h"

namespace netloupe::executorch {

/// Data with a name in a .ptd, or in a program.
struct NamedData {
    std::string_view key;
    Segments::Span span;  ///< In its file.
    FlatTable layout;     ///< TensorLayout, or OldTensor; none when it is no tensor.
    bool old = false;     ///< Whether it is an OldTensor.
    uint64_t offset = 0;  ///< Of its table.
};

/// The entries of a NamedData vector. What is damaged in them is left in the source.
std::vector<NamedData> named_data(const FlatTables& list, const Segments& segments);

/// What a .ptd holds; `root` is its TensorFile or OldTensorFile.
std::vector<NamedData> tensors_in(Bytes file, const FlatTable& root);

/// A dense tensor that a TensorLayout describes, in `file`.
Constant tensor_of(Model& model, const NamedData& data, FileId file);

/// Reads a .ptd that was opened itself: a graph of constants.
Result<void> read_tensor_file(Model& model, const CancelToken& cancel);

}  // namespace netloupe::executorch
