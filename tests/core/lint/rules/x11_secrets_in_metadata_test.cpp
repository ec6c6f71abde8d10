#include "rule_testing.h"

namespace netloupe::lint {
namespace {

/// What is found in a model whose description is the text.
std::vector<Finding> in(const std::string& description) {
    Model model = test::graph_from_text("onnx\ninput x:float32[4]\nRelu(x) -> y\noutput y\n");
    model.description = description;
    return check(model, {.only = {"X11"}, .parameters = {}});
}

TEST(X11, Tokens) {
    const std::string letters(36, 'a');
    const auto found = in("pushed with hf_" + letters);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(contains(found[0].message, "In the description stands a token of Hugging Face"));
    EXPECT_FALSE(contains(found[0].message, letters)) << "the token is not repeated";
    EXPECT_EQ(in("ghp_" + letters).size(), 1U);
    EXPECT_EQ(in("key AKIA1234567890ABCDEF.").size(), 1U);
    EXPECT_TRUE(in("hf_model").empty());
    EXPECT_TRUE(in("self_" + letters).empty());
    EXPECT_TRUE(in("AKIA is a town").empty());
}

TEST(X11, Addresses) {
    EXPECT_EQ(in("from https://maria:secret@example.com/data").size(), 1U);
    EXPECT_TRUE(in("see https://example.com/@maria").empty());
    EXPECT_TRUE(in("https://example.com:8080/a, mail maria@example.com").empty());
}

TEST(X11, HomeFolders) {
    EXPECT_TRUE(contains(in("File \"/home/maria/project/train.py\", line 3")[0].message,
                         "the home folder of \"maria\""));
    EXPECT_EQ(in("C:\\Users\\maria\\train.py").size(), 1U);
    EXPECT_EQ(in("/Users/maria/a.py and /Users/jan/b.py").size(), 1U);
    EXPECT_TRUE(in("/home/runner/work/a.py").empty());
    EXPECT_TRUE(in("https://example.com/home/maria/index.html").empty());
    EXPECT_TRUE(in("/usr/lib/python3/site-packages/torch/nn.py").empty());
}

// One finding a kind, with where it is first.
TEST(X11, NodesAreNamed) {
    Model model = test::graph_from_text("onnx\ninput x:float32[4]\nRelu(x) -> a\nAbs(a) -> y\noutput y\n");
    for (Node& node : model.graphs[0].nodes) node.doc = model.strings.intern("/home/maria/net/net.py(12)");
    const auto found = check(model, {.only = {"X11"}, .parameters = {}});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].node, NodeId(0U));
    EXPECT_TRUE(contains(found[0].message, "(2 times)"));
}

}  // namespace
}  // namespace netloupe::lint
