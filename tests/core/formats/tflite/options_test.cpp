#include <flatbuffers/flexbuffers.h>

#include "containers/flatbuffer_schema.h"
#include "read_tflite.h"
#include "schemas/tflite_bfbs_generated.h"

namespace netloupe::tflite_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using wire::BuiltinOperator;
using wire::BuiltinOptions;
using wire::BuiltinOptions2;

std::vector<std::string> of_first_node(TestModel& m) {
    const Model model = read(m);
    return attributes(model, model.graphs[0].nodes[0]);
}

std::vector<std::string> of_custom(const std::vector<uint8_t>& options) {
    TestModel m;
    m.add_custom_operator(m.add_custom_code("Custom"), options);
    return of_first_node(m);
}

TEST(TfliteOptions, ShowsEveryScalarWithItsDefault) {
    TestModel m;
    wire::Conv2DOptionsBuilder options(m.b);
    options.add_padding(wire::Padding::VALID);
    options.add_stride_h(2);
    const auto built = options.Finish().Union();
    m.add_operator(m.add_code(BuiltinOperator::CONV_2D), {}, {}, BuiltinOptions::Conv2DOptions, built);
    EXPECT_THAT(of_first_node(m),
                ElementsAre("padding=VALID", "stride_w=0", "stride_h=2", "fused_activation_function=NONE",
                            "dilation_w_factor=1", "dilation_h_factor=1", "quantized_bias_type=FLOAT32"));
}

TEST(TfliteOptions, ShowsRealsBooleansTextsAndLists) {
    TestModel m;
    const auto softmax = wire::CreateSoftmaxOptions(m.b, 0.5F).Union();
    m.add_operator(m.add_code(BuiltinOperator::SOFTMAX), {}, {}, BuiltinOptions::SoftmaxOptions, softmax);
    const auto shape = m.b.CreateVector(std::vector<int32_t>{-1, 3});
    m.add_operator(m.add_code(BuiltinOperator::RESHAPE), {}, {}, BuiltinOptions::ReshapeOptions,
                   wire::CreateReshapeOptions(m.b, shape).Union());
    const auto boundaries = m.b.CreateVector(std::vector<float>{0.5F, 1.5F});
    m.add_operator(m.add_code(BuiltinOperator::BUCKETIZE), {}, {}, BuiltinOptions::BucketizeOptions,
                   wire::CreateBucketizeOptions(m.b, boundaries).Union());
    const auto name = m.b.CreateString("v1");
    m.add_operator(m.add_code(BuiltinOperator::VAR_HANDLE), {}, {}, BuiltinOptions::VarHandleOptions,
                   wire::CreateVarHandleOptions(m.b, 0, name).Union());
    m.add_operator(m.add_code(BuiltinOperator::ADD), {}, {}, BuiltinOptions::AddOptions,
                   wire::CreateAddOptions(m.b).Union());
    const Model model = read(m);
    const auto& nodes = model.graphs[0].nodes;
    EXPECT_THAT(attributes(model, nodes[0]), ElementsAre("beta=0.500000"));
    EXPECT_THAT(attributes(model, nodes[1]), ElementsAre("new_shape=[-1,3]"));
    EXPECT_THAT(attributes(model, nodes[2]), ElementsAre("boundaries=[0.500000,1.500000]"));
    EXPECT_THAT(attributes(model, nodes[3]), ElementsAre("shared_name=v1"));
    EXPECT_THAT(attributes(model, nodes[4]),
                ElementsAre("fused_activation_function=NONE", "pot_scale_int16=true"));
}

TEST(TfliteOptions, ReadsTheSecondUnion) {
    TestModel m;
    const auto dims = m.b.CreateVector(std::vector<int64_t>{1});
    const std::vector<wire::StablehloPrecisionConfig> precisions{wire::StablehloPrecisionConfig::HIGH};
    const auto precision = m.b.CreateVector(precisions);
    m.add_operator2(m.add_code(BuiltinOperator::STABLEHLO_DOT_GENERAL),
                    BuiltinOptions2::StablehloDotGeneralOptions,
                    wire::CreateStablehloDotGeneralOptions(m.b, 0, 0, dims, dims, precision).Union());
    EXPECT_THAT(of_first_node(m), ElementsAre("lhs_contracting_dimensions=[1]",
                                              "rhs_contracting_dimensions=[1]", "precision_config='HIGH'"));
}

TEST(TfliteOptions, OpensTheAttributesOfComposites) {
    flexbuffers::Builder flex;
    flex.Map([&] { flex.Float("epsilon", 0.25F); });
    flex.Finish();
    TestModel m;
    const auto name = m.b.CreateString("odml.norm");
    const auto options = m.b.CreateVector(flex.GetBuffer());
    m.add_operator2(m.add_code(BuiltinOperator::STABLEHLO_COMPOSITE),
                    BuiltinOptions2::StableHLOCompositeOptions,
                    wire::CreateStableHLOCompositeOptions(m.b, name, 1, options).Union());
    m.next_subgraph();
    const Model model = read(m);
    EXPECT_THAT(attributes(model, model.graphs[0].nodes[0]),
                ElementsAre("name=odml.norm", "decomposition_subgraph_index=graph 1", "epsilon=0.250000",
                            "composite_attributes_format=FLEXBUFFERS", "version=0"));
    EXPECT_EQ(model.graphs[1].parent, GraphId(0U));
}

