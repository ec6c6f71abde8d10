#include "query/size.h"

#include <gtest/gtest.h>

#include <cstddef>

#include "support/graph_text.h"

namespace netloupe {
namespace {

using query::FileSize;
using query::SizePart;

/// A file of 1,000 bytes, with constants of these spans.
struct Stored {
    std::string name;
    uint64_t offset;
    uint64_t length;
};
Model model_of(const std::vector<Stored>& stored) {
    std::string text = "onnx\ninput x:float32[1]\n";
    for (const Stored& each : stored) text += "const " + each.name + ":float32[1] = 1\n";
    Model model = test::graph_from_text(text + "Relu(x) -> y\noutput y\n");
    model.files.resize(1);
    model.files[0].path = "";
    model.files[0].content = std::vector<std::byte>(1000);
    for (Tensor& tensor : model.graphs[0].tensors) {
        for (const Stored& each : stored) {
            if (model.text(tensor.name) != each.name) continue;
            Constant& constant = model.constants[tensor.constant.index()];
            constant.file = FileId(0U);
            constant.offset = each.offset;
            constant.length = each.length;
        }
    }
    return model;
}

void expect_exact(const SizePart& part) {
    if (part.parts.empty()) return;
    uint64_t bytes = 0;
    uint64_t tensors = 0;
    for (const SizePart& inner : part.parts) {
        bytes += inner.bytes;
        tensors += inner.tensors;
        expect_exact(inner);
    }
    EXPECT_EQ(bytes, part.bytes) << part.name;
    EXPECT_EQ(tensors, part.tensors) << part.name;
}

FileSize only_file(const Model& model, size_t most = 1000) {
    std::vector<FileSize> files = query::sizes(model, most);
    EXPECT_EQ(files.size(), 1);
    expect_exact(files[0].weights);
    EXPECT_EQ(files[0].weights.bytes + files[0].other, files[0].bytes);
    return std::move(files[0]);
}

TEST(Sizes, AreATreeOfScopesWithTheLargestFirst) {
    const FileSize file = only_file(
        model_of({{"stem.weight", 100, 40}, {"block.0.weight", 200, 300}, {"block.0.bias", 500, 8}}));
    EXPECT_EQ(file.bytes, 1000);
    EXPECT_EQ(file.other, 652);
    ASSERT_EQ(file.weights.parts.size(), 2);
    const SizePart& block = file.weights.parts[0];
    EXPECT_EQ(block.name, "block");
    EXPECT_EQ(block.bytes, 308);
    EXPECT_EQ(block.tensors, 2);
    const SizePart& inner = block.parts.at(0);
    EXPECT_EQ(inner.name, "0");
    EXPECT_EQ(inner.parts.at(0).name, "weight");
    EXPECT_TRUE(inner.parts.at(0).tensor.valid());
    EXPECT_EQ(file.weights.parts[1].name, "stem");
}

TEST(Sizes, CountSharedAndOverlappingBytesOnce) {
    const FileSize file = only_file(model_of({{"a", 100, 100}, {"b", 100, 100}, {"c", 150, 100}}));
    EXPECT_EQ(file.weights.bytes, 150);
    EXPECT_EQ(file.weights.tensors, 2);
    EXPECT_EQ(file.other, 850);
}

TEST(Sizes, StayWithinTheFileWhateverASpanSays) {
    EXPECT_EQ(only_file(model_of({{"a", 900, 500}, {"b", 5000, 10}, {"c", ~0ULL, ~0ULL}})).weights.bytes,
              100);
}

TEST(Sizes, OfManyTensorsTellTheLargestAndSumUpTheRest) {
    std::vector<Stored> many;
    for (uint64_t i = 0; i < 300; ++i) many.push_back({"t" + std::to_string(i), i, 1});
    many.push_back({"u", 300, 100});
    const FileSize file = only_file(model_of(many));
    ASSERT_EQ(file.weights.parts.size(), 201);
    EXPECT_EQ(file.weights.parts[0].name, "u");
    EXPECT_EQ(file.weights.parts.back().kind, SizePart::Kind::kRest);
    EXPECT_EQ(file.weights.parts.back().tensors, 101);
}

TEST(Sizes, LeaveTheSmallestScopesUndividedWhenThereIsNoRoom) {
    const FileSize file =
        only_file(model_of({{"big.a", 0, 500}, {"small.a", 600, 10}, {"small.b", 610, 10}}), 3);
    EXPECT_FALSE(file.weights.parts.at(0).parts.empty());
    EXPECT_TRUE(file.weights.parts.at(1).parts.empty());
    EXPECT_EQ(file.weights.parts.at(1).tensors, 2);
}

TEST(Sizes, OfAModelWithoutWeightsAreAllOther) {
    const FileSize file = only_file(model_of({}));
    EXPECT_EQ(file.other, 1000);
    EXPECT_TRUE(file.weights.parts.empty());
}

}  // namespace
}  // namespace netloupe
