#pragma once

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "build_onnx.h"
#include "formats/reader.h"
#include "model/model.h"
#include "model/values.h"

/// Reads models that tests built with the reader under test.
namespace netloupe::onnx_test {

inline Result<Model> read_bytes(std::string_view bytes, const std::string& path = "model.onnx") {
    const auto* data = reinterpret_cast<const std::byte*>(bytes.data());
    return read_model({data, data + bytes.size()}, path);
}

/// Reads what must be readable.
inline Model read(const google::protobuf::Message& message, const std::string& path = "model.onnx") {
    auto model = read_bytes(message.SerializeAsString(), path);
    EXPECT_TRUE(model.has_value()) << (model ? "" : model.error().message);
    return model ? std::move(*model) : Model();
}

inline TensorId find(const Model& model, const Graph& graph, std::string_view name) {
    for (size_t i = 0; i < graph.tensors.size(); ++i) {
        if (model.text(graph.tensors[i].name) == name) return TensorId(i);
    }
    ADD_FAILURE() << "no tensor " << name;
    return TensorId(0U);
}

inline const Tensor& tensor(const Model& model, std::string_view name, size_t graph = 0) {
    return model.graphs[graph].tensor(find(model, model.graphs[graph], name));
}

inline std::vector<std::string> names(const Model& model, const Graph& graph, std::span<const TensorId> ids) {
    std::vector<std::string> out;
    for (const TensorId id : ids) out.emplace_back(id.valid() ? model.text(graph.tensor(id).name) : "-");
    return out;
}

inline std::vector<double> numbers(const Model& model, ConstantId id) {
    if (!id.valid()) return {};
    const auto values = read_values(model, model.constant(id), 0, 1000);
    EXPECT_TRUE(values.has_value()) << (values ? "" : values.error().message);
    return values ? to_doubles(*values) : std::vector<double>();
}

/// All messages of damages, a line each.
inline std::string damages(const Model& model) {
    std::string out;
    for (const Damage& damage : model.damages) out += damage.error.message + "\n";
    return out;
}

}  // namespace netloupe::onnx_test
