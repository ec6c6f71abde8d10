#include "model/quantization.h"

#include <gmock/gmock.h>

#include "onnx_builder.h"

namespace netloupe::onnx_test {
namespace {

using schema::TensorProto;
using testing::ElementsAre;
using Source = ParameterSource::Kind;

const Quantization& quantization(const Model& model, std::string_view name, size_t graph = 0) {
    static const Quantization kNone;
    const QuantizationId id = tensor(model, name, graph).quantization;
    EXPECT_TRUE(id.valid()) << name;
    return id.valid() ? model.quantization(id) : kNone;
}

QuantParameters parameters(const Model& model, std::string_view name) {
    const auto read_parameters = quant_parameters(model, quantization(model, name));
    EXPECT_TRUE(read_parameters.has_value());
    return read_parameters.value_or(QuantParameters());
}

void add_bytes(schema::GraphProto& graph, std::string_view name, int32_t type,
               std::initializer_list<int64_t> dims, std::string_view bytes) {
    set_tensor(*graph.add_initializer(), name, type, dims).set_raw_data(std::string(bytes));
}

TEST(OnnxQuantization, OfQuantizeAndDequantize) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    set_value(*graph.add_input(), "x", TensorProto::FLOAT, {1, 2});
    add_floats(graph, "s", {}, {0.5F});
    add_bytes(graph, "z", TensorProto::INT8, {}, "\x03");
    add_node(graph, "QuantizeLinear", {"x", "s", "z"}, {"q"});
    add_node(graph, "DequantizeLinear", {"q", "s", "z"}, {"y"});
    const Model read_back = read(model);
    const Quantization& q = quantization(read_back, "q");
    EXPECT_EQ(q.scheme, QuantizationScheme::kPerTensor);
    EXPECT_EQ(q.storage, DataType::kInt8);
    EXPECT_EQ(q.expressed, DataType::kFloat32);
    EXPECT_EQ(q.zero_point_type, DataType::kInt8);
    EXPECT_EQ(q.scale.kind, Source::kConstant);
    EXPECT_THAT(parameters(read_back, "q").scales, ElementsAre(0.5F));
    EXPECT_THAT(parameters(read_back, "q").zero_points, ElementsAre(3));
    EXPECT_FALSE(tensor(read_back, "x").quantization.valid());
    EXPECT_FALSE(tensor(read_back, "y").quantization.valid());
}

TEST(OnnxQuantization, OutputsHaveTheTypeOfTheirParametersWhereTheFileStatesNone) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    set_value(*graph.add_input(), "x", TensorProto::FLOAT16, {1, 2});
    set_tensor(*graph.add_initializer(), "s", TensorProto::FLOAT16, {}).set_raw_data("\x00\x38", 2);
    add_bytes(graph, "z", TensorProto::INT8, {}, "\x03");
    add_node(graph, "QuantizeLinear", {"x", "s", "z"}, {"q"});
    add_node(graph, "DequantizeLinear", {"q", "s", "z"}, {"y"});
    add_int(add_node(graph, "DequantizeLinear", {"q", "s", "z"}, {"single"}), "output_dtype",
            TensorProto::FLOAT);
    add_node(graph, "DynamicQuantizeLinear", {"y"}, {"d", "d_scale", "d_zero"});
    add_node(graph, "QLinearAdd", {"q", "s", "z", "q", "s", "z", "s", "z"}, {"sum"});
    add_node(graph, "QLinearConcat", {"s", "z", "q", "s", "z", "sum", "s", "z"}, {"joined"});
    const Model read_back = read(model);
    const auto type = [&](std::string_view name) { return tensor(read_back, name).dtype; };
    EXPECT_EQ(type("q"), DataType::kInt8);
    EXPECT_EQ(type("y"), DataType::kFloat16);
    EXPECT_EQ(type("single"), DataType::kFloat32);
    EXPECT_EQ(type("d"), DataType::kUint8);
    EXPECT_EQ(type("d_scale"), DataType::kFloat32);
    EXPECT_EQ(type("d_zero"), DataType::kUint8);
    EXPECT_EQ(type("sum"), DataType::kInt8);
    EXPECT_EQ(type("joined"), DataType::kInt8);
    EXPECT_FALSE(tensor(read_back, "q").declared);
}

