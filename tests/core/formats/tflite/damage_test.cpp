#include "read_tflite.h"

namespace netloupe::tflite_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using wire::BuiltinOperator;
using wire::BuiltinOptions;

/// Uses all that a reader gave, as a view or a rule would.
void touch(const Model& model) {
    for (const Graph& graph : model.graphs) {
        for (const Node& node : graph.nodes) {
            for (const TensorId id : model.inputs(node)) {
                if (id.valid()) {
                    ASSERT_LT(id.index(), graph.tensors.size());
                }
            }
            attributes(model, node);
        }
        for (const TensorId id : graph.inputs) ASSERT_LT(id.index(), graph.tensors.size());
        for (const Tensor& tensor : graph.tensors) {
            shape_text(model, tensor.shape);
            numbers(model, tensor, 0, 16);
        }
        if (graph.parent.valid()) {
            ASSERT_LT(graph.parent.index(), model.graphs.size());
        }
    }
}

TEST(TfliteDamage, SurvivesTruncationAnywhere) {
    const auto good = small_model();
    EXPECT_THAT(read(good).damages, IsEmpty());
    size_t readable = 0;
    for (size_t length = 0; length < good.size(); ++length) {
        const auto model =
            read_model({good.begin(), good.begin() + static_cast<ptrdiff_t>(length)}, "t.tflite");
        if (!model) {
            EXPECT_FALSE(model.error().message.empty());
            continue;
        }
        ++readable;
        touch(*model);
    }
    EXPECT_GT(readable, good.size() / 4);
}

TEST(TfliteDamage, SurvivesAnyByteBeingWrong) {
    const auto good = small_model();
    for (size_t at = 0; at < good.size(); ++at) {
        for (const int value : {0x00, 0x01, 0x7F, 0x80, 0xFF}) {
            auto bad = good;
            bad[at] = static_cast<std::byte>(value);
            const auto model = read_model(std::move(bad), "t.tflite");
            if (model) touch(*model);
        }
    }
}

TEST(TfliteDamage, NamesFieldAndOffsetOfABadOffset) {
    TestModel m;
    m.add_tensor({.name = "only", .shape = {11, 22, 33}});
    auto bytes = m.finish();
    // The offset to the shape leads 2 GB further on.
    const auto* model = wire::GetModel(bytes.data());
    const auto* tensor = model->subgraphs()->Get(0)->tensors()->Get(0);
    const auto* table = reinterpret_cast<const uint8_t*>(tensor);
    const auto field =
        static_cast<size_t>(table - reinterpret_cast<const uint8_t*>(bytes.data())) +
        reinterpret_cast<const flatbuffers::Table*>(tensor)->GetOptionalFieldOffset(wire::Tensor::VT_SHAPE);
    bytes[field + 3] = std::byte{0x7F};
    const Model read_back = read(bytes);
    ASSERT_EQ(read_back.damages.size(), 1U);
    EXPECT_EQ(read_back.damages[0].error.message,
              "subgraphs[0].tensors[0].shape points beyond the end of the file.");
    EXPECT_EQ(read_back.damages[0].error.offset, field);
    EXPECT_EQ(read_back.damages[0].tensor, TensorId(0U));
    EXPECT_EQ(read_back.text(read_back.graphs[0].tensors[0].name), "only");
}

TEST(TfliteDamage, SaysThatOperandsAndCodesDoNotExist) {
    TestModel m;
    m.add_tensor({.name = "x"});
    m.add_operator(5, {0, 77}, {0});
    const Model model = read(m);
    EXPECT_THAT(damage_text(model),
                HasSubstr("subgraphs[0].operators[0].opcode_index names an operator code"));
    ASSERT_EQ(model.graphs[0].nodes.size(), 1U);
    EXPECT_FALSE(model.inputs(model.graphs[0].nodes[0])[1].valid());
}

TEST(TfliteDamage, SaysThatThereIsNoGraph) {
    Builder b;
    b.Finish(wire::CreateModel(b, 3), "TFL3");
    const auto* bytes = reinterpret_cast<const std::byte*>(b.GetBufferPointer());
    const auto model = read_model({bytes, bytes + b.GetSize()}, "t.tflite");
    ASSERT_FALSE(model.has_value());
    EXPECT_EQ(model.error().code, ErrorCode::kCorrupt);
    EXPECT_THAT(model.error().message, HasSubstr("no subgraphs"));
}

/// A thousand operators that share one vector of a thousand operands would be a million for four kilobytes.
TEST(TfliteDamage, BoundsWhatSharedVectorsAdd) {
    TestModel m;
    m.add_tensor({.name = "x"});
    const uint32_t code = m.add_code(BuiltinOperator::ABS);
    const auto shared = m.b.CreateVector(std::vector<int32_t>(100'000, 0));
    const auto op = wire::CreateOperator(m.b, code, shared, shared);
    for (int i = 0; i < 10'000; ++i) m.add_operator_table(op);
    const Model model = read(m);
    EXPECT_LT(model.operands.size(), 2'000'000U);
    EXPECT_THAT(damage_text(model), HasSubstr("asks for more elements than the file can hold"));
}

TEST(TfliteDamage, StopsNotingAfterManyDamages) {
    TestModel m;
    for (int i = 0; i < 1000; ++i) m.add_operator(99, {}, {});
    const Model model = read(m);
    EXPECT_LT(model.damages.size(), 100U);
}

TEST(TfliteDamage, StopsWhenCancelled) {
    CancelSource source;
    source.cancel();
    const auto model = read_model(small_model(), "t.tflite", source.token());
    ASSERT_FALSE(model.has_value());
    EXPECT_EQ(model.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace netloupe::tflite_test
