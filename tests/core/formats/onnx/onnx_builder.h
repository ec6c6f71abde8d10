#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "formats/reader.h"
#include "model/model.h"
#include "model/values.h"
#include "schemas/onnx.pb.h"

/// Builds ONNX models with protobuf's own classes and reads them with the reader under test.
namespace netloupe::onnx_test {

namespace schema = netloupe::schema::onnx;
using Names = std::initializer_list<std::string_view>;

inline schema::ModelProto new_model(int64_t opset = 21) {
    schema::ModelProto model;
    model.set_ir_version(10);
    model.mutable_graph()->set_name("main");
    auto& import = *model.add_opset_import();
    import.set_domain("");
    import.set_version(opset);
    return model;
}

inline schema::NodeProto& add_node(google::protobuf::RepeatedPtrField<schema::NodeProto>& nodes,
                                   std::string_view op, Names inputs, Names outputs) {
    auto& node = *nodes.Add();
    node.set_op_type(std::string(op));
    for (const auto name : inputs) node.add_input(std::string(name));
    for (const auto name : outputs) node.add_output(std::string(name));
    return node;
}

inline schema::NodeProto& add_node(schema::GraphProto& graph, std::string_view op, Names inputs,
                                   Names outputs) {
    return add_node(*graph.mutable_node(), op, inputs, outputs);
}

inline schema::AttributeProto& add_attribute(schema::NodeProto& node, std::string_view name,
                                             schema::AttributeProto::AttributeType type) {
    auto& attribute = *node.add_attribute();
    attribute.set_name(std::string(name));
    attribute.set_type(type);
    return attribute;
}

inline void add_int(schema::NodeProto& node, std::string_view name, int64_t value) {
    add_attribute(node, name, schema::AttributeProto::INT).set_i(value);
}

/// A value of a fixed shape.
inline schema::ValueInfoProto& set_value(schema::ValueInfoProto& value, std::string_view name, int32_t type,
                                         std::initializer_list<int64_t> dims) {
    value.set_name(std::string(name));
    auto& tensor = *value.mutable_type()->mutable_tensor_type();
    tensor.set_elem_type(type);
    tensor.mutable_shape();
    for (const int64_t dim : dims) tensor.mutable_shape()->add_dim()->set_dim_value(dim);
    return value;
}

inline schema::TensorProto& set_tensor(schema::TensorProto& tensor, std::string_view name, int32_t type,
                                       std::initializer_list<int64_t> dims) {
    tensor.set_name(std::string(name));
    tensor.set_data_type(type);
    for (const int64_t dim : dims) tensor.add_dims(dim);
    return tensor;
}

template <typename T>
std::string raw(std::initializer_list<T> values) {
    return {reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(T)};
}

inline schema::TensorProto& add_floats(schema::GraphProto& graph, std::string_view name,
                                       std::initializer_list<int64_t> dims,
                                       std::initializer_list<float> values) {
    auto& tensor = set_tensor(*graph.add_initializer(), name, schema::TensorProto::FLOAT, dims);
    tensor.set_raw_data(raw(values));
    return tensor;
}

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