TEST(OnnxQuantization, TheFilesOwnTypesStay) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    add_floats(graph, "s", {}, {0.5F});
    set_value(*graph.add_value_info(), "q", TensorProto::INT8, {2});
    add_node(graph, "QuantizeLinear", {"x", "s"}, {"q"});
    add_node(graph, "DequantizeLinear", {"unknown", "scale_without_type"}, {"y"});
    const Model read_back = read(model);
    EXPECT_EQ(tensor(read_back, "q").dtype, DataType::kInt8);
    EXPECT_EQ(tensor(read_back, "y").dtype, DataType::kUnknown);
    EXPECT_EQ(tensor(read_back, "x").dtype, DataType::kUnknown);
}

TEST(OnnxQuantization, DefaultsToUint8WithoutZeroPoint) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    add_floats(graph, "s", {}, {0.5F});
    add_node(graph, "QuantizeLinear", {"x", "s"}, {"q"});
    add_int(add_node(graph, "QuantizeLinear", {"x", "s"}, {"p"}), "output_dtype", TensorProto::INT4);
    const Model read_back = read(model);
    EXPECT_EQ(quantization(read_back, "q").storage, DataType::kUint8);
    EXPECT_EQ(quantization(read_back, "q").zero_point.kind, Source::kNone);
    EXPECT_EQ(quantization(read_back, "p").storage, DataType::kInt4);
}

// A zero point that is there, but of a type that nobody states, leaves the integers' type open.
TEST(OnnxQuantization, TakesTheTypeThatAComputedZeroPointIsCastTo) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    add_floats(graph, "s", {}, {0.5F});
    add_bytes(graph, "i", TensorProto::INT4, {1}, "\x03");
    add_int(add_node(graph, "Cast", {"a"}, {"cast"}), "to", TensorProto::FLOAT8E4M3FN);
    add_node(graph, "Identity", {"i"}, {"same"});
    add_node(graph, "QuantizeLinear", {"x", "s", "cast"}, {"q8"});
    add_node(graph, "QuantizeLinear", {"x", "s", "same"}, {"q4"});
    add_node(graph, "QuantizeLinear", {"x", "s", "b"}, {"open"});
    const Model read_back = read(model);
    EXPECT_EQ(quantization(read_back, "q8").storage, DataType::kFloat8E4M3FN);
    EXPECT_EQ(tensor(read_back, "q8").dtype, DataType::kFloat8E4M3FN);
    EXPECT_EQ(quantization(read_back, "q4").storage, DataType::kInt4);
    EXPECT_EQ(quantization(read_back, "open").storage, DataType::kUnknown);
    EXPECT_EQ(tensor(read_back, "open").dtype, DataType::kUnknown);
}

TEST(OnnxQuantization, PerAxisWithTheAxisCountedFromTheFront) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    add_bytes(graph, "w", TensorProto::INT8, {3, 2}, "\1\2\3\4\5\6");
    add_floats(graph, "s", {2}, {0.5F, 0.25F});
    add_int(add_node(graph, "DequantizeLinear", {"w", "s"}, {"y"}), "axis", -1);
    const Model read_back = read(model);
    EXPECT_EQ(quantization(read_back, "w").scheme, QuantizationScheme::kPerAxis);
    EXPECT_EQ(quantization(read_back, "w").axis, 1);
    EXPECT_THAT(parameters(read_back, "w").scales, ElementsAre(0.5F, 0.25F));
}

TEST(OnnxQuantization, OneScaleInAListIsPerTensor) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    add_floats(graph, "s", {1}, {0.5F});
    add_node(graph, "QuantizeLinear", {"x", "s"}, {"q"});
    EXPECT_EQ(quantization(read(model), "q").scheme, QuantizationScheme::kPerTensor);
}

