#include "rule_testing.h"

namespace netloupe::lint {
namespace {

using Kind = ExpectedDimension::Kind;

constexpr std::string_view kModel = R"(onnx
input image:float32[N,3,224,224], mask:boolean[?]
Relu(image) -> scores:float32[N,3,224,224]
Not(mask) -> kept:boolean[?]
output scores, kept
)";

ExpectedDimension fixed(int64_t value) {
    return {Kind::kFixed, value, {}};
}

std::string judged(const ExpectedSignature& signature) {
    const Model model = test::graph_from_text(kModel);
    std::string messages;
    for (const Finding& finding :
         check(model, Options{.only = {"B02"}, .parameters = {}, .signature = signature})) {
        EXPECT_EQ(finding.severity, Severity::kError);
        messages += finding.message + "\n";
    }
    return messages;
}

ExpectedPort image() {
    return {"image", DataType::kFloat32, {{{Kind::kDynamic, 0, "N"}, fixed(3), fixed(224), fixed(224)}}};
}

TEST(B02, TheAgreedSignatureIsSilent) {
    EXPECT_EQ(judged({.inputs = {{image(), {"mask", {}, {}}}},
                      .outputs = {{{"scores", {}, {}}, {"kept", {}, {}}}}}),
              "");
    EXPECT_EQ(judged({}), "") << "no signature, no finding";
}

TEST(B02, AnyIsAnyAndANameIsOnlyOneWhereTheFileHasOne) {
    ExpectedPort loose = image();
    (*loose.shape)[0] = {};
    (*loose.shape)[2] = {};
    EXPECT_EQ(judged({.inputs = {{loose, {"mask", DataType::kBool, {{{Kind::kDynamic, 0, "length"}}}}}},
                      .outputs = {}}),
              "");
}

TEST(B02, AnotherTypeOrShape) {
    ExpectedPort changed = image();
    changed.dtype = DataType::kUint8;
    EXPECT_TRUE(contains(judged({.inputs = {{changed, {"mask", {}, {}}}}, .outputs = {}}),
                         "is float32, where uint8 is expected"));
    changed = image();
    (*changed.shape)[0] = fixed(1);
    EXPECT_TRUE(contains(judged({.inputs = {{changed, {"mask", {}, {}}}}, .outputs = {}}),
                         "has the shape N×3×224×224, where 1×3×224×224 is expected"));
    changed.shape->pop_back();
    EXPECT_FALSE(judged({.inputs = {{changed, {"mask", {}, {}}}}, .outputs = {}}).empty());
}

TEST(B02, AnotherOrderIsAnotherSignature) {
    EXPECT_TRUE(contains(judged({.inputs = {}, .outputs = {{{"kept", {}, {}}, {"scores", {}, {}}}}}),
                         "Number 1 of the outputs is \"scores\", where \"kept\" is expected."));
}

TEST(B02, MissingAndUnexpectedPorts) {
    const std::string messages =
        judged({.inputs = {{image()}}, .outputs = {{{"logits", {}, {}}, {"kept", {}, {}}}}});
    EXPECT_TRUE(contains(messages, "The input \"mask\" is not expected."));
    EXPECT_TRUE(contains(messages, "The output \"logits\" that is expected is not there."));
    EXPECT_TRUE(contains(messages, "The output \"scores\" is not expected."));
}

TEST(B02, ANameThatIsExpectedTwiceIsNoCrash) {
    EXPECT_EQ(judged({.inputs = {{image(), {"mask", {}, {}}, {"mask", {}, {}}}}, .outputs = {}}), "");
}

}  // namespace
}  // namespace netloupe::lint
