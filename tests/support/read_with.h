#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/byte_cursor.h"
#include "formats/reader.h"
#include "model/values.h"
#include "support/expect_model.h"

namespace netloupe::support {

/// Reads the bytes with that reader, whatever they are.
inline Result<Model> try_read_with(const FormatReader& reader, std::string_view bytes,
                                   const std::string& path = "/nonexistent/test") {
    Model model;
    const Bytes span = as_bytes(bytes);
    model.files.push_back({path, std::vector<std::byte>(span.begin(), span.end())});
    if (const auto read = reader.read(model, {}); !read) return std::unexpected(read.error());
    return model;
}

/// The same where it must succeed; a model with an empty graph when it does not.
inline Model read_with(const FormatReader& reader, std::string_view bytes,
                       const std::string& path = "/nonexistent/test") {
    return expect_model(try_read_with(reader, bytes, path));
}

/// "name float32 2×3" of each tensor of the first graph that has a constant or should have one.
inline std::vector<std::string> weights_of(const Model& model) {
    std::vector<std::string> out;
    for (const Tensor& tensor : model.graphs[0].tensors) {
        out.push_back(std::string(model.text(tensor.name)) + " " + std::string(name(tensor.dtype)) + " " +
                      shape_text(model, tensor.shape));
    }
    return out;
}

/// All values of tensor number `index` of the first graph.
inline std::vector<double> values_of(const Model& model, size_t index) {
    if (index >= model.graphs[0].tensors.size()) return {};
    const ConstantId id = model.graphs[0].tensors[index].constant;
    if (!id.valid()) return {};
    const auto values = read_values(model, model.constant(id), 0, 1000);
    if (!values) ADD_FAILURE() << values.error().text();
    return values ? to_doubles(*values) : std::vector<double>();
}

/// "op name" of each node of the first graph.
inline std::vector<std::string> nodes_of(const Model& model) {
    std::vector<std::string> out;
    for (const Node& node : model.graphs[0].nodes)
        out.push_back(std::string(model.text(node.op)) + " " + std::string(model.text(node.name)));
    return out;
}

}  // namespace netloupe::support