TEST(OnnxQuantization, Blockwise) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    add_bytes(graph, "w", TensorProto::INT4, {4, 2}, "\x21\x43\x21\x43");
    add_floats(graph, "s", {2, 2}, {1, 2, 3, 4});
    auto& node = add_node(graph, "DequantizeLinear", {"w", "s"}, {"y"});
    add_int(node, "axis", 0);
    add_int(node, "block_size", 2);
    const Model read_back = read(model);
    EXPECT_EQ(quantization(read_back, "w").scheme, QuantizationScheme::kBlockwise);
    EXPECT_EQ(quantization(read_back, "w").axis, 0);
    EXPECT_EQ(quantization(read_back, "w").block_size, 2);
    EXPECT_EQ(quantization(read_back, "w").storage, DataType::kInt4);
}

TEST(OnnxQuantization, ParametersMayBeComputedOrComeFromConstantNodes) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    auto& constant = add_node(graph, "Constant", {}, {"s"});
    add_attribute(constant, "value_float", schema::AttributeProto::FLOAT).set_f(0.5F);
    add_node(graph, "Cast", {"other"}, {"z"});
    add_node(graph, "QuantizeLinear", {"x", "s", "z"}, {"q"});
    add_node(graph, "DynamicQuantizeLinear", {"x"}, {"d", "ds", "dz"});
    const Model read_back = read(model);
    EXPECT_EQ(quantization(read_back, "q").scale.kind, Source::kConstant);
    EXPECT_EQ(quantization(read_back, "q").zero_point.kind, Source::kComputed);
    EXPECT_TRUE(parameters(read_back, "q").computed);
    EXPECT_THAT(parameters(read_back, "q").scales, ElementsAre(0.5F));
    EXPECT_EQ(quantization(read_back, "d").scale.kind, Source::kComputed);
    EXPECT_EQ(quantization(read_back, "d").storage, DataType::kUint8);
}

TEST(OnnxQuantization, OfQOperators) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    for (const char* name : {"as", "bs", "ys"}) add_floats(graph, name, {}, {0.5F});
    add_bytes(graph, "w", TensorProto::INT8, {2, 1, 1, 1}, "\1\2");
    add_floats(graph, "ws", {2}, {0.5F, 0.25F});
    add_bytes(graph, "z", TensorProto::UINT8, {}, "\x80");
    add_node(graph, "QLinearConv", {"a", "as", "z", "w", "ws", "", "ys", "z"}, {"c"});
    auto& add = add_node(graph, "QLinearAdd", {"c", "ys", "z", "b", "bs", "z", "ys", "z"}, {"sum"});
    add.set_domain("com.microsoft");
    add_node(graph, "QLinearConcat", {"ys", "z", "sum", "as", "z", "b2", "bs", "z"}, {"cat"});
    const Model read_back = read(model);
    for (const char* name : {"a", "c", "b", "sum", "b2", "cat"}) {
        EXPECT_EQ(quantization(read_back, name).scheme, QuantizationScheme::kPerTensor) << name;
        EXPECT_EQ(quantization(read_back, name).storage, DataType::kUint8) << name;
    }
    EXPECT_EQ(quantization(read_back, "w").scheme, QuantizationScheme::kPerAxis);
    EXPECT_EQ(quantization(read_back, "w").axis, 0);
    EXPECT_EQ(quantization(read_back, "w").zero_point.kind, Source::kNone);
}

TEST(OnnxQuantization, OfIntegerOperatorsWithoutScale) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    add_bytes(graph, "w", TensorProto::INT8, {2, 2}, "\1\2\3\4");
    add_bytes(graph, "wz", TensorProto::INT8, {2}, "\1\2");
    add_node(graph, "MatMulInteger", {"a", "w", "", "wz"}, {"y"});
    const Model read_back = read(model);
    EXPECT_EQ(quantization(read_back, "w").scale.kind, Source::kNone);
    EXPECT_EQ(quantization(read_back, "w").scheme, QuantizationScheme::kPerAxis);
    EXPECT_EQ(quantization(read_back, "w").axis, 1);
    EXPECT_THAT(parameters(read_back, "w").zero_points, ElementsAre(1, 2));
}

TEST(OnnxQuantization, OfQGemmFollowsTheTransposition) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    add_bytes(graph, "w", TensorProto::INT8, {2, 3}, "\1\2\3\4\5\6");
    add_floats(graph, "ws", {2}, {1, 2});
    add_bytes(graph, "wz", TensorProto::INT8, {2}, std::string_view("\0\0", 2));
    auto& node = add_node(graph, "QGemm", {"a", "as", "az", "w", "ws", "wz", "", "ys", "yz"}, {"y"});
    node.set_domain("com.microsoft");
    add_int(node, "transB", 1);
    EXPECT_EQ(quantization(read(model), "w").axis, 0);
}

