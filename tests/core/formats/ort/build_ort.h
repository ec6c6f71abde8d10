#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "schemas/ort_generated.h"

/// Builds models in ONNX Runtime's format with flatc's builders.
namespace netloupe::ort_test {

namespace wire = netloupe::wire::ort;
using Builder = flatbuffers::FlatBufferBuilder;
template <typename T>
using Offset = flatbuffers::Offset<T>;
using Names = std::vector<std::string>;

constexpr int32_t kFloat = 1;
constexpr int32_t kUint8 = 2;
constexpr int32_t kInt64 = 7;
constexpr int32_t kString = 8;

inline auto names(Builder& b, const Names& list) {
    return b.CreateVectorOfStrings(list);
}

inline Offset<wire::Node> node(Builder& b, const std::string& op, const Names& inputs, const Names& outputs,
                               const std::vector<Offset<wire::Attribute>>& attributes = {}) {
    return wire::CreateNode(b, b.CreateString(op + "_1"), 0, b.CreateString(""), 11, 0, b.CreateString(op),
                            wire::NodeType::Primitive, b.CreateString("CPUExecutionProvider"),
                            names(b, inputs), names(b, outputs), b.CreateVector(attributes));
}

template <typename T>
Offset<wire::Tensor> tensor(Builder& b, const std::string& name, int32_t type,
                            const std::vector<int64_t>& dims, const std::vector<T>& values) {
    std::vector<uint8_t> raw(values.size() * sizeof(T));
    std::memcpy(raw.data(), values.data(), raw.size());
    return wire::CreateTensor(b, b.CreateString(name), 0, b.CreateVector(dims), type, b.CreateVector(raw));
}

inline Offset<wire::TypeInfo> tensor_type(Builder& b, int32_t type,
                                          const std::vector<Offset<wire::Dimension>>& dims) {
    const auto shape = wire::CreateShape(b, b.CreateVector(dims));
    return wire::CreateTypeInfo(b, 0, wire::TypeInfoValue::tensor_type,
                                wire::CreateTensorTypeAndShape(b, type, shape).Union());
}

inline Offset<wire::ValueInfo> value(Builder& b, const std::string& name, Offset<wire::TypeInfo> type) {
    return wire::CreateValueInfo(b, b.CreateString(name), 0, type);
}

inline std::vector<std::byte> finish(Builder& b, Offset<wire::Graph> graph) {
    const auto import = wire::CreateOperatorSetId(b, b.CreateString(""), 13);
    const auto entry =
        wire::CreateStringStringEntry(b, b.CreateString("key"), b.CreateString("what it holds"));
    const auto model =
        wire::CreateModel(b, 8, b.CreateVector(&import, 1), b.CreateString("maker"), b.CreateString("1.2"),
                          b.CreateString("org.x"), 3, b.CreateString("a doc"), graph,
                          b.CreateString("graph doc"), b.CreateVector(&entry, 1));
    b.Finish(wire::CreateInferenceSession(b, b.CreateString("6"), model), "ORTM");
    const auto* bytes = reinterpret_cast<const std::byte*>(b.GetBufferPointer());
    return {bytes, bytes + b.GetSize()};
}

inline std::vector<std::byte> small_model() {
    Builder b;
    const auto initializer = tensor<float>(b, "w", kFloat, {2}, {1.5F, 2.5F});
    const auto ints = b.CreateVector(std::vector<int64_t>{1, 2});
    const std::vector<Offset<wire::Attribute>> attributes{
        wire::CreateAttribute(b, b.CreateString("axis"), 0, wire::AttributeType::INT, 0, -1),
        wire::CreateAttribute(b, b.CreateString("pads"), 0, wire::AttributeType::INTS, 0, 0, 0, 0, 0, 0,
                              ints),
        wire::CreateAttribute(b, b.CreateString("mode"), 0, wire::AttributeType::STRING, 0, 0,
                              b.CreateString("same")),
        wire::CreateAttribute(b, b.CreateString("alpha"), 0, wire::AttributeType::FLOAT, 0.5F)};
    const auto add = node(b, "Add", {"x", "w", ""}, {"y"}, attributes);
    const auto dim = wire::CreateDimension(
        b, wire::CreateDimensionValue(b, wire::DimensionValueType::PARAM, 0, b.CreateString("batch")));
    const auto fixed =
        wire::CreateDimension(b, wire::CreateDimensionValue(b, wire::DimensionValueType::VALUE, 2));
    const std::vector<Offset<wire::ValueInfo>> args{value(b, "x", tensor_type(b, kFloat, {dim, fixed})),
                                                    value(b, "unused", tensor_type(b, kFloat, {}))};
    return finish(b, wire::CreateGraph(b, b.CreateVector(&initializer, 1), b.CreateVector(args),
                                       b.CreateVector(&add, 1), 1, 0, names(b, {"x"}), names(b, {"y"})));
}

}  // namespace netloupe::ort_test
