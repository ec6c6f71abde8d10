#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "schemas/onnx.pb.h"

/// Builds ONNX models with protobuf's own classes.
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

}  // namespace netloupe::onnx_test