TEST(OnnxQuantization, OfMatMulNBits) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    add_bytes(graph, "w", TensorProto::UINT8, {2, 2, 8}, std::string(32, '\x21'));
    add_floats(graph, "s", {4}, {1, 2, 3, 4});
    add_bytes(graph, "z", TensorProto::UINT8, {2}, "\x87\x65");
    const auto add_matmul = [&](Names inputs, Names outputs) {
        auto& node = add_node(graph, "MatMulNBits", inputs, outputs);
        node.set_domain("com.microsoft");
        add_int(node, "bits", 4);
        add_int(node, "block_size", 16);
        add_int(node, "K", 32);
        add_int(node, "N", 2);
    };
    add_matmul({"a", "w", "s", "z"}, {"y"});
    add_bytes(graph, "v", TensorProto::UINT8, {2, 2, 8}, std::string(32, '\x21'));
    add_matmul({"y", "v", "s"}, {"y2"});
    const Model read_back = read(model);
    const Quantization& w = quantization(read_back, "w");
    EXPECT_EQ(w.scheme, QuantizationScheme::kBlockwise);
    EXPECT_EQ(w.block_size, 16);
    EXPECT_EQ(w.storage, DataType::kUint4);
    EXPECT_THAT(parameters(read_back, "w").zero_points, ElementsAre(7, 8, 5, 6));
    EXPECT_THAT(parameters(read_back, "v").zero_points, ElementsAre(8)) << "the middle when none are given";
}

TEST(OnnxQuantization, AnnotationsNameTheirParameters) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    add_node(graph, "Relu", {"x"}, {"y"});
    add_floats(graph, "y_scale", {}, {0.5F});
    add_bytes(graph, "y_zero", TensorProto::UINT8, {}, "\x07");
    auto& annotation = *graph.add_quantization_annotation();
    annotation.set_tensor_name("y");
    for (const auto& [key, value] :
         {std::pair("SCALE_TENSOR", "y_scale"), {"ZERO_POINT_TENSOR", "y_zero"}, {"OTHER", "thing"}}) {
        auto& entry = *annotation.add_quant_parameter_tensor_names();
        entry.set_key(key);
        entry.set_value(value);
    }
    const Model read_back = read(model);
    EXPECT_THAT(parameters(read_back, "y").scales, ElementsAre(0.5F));
    EXPECT_THAT(parameters(read_back, "y").zero_points, ElementsAre(7));
    EXPECT_EQ(read_back.text(quantization(read_back, "y").details), "OTHER: thing");
}

TEST(OnnxQuantization, ReachesIntoSubgraphs) {
    auto model = new_model();
    auto& graph = *model.mutable_graph();
    add_floats(graph, "s", {}, {0.5F});
    add_node(graph, "QuantizeLinear", {"x", "s"}, {"q"});
    auto& node = add_node(graph, "If", {"cond"}, {"z"});
    auto& branch = *add_attribute(node, "then_branch", schema::AttributeProto::GRAPH).mutable_g();
    add_node(branch, "MaxPool", {"q"}, {"p"});
    add_node(branch, "DequantizeLinear", {"p", "s"}, {"y"});
    const Model read_back = read(model);
    EXPECT_EQ(tensor(read_back, "q", 1).quantization, tensor(read_back, "q").quantization);
    EXPECT_EQ(quantization(read_back, "p", 1).scale.kind, Source::kConstant);
}

TEST(OnnxQuantization, LeavesFunctionsOfTheSameNameAlone) {
    auto model = new_model();
    add_node(*model.mutable_graph(), "QuantizeLinear", {"x", "s"}, {"q"}).set_domain("local");
    auto& function = *model.add_functions();
    function.set_domain("local");
    function.set_name("QuantizeLinear");
    const Model read_back = read(model);
    EXPECT_FALSE(tensor(read_back, "q").quantization.valid());
}

}  // namespace
}  // namespace netloupe::onnx_test
