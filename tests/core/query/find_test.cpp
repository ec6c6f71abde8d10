#include "query/find.h"

#include <gtest/gtest.h>

#include "support/graph_text.h"

namespace netloupe {
namespace {

/// The operators of the nodes that a search finds.
std::vector<std::string> found(const Model& model, std::string_view query) {
    std::vector<std::string> ops;
    for (const query::Hit& hit : query::find(model, infer::KnownTypes(model), query, {}, 100).hits) {
        if (!hit.node.valid()) continue;
        ops.emplace_back(model.text(model.graph(hit.graph).nodes[hit.node.index()].op));
    }
    return ops;
}

using Ops = std::vector<std::string>;

TEST(FindOperator, MeansTheWholeNameWhereThereIsOne) {
    const Model model = test::graph_from_text(
        "onnx\ninput x:float32[4]\nQuantizeLinear(x, 0.5, 0:int8) -> q:int8[4]\n"
        "DequantizeLinear(q, 0.5, 0:int8) -> y:float32[4]\noutput y\n");
    EXPECT_EQ(found(model, "op:QuantizeLinear"), Ops{"QuantizeLinear"});
    EXPECT_EQ(found(model, "op:quantizelinear"), Ops{"QuantizeLinear"});
    EXPECT_EQ(found(model, "op:Quantize"), (Ops{"QuantizeLinear", "DequantizeLinear"}));
    EXPECT_EQ(found(model, "QuantizeLinear"), (Ops{"QuantizeLinear", "DequantizeLinear"}));
}

TEST(FindOperator, FindsAPartWhereOnlySomethingElseHasThatName) {
    const Model model = test::graph_from_text(
        "onnx\ninput x:float32[4]\nRelu(x) -> relu6:float32[4]\n"
        "Relu(relu6) -> elu:float32[4]\noutput elu\n");
    EXPECT_EQ(found(model, "op:elu"), (Ops{"Relu", "Relu"}));
}

}  // namespace
}  // namespace netloupe
