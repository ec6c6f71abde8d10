#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_cursor.h"
#include "formats/reader.h"

/// Reading in tests.
namespace netloupe::support {

/// What the formats make of these bytes, as if they stood in that file.
inline Result<Model> read_text(std::string_view text, const std::string& path) {
    const Bytes bytes = as_bytes(text);
    return read_model({bytes.begin(), bytes.end()}, path);
}

/// The model; a failure and an empty one when there is none.
inline Model expect_model(Result<Model> model) {
    if (model) return std::move(*model);
    ADD_FAILURE() << model.error().text();
    Model empty;
    empty.graphs.emplace_back();
    return empty;
}

/// "key=value" of the model's metadata.
inline std::vector<std::string> metadata_of(const Model& model) {
    std::vector<std::string> out;
    for (const KeyValue& each : model.metadata_of(model.model_metadata))
        out.push_back(std::string(model.text(each.key)) + "=" + std::string(model.text(each.value)));
    return out;
}

}  // namespace netloupe::support
