#include <gmock/gmock.h>

#include <map>

#include "base/limits.h"
#include "onnx_builder.h"

namespace netloupe::onnx_test {
namespace {

using schema::TensorProto;
using schema::TypeProto;

/// Reads a model whose only input has the type that `fill` makes.
template <typename Fill>
Model read_input_of(Fill&& fill) {
    auto model = new_model();
    auto& input = *model.mutable_graph()->add_input();
    input.set_name("x");
    fill(*input.mutable_type());
    return read(model);
}

void set_float(TypeProto& type, std::initializer_list<int64_t> dims) {
    auto& tensor = *type.mutable_tensor_type();
    tensor.set_elem_type(TensorProto::FLOAT);
    for (const int64_t dim : dims) tensor.mutable_shape()->add_dim()->set_dim_value(dim);
}

TEST(OnnxType, ReadsFixedSymbolicAndUnknownDimensions) {
    const Model model = read_input_of([](TypeProto& type) {
        set_float(type, {3, -1});
        type.mutable_tensor_type()->mutable_shape()->add_dim()->set_dim_param("batch");
        type.mutable_tensor_type()->mutable_shape()->add_dim();
    });
    const Tensor& x = tensor(model, "x");
    EXPECT_EQ(x.kind, ValueKind::kTensor);
    EXPECT_EQ(x.dtype, DataType::kFloat32);
    EXPECT_EQ(shape_text(model, x.shape), "3×?×batch×?");
    EXPECT_FALSE(x.type_name.valid());
}

TEST(OnnxType, TellsScalarsFromUnknownRank) {
    const Model scalar = read_input_of([](TypeProto& type) {
        set_float(type, {});
        type.mutable_tensor_type()->mutable_shape();
    });
    EXPECT_TRUE(tensor(scalar, "x").shape.known);
    const Model unknown = read_input_of([](TypeProto& type) { set_float(type, {}); });
    EXPECT_FALSE(tensor(unknown, "x").shape.known);
}

TEST(OnnxType, WritesOutSequencesMapsAndOptionals) {
    const auto type_of = [](auto&& fill) {
        const Model model = read_input_of(fill);
        return std::string(model.text(tensor(model, "x").type_name));
    };
    EXPECT_EQ(type_of([](TypeProto& t) { set_float(*t.mutable_sequence_type()->mutable_elem_type(), {}); }),
              "sequence<float32>");
    EXPECT_EQ(type_of([](TypeProto& t) {
                  auto& sequence = *t.mutable_optional_type()->mutable_elem_type()->mutable_sequence_type();
                  set_float(*sequence.mutable_elem_type(), {5});
              }),
              "optional<sequence<float32[5]>>");
    EXPECT_EQ(type_of([](TypeProto& t) {
                  t.mutable_map_type()->set_key_type(TensorProto::INT64);
                  set_float(*t.mutable_map_type()->mutable_value_type(), {});
              }),
              "map<int64,float32>");
    EXPECT_EQ(type_of([](TypeProto& t) {
                  t.mutable_opaque_type()->set_domain("d");
                  t.mutable_opaque_type()->set_name("n");
              }),
              "opaque<d.n>");
    EXPECT_EQ(type_of([](TypeProto& t) {
                  auto& sparse =
                      *t.mutable_sequence_type()->mutable_elem_type()->mutable_sparse_tensor_type();
                  sparse.set_elem_type(TensorProto::FLOAT);
                  sparse.mutable_shape()->add_dim()->set_dim_param("n");
              }),
              "sequence<sparse_tensor<float32[n]>>");
}

TEST(OnnxType, KeepsKindAndElementType) {
    const Model sequence =
        read_input_of([](TypeProto& t) { set_float(*t.mutable_sequence_type()->mutable_elem_type(), {2}); });
    EXPECT_EQ(tensor(sequence, "x").kind, ValueKind::kSequence);
    EXPECT_EQ(tensor(sequence, "x").dtype, DataType::kFloat32);
    EXPECT_FALSE(tensor(sequence, "x").shape.known);
    const Model sparse = read_input_of([](TypeProto& t) {
        t.mutable_sparse_tensor_type()->set_elem_type(TensorProto::INT8);
        t.mutable_sparse_tensor_type()->mutable_shape()->add_dim()->set_dim_value(2);
    });
    EXPECT_EQ(tensor(sparse, "x").kind, ValueKind::kSparseTensor);
    EXPECT_EQ(shape_text(sparse, tensor(sparse, "x").shape), "2");
}

TEST(OnnxType, KeepsDenotations) {
    const Model model = read_input_of([](TypeProto& type) {
        set_float(type, {1, 3});
        type.set_denotation("IMAGE");
        type.mutable_tensor_type()->mutable_shape()->mutable_dim(1)->set_denotation("DATA_CHANNEL");
    });
    std::map<std::string, std::string> found;
    for (const KeyValue& entry : model.metadata_of(tensor(model, "x").metadata)) {
        found[std::string(model.text(entry.key))] = model.text(entry.value);
    }
    EXPECT_EQ(found["denotation"], "IMAGE");
    EXPECT_EQ(found["denotation[1]"], "DATA_CHANNEL");
}

TEST(OnnxType, StopsAtTypesNestedTooDeep) {
    const Model model = read_input_of([](TypeProto& type) {
        TypeProto* at = &type;
        for (uint32_t i = 0; i < limits::kNesting + 5; ++i)
            at = at->mutable_sequence_type()->mutable_elem_type();
    });
    ASSERT_FALSE(model.damages.empty());
    EXPECT_EQ(model.damages[0].error.code, ErrorCode::kLimit);
    EXPECT_THAT(model.damages[0].error.message,
                testing::StartsWith("graph.input[0].type.sequence_type.elem_type."));
}

}  // namespace
}  // namespace netloupe::onnx_test