TEST(TfliteOptions, ListsBranchesOfACase) {
    TestModel m;
    const auto branches = m.b.CreateVector(std::vector<int32_t>{1, 2});
    m.add_operator2(m.add_code(BuiltinOperator::STABLEHLO_CASE), BuiltinOptions2::StablehloCaseOptions,
                    wire::CreateStablehloCaseOptions(m.b, branches).Union());
    m.next_subgraph();
    m.next_subgraph();
    const Model model = read(m);
    EXPECT_THAT(attributes(model, model.graphs[0].nodes[0]),
                ElementsAre("branch_subgraph_indices=graphs [1,2]"));
    EXPECT_EQ(model.graphs[2].parent, GraphId(0U));
}

/// Every table that the unions name, empty: its scalars must all be shown, and nothing else.
TEST(TfliteOptions, KnowsEveryTableOfBothUnions) {
    const FlatSchema schema(wire::ModelBinarySchema::data());
    size_t tables = 0;
    for (const bool second : {false, true}) {
        const FlatEnum members = schema.enumeration(second ? "netloupe.wire.tflite.BuiltinOptions2"
                                                           : "netloupe.wire.tflite.BuiltinOptions");
        for (const auto& member : members.entries) {
            if (member.value == 0) continue;
            TestModel m;
            const auto start = m.b.StartTable();
            const Offset<void> empty(m.b.EndTable(start));
            if (second) {
                m.add_operator2(m.add_code(BuiltinOperator::ABS), static_cast<BuiltinOptions2>(member.value),
                                empty);
            } else {
                m.add_operator(m.add_code(BuiltinOperator::ABS), {}, {},
                               static_cast<BuiltinOptions>(member.value), empty);
            }
            size_t scalars = 0;
            for (const FlatField& field : schema.fields(member.table)) {
                scalars += field.kind == FlatField::Kind::kInt || field.kind == FlatField::Kind::kReal ||
                           field.kind == FlatField::Kind::kBool;
            }
            EXPECT_EQ(of_first_node(m).size(), scalars) << member.table;
            ++tables;
        }
    }
    // 126 and 23 of TensorFlow Lite, and 5 of Circle.
    EXPECT_EQ(tables, 126U + 23U + 5U);
}

TEST(TfliteOptions, SaysWhichTableOfANewerSchemaItDoesNotKnow) {
    TestModel m;
    const auto empty = wire::CreateAbsOptions(m.b).Union();
    m.add_operator2(m.add_code(BuiltinOperator::ABS), static_cast<BuiltinOptions2>(200), empty);
    EXPECT_THAT(of_first_node(m), ElementsAre("builtin_options_2_type=200"));
}

TEST(TfliteOptions, TurnsKeysOfCustomOptionsIntoAttributes) {
    flexbuffers::Builder flex;
    flex.Map([&] {
        flex.Int("count", -3);
        flex.Bool("flag", true);
        flex.Double("ratio", 0.5);
        flex.String("word", "hello");
        flex.TypedVector("sizes", [&] {
            flex.Int(1);
            flex.Int(300);
        });
        flex.Vector("names", [&] {
            flex.String("a");
            flex.String("b");
        });
        flex.Map("nested", [&] { flex.Float("deep", 0.1F); });
    });
    flex.Finish();
    EXPECT_THAT(of_custom(flex.GetBuffer()),
                ElementsAre("count=-3", "flag=true", "names='a''b'", R"(nested={"deep":0.1})",
                            "ratio=0.500000", "sizes=[1,300]", "word=hello"));
}

TEST(TfliteOptions, KeepsWhatIsNoFlexBufferAsBytes) {
    EXPECT_THAT(of_custom({'r', 'a', 'w', 0xFF, 0xFF}), ElementsAre("custom_options=raw\xFF\xFF"));
}

TEST(TfliteOptions, LeavesLongCustomOptionsInTheFile) {
    TestModel m;
    m.add_custom_operator(m.add_custom_code("Custom"), std::vector<uint8_t>(10'000, 0xFF));
    const Model model = read(m);
    const auto all = model.attributes_of(model.graphs[0].nodes[0]);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].type, AttributeType::kTensor);
    EXPECT_EQ(model.constant(all[0].constant).length, 10'000U);
    EXPECT_EQ(model.constant(all[0].constant).dtype, DataType::kUint8);
}

TEST(TfliteOptions, FindsCustomOptionsBehindTheFlatbuffer) {
    TestModel m;
    wire::OperatorBuilder op(m.b);
    op.add_large_custom_options_offset(4096);
    op.add_large_custom_options_size(3);
    const auto built = op.Finish();
    m.add_custom_code("Custom");
    m.add_operator_table(built);
    auto bytes = m.finish();
    ASSERT_LT(bytes.size(), 4096U);
    bytes.resize(4096);
    for (const char c : std::string_view("\x07\x04\x01")) bytes.push_back(static_cast<std::byte>(c));
    const Model model = read(bytes);
    EXPECT_THAT(attributes(model, model.graphs[0].nodes[0]), ElementsAre("custom_options=7"));
    EXPECT_THAT(model.damages, IsEmpty());
}

}  // namespace
}  // namespace netloupe::tflite_test
