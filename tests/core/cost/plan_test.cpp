#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "cost_testing.h"

namespace netloupe::cost {
namespace {

using test::count;
using test::Counted;
using ::testing::ElementsAre;

/// No two tensors that are alive at once overlap.
void expect_disjoint(const MemoryPlan& plan) {
    std::vector<std::vector<const MemoryPlan::Tensor*>> begins;
    for (const auto& tensor : plan.tensors) {
        begins.resize(std::max<size_t>(begins.size(), tensor.first + 1));
        begins[tensor.first].push_back(&tensor);
    }
    std::map<uint64_t, const MemoryPlan::Tensor*> alive;
    for (size_t node = 0; node < begins.size(); ++node) {
        std::erase_if(alive, [node](const auto& entry) { return entry.second->last < node; });
        for (const auto* tensor : begins[node]) {
            if (tensor->bytes == 0) continue;
            const auto above = alive.lower_bound(tensor->offset);
            EXPECT_TRUE(above == alive.end() || tensor->offset + tensor->bytes <= above->first);
            if (above != alive.begin()) {
                const auto* below = std::prev(above)->second;
                EXPECT_LE(below->offset + below->bytes, tensor->offset);
            }
            alive.emplace(tensor->offset, tensor);
        }
    }
}

const MemoryPlan::Tensor& placed(const Counted& counted, std::string_view name) {
    for (const auto& tensor : counted.plan().tensors) {
        if (counted.model.text(counted.model.graphs[0].tensor(tensor.tensor).name) == name) return tensor;
    }
    throw std::out_of_range(std::string(name));
}

TEST(MemoryPlan, ChainReusesWhatIsFree) {
    const Counted counted = count(R"(onnx opset=21
input x:float32[256]
Relu(x) -> a
Relu(a) -> b
Relu(b) -> c
Relu(c) -> y
output y
)");
    // The input stays; a and c share, b and y share.
    EXPECT_EQ(counted.plan().arena_bytes, 3 * 1024);
    EXPECT_EQ(counted.plan().live_bytes, 3 * 1024);
    EXPECT_EQ(counted.plan().peak, NodeId(1U));
    expect_disjoint(counted.plan());
}

TEST(MemoryPlan, DiamondKeepsBothSides) {
    const Counted counted = count(R"(onnx opset=21
input x:float32[256]
Relu(x) -> a
Sigmoid(a) -> left
Tanh(a) -> right
Add(left, right) -> y
output y
)");
    EXPECT_EQ(counted.plan().live_bytes, 4 * 1024);
    EXPECT_EQ(counted.plan().arena_bytes, 4 * 1024);
    EXPECT_EQ(counted.plan().peak, NodeId(2U));
    EXPECT_EQ(counted.plan().peak_tensors.size(), 4);
    expect_disjoint(counted.plan());
}

TEST(MemoryPlan, ViewsShareAndOffsetsAreAligned) {
    const Counted counted = count(R"(onnx opset=21
input x:float32[3]
Relu(x) -> a
Reshape(a, [3 1]:int64) -> b
Relu(b) -> y
output y
)");
    ASSERT_EQ(counted.plan().tensors.size(), 3);
    EXPECT_EQ(counted.plan().arena_bytes, 128 + 12);
    for (const auto& placed : counted.plan().tensors) EXPECT_EQ(placed.offset % 64, 0);
}

TEST(MemoryPlan, ATensorThatIsInputAndOutputIsThereOnce) {
    const Counted counted = count("onnx opset=21\ninput x:float32[16]\nRelu(x) -> y\noutput x, y\n");
    EXPECT_EQ(counted.plan().arena_bytes, 128);
}

TEST(MemoryPlan, SymbolsMustBeBound) {
    const Counted counted = count("onnx opset=21\ninput x:float32[n,16]\nRelu(x) -> y\noutput y\n");
    EXPECT_FALSE(counted.plan().arena_bytes);
    EXPECT_THAT(counted.plan().unbound, ElementsAre("n"));
}

TEST(MemoryPlan, VariablesAreKeptThroughout) {
    Model model = netloupe::test::graph_from_text(R"(tflite
input x:float32[1,8]
const w:float32[16,8] = 0
const r:float32[1,16] = 0
const bias:float32[16] = 0
ADD(x, x) -> a
SVDF(a, w, r, bias, state:float32[1,16]) -> b:float32[1,16] { rank=1 }
ADD(b, b) -> y
output y
)");
    for (Tensor& tensor : model.graphs[0].tensors) tensor.is_variable = model.text(tensor.name) == "state";
    const Counted counted = count(std::move(model));
    EXPECT_EQ(placed(counted, "state").first, 0);
    EXPECT_EQ(placed(counted, "state").last, 2);
    EXPECT_EQ(placed(counted, "x").last, 2);
    EXPECT_EQ(placed(counted, "a").last, 1);
    // Kept ones lie below all others.
    EXPECT_LT(placed(counted, "state").offset, placed(counted, "a").offset);
    EXPECT_LT(placed(counted, "state").offset, placed(counted, "b").offset);
    expect_disjoint(counted.plan());
}

TEST(MemoryPlan, EmptyTensorsTakeNothing) {
    const Counted counted = count("onnx opset=21\ninput x:float32[0,4]\nRelu(x) -> y\noutput y\n");
    EXPECT_EQ(counted.plan().arena_bytes, 0);
    EXPECT_EQ(counted.plan().live_bytes, 0);
}

TEST(MemoryPlan, ThereIsNoneBeyond64Bits) {
    const Counted product =
        count("onnx opset=21\ninput x:float32[4294967296,4294967296]\nRelu(x) -> y\noutput y\n");
    EXPECT_FALSE(product.plan().arena_bytes);
    EXPECT_EQ(product.plan().unknown, 2);
    EXPECT_EQ(product.node(Metric::kFlops), "unknown");
    // Each tensor fits; three of them do not.
    const Counted sum = count(R"(onnx opset=21
input x:int8[8000000000000000000]
Relu(x) -> a
Relu(a) -> y
output y
)");
    EXPECT_FALSE(sum.plan().arena_bytes);
    EXPECT_EQ(sum.plan().unknown, 0);
    EXPECT_EQ(sum.total_text(Metric::kBytesRead), "at least 6.94 EiB; 1 node unknown");
}

/// A chain whose every other tensor is an output too, and so stays to the end.
std::string chain_of_outputs(size_t length) {
    std::string text = "onnx opset=21\ninput x0:float32[64]\n";
    std::string outputs = "output x0";
    for (size_t i = 0; i < length; ++i) {
        text += fmt::format("Relu(x{0}) -> t{0}\nRelu(t{0}) -> x{1}\n", i, i + 1);
        outputs += fmt::format(", x{}", i + 1);
    }
    return text + outputs + "\n";
}

TEST(MemoryPlan, SmallGraphsLeaveNoGaps) {
    const Counted counted = count(chain_of_outputs(100));
    EXPECT_EQ(counted.plan().arena_bytes, counted.plan().live_bytes);
    expect_disjoint(counted.plan());
}

TEST(MemoryPlan, ManyTensorsAliveAtOnceStillReuseMemory) {
    constexpr uint64_t kLength = 3000;
    const Counted counted = count(chain_of_outputs(kLength));
    // Looking for a gap for each would take their number squared.
    ASSERT_TRUE(counted.plan().arena_bytes);
    EXPECT_GE(*counted.plan().arena_bytes, counted.plan().live_bytes);
    EXPECT_LE(*counted.plan().arena_bytes, 2 * counted.plan().live_bytes);
    expect_disjoint(counted.plan());
}

}  // namespace
}  // namespace netloupe::cost
