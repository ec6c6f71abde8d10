// The lists that the lint rules are specified with, against the tables.

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

#include "ops/operator_schema.h"

namespace netloupe {
namespace {

using Names = std::set<std::string_view>;

Names with_trait(Dialect dialect, OpTraits trait) {
    Names names;
    for (const OperatorSchema* schema : all_operators(dialect)) {
        if (schema->domain.empty() && has(schema->traits, trait)) names.insert(schema->name);
    }
    return names;
}

TEST(OperatorTraits, TfliteSameScale) {
    EXPECT_EQ(with_trait(Dialect::kTflite, OpTraits::kSameScale), (Names{"AVERAGE_POOL_2D",
                                                                         "MAX_POOL_2D",
                                                                         "CONCATENATION",
                                                                         "RESHAPE",
                                                                         "RESIZE_BILINEAR",
                                                                         "SPACE_TO_DEPTH",
                                                                         "RESIZE_NEAREST_NEIGHBOR",
                                                                         "DEPTH_TO_SPACE",
                                                                         "PAD",
                                                                         "PADV2",
                                                                         "MIRROR_PAD",
                                                                         "GATHER",
                                                                         "GATHER_ND",
                                                                         "TRANSPOSE",
                                                                         "BATCH_TO_SPACE_ND",
                                                                         "SPACE_TO_BATCH_ND",
                                                                         "SQUEEZE",
                                                                         "EXPAND_DIMS",
                                                                         "SLICE",
                                                                         "STRIDED_SLICE",
                                                                         "SPLIT",
                                                                         "SPLIT_V",
                                                                         "PACK",
                                                                         "UNPACK",
                                                                         "TILE",
                                                                         "BROADCAST_TO",
                                                                         "FILL",
                                                                         "REVERSE_V2",
                                                                         "SCATTER_ND",
                                                                         "SELECT",
                                                                         "SELECT_V2",
                                                                         "MAXIMUM",
                                                                         "MINIMUM",
                                                                         "REDUCE_MAX",
                                                                         "REDUCE_MIN"}));
}

TEST(OperatorTraits, OnnxRuntimeMovesBytesInTheseNodeUnits) {
    EXPECT_EQ(with_trait(Dialect::kOnnx, OpTraits::kSameScale),
              (Names{"Gather", "GatherElements", "Reshape", "Expand", "Flatten", "Transpose", "MaxPool",
                     "Resize", "Squeeze", "Unsqueeze", "Tile"}));
}

TEST(OperatorTraits, OnnxRuntimeNodeUnits) {
    EXPECT_EQ(with_trait(Dialect::kOnnx, OpTraits::kQdqNodeUnit), (Names{"Gather",
                                                                         "GatherElements",
                                                                         "Reshape",
                                                                         "Expand",
                                                                         "Flatten",
                                                                         "Transpose",
                                                                         "MaxPool",
                                                                         "Resize",
                                                                         "Squeeze",
                                                                         "Unsqueeze",
                                                                         "Tile",
                                                                         "AveragePool",
                                                                         "GlobalAveragePool",
                                                                         "GlobalMaxPool",
                                                                         "LeakyRelu",
                                                                         "ReduceMean",
                                                                         "ReduceMin",
                                                                         "ReduceMax",
                                                                         "ReduceProd",
                                                                         "ReduceSum",
                                                                         "Relu",
                                                                         "Gelu",
                                                                         "Elu",
                                                                         "HardSigmoid",
                                                                         "HardSwish",
                                                                         "Sigmoid",
                                                                         "Slice",
                                                                         "LogSoftmax",
                                                                         "Softmax",
                                                                         "Sqrt",
                                                                         "Atan",
                                                                         "Asin",
                                                                         "Sin",
                                                                         "Cos",
                                                                         "Sign",
                                                                         "Tanh",
                                                                         "Exp",
                                                                         "Log",
                                                                         "LRN",
                                                                         "Ceil",
                                                                         "Floor",
                                                                         "Round",
                                                                         "Abs",
                                                                         "Neg",
                                                                         "DepthToSpace",
                                                                         "SpaceToDepth",
                                                                         "LpNormalization",
                                                                         "Clip",
                                                                         "Add",
                                                                         "Div",
                                                                         "Mul",
                                                                         "Pow",
                                                                         "Sub",
                                                                         "PRelu",
                                                                         "GridSample",
                                                                         "Concat",
                                                                         "Max",
                                                                         "Min",
                                                                         "Split",
                                                                         "Conv",
                                                                         "ConvTranspose",
                                                                         "Einsum",
                                                                         "Reciprocal",
                                                                         "MatMul",
                                                                         "Gemm",
                                                                         "InstanceNormalization",
                                                                         "LayerNormalization",
                                                                         "BatchNormalization",
                                                                         "Equal",
                                                                         "Greater",
                                                                         "GreaterOrEqual",
                                                                         "Less",
                                                                         "LessOrEqual",
                                                                         "Where",
                                                                         "Pad",
                                                                         "TopK",
                                                                         "CumSum",
                                                                         "ScatterElements"}));
}

TEST(OperatorTraits, OnnxRuntimeCpuNodeUnits) {
    EXPECT_EQ(with_trait(Dialect::kOnnx, OpTraits::kCpuNodeUnit),
              (Names{"Conv",      "MatMul",         "Gemm",        "Add",
                     "Mul",       "Concat",         "AveragePool", "GlobalAveragePool",
                     "LeakyRelu", "Sigmoid",        "Softmax",     "Where",
                     "Gather",    "GatherElements", "Reshape",     "Expand",
                     "Flatten",   "Transpose",      "MaxPool",     "Resize",
                     "Squeeze",   "Unsqueeze",      "Tile",        "Split"}));
}

TEST(OperatorTraits, PassThrough) {
    const Names tflite = with_trait(Dialect::kTflite, OpTraits::kPassThrough);
    for (const std::string_view name :
         {"RESHAPE", "TRANSPOSE", "SQUEEZE", "EXPAND_DIMS", "SLICE", "STRIDED_SLICE", "SPLIT", "GATHER",
          "CONCATENATION", "PAD", "MAX_POOL_2D", "RESIZE_NEAREST_NEIGHBOR", "TILE", "PACK", "UNPACK",
          "DEPTH_TO_SPACE", "SPACE_TO_DEPTH", "BATCH_TO_SPACE_ND", "SPACE_TO_BATCH_ND"}) {
        EXPECT_TRUE(tflite.contains(name)) << name;
    }
    for (const std::string_view name :
         {"RESIZE_BILINEAR", "AVERAGE_POOL_2D", "ADD", "CONV_2D", "CAST", "QUANTIZE"}) {
        EXPECT_FALSE(tflite.contains(name)) << name;
    }
    const Names onnx = with_trait(Dialect::kOnnx, OpTraits::kPassThrough);
    for (const std::string_view name : {"Reshape", "Flatten", "Identity", "Slice", "Concat", "MaxPool"}) {
        EXPECT_TRUE(onnx.contains(name)) << name;
    }
    // Resize moves bytes only when its mode is nearest, which its schema can't know.
    EXPECT_FALSE(onnx.contains("Resize"));
}

TEST(OperatorTraits, Compute) {
    for (const OpKind kind : {OpKind::kConv, OpKind::kDepthwiseConv, OpKind::kConvTranspose, OpKind::kMatMul,
                              OpKind::kGemm, OpKind::kFullyConnected, OpKind::kLstm, OpKind::kGru,
                              OpKind::kRnn, OpKind::kSvdf, OpKind::kAttention}) {
        EXPECT_TRUE(has(traits_of(kind), OpTraits::kCompute)) << name_of(kind);
    }
    for (const OpKind kind :
         {OpKind::kAdd, OpKind::kRelu, OpKind::kSoftmax, OpKind::kMaxPool, OpKind::kQuantize}) {
        EXPECT_FALSE(has(traits_of(kind), OpTraits::kCompute)) << name_of(kind);
    }
}

TEST(OperatorTraits, BoundaryTail) {
    Names onnx = with_trait(Dialect::kOnnx, OpTraits::kBoundaryTail);
    EXPECT_EQ(onnx, (Names{"Softmax", "LogSoftmax", "Sigmoid", "ArgMax", "TopK", "NonMaxSuppression"}));
}

TEST(OperatorTraits, IntegerOperatorsOfOnnx) {
    EXPECT_EQ(with_trait(Dialect::kOnnx, OpTraits::kIntegerKernel),
              (Names{"QLinearConv", "QLinearMatMul", "ConvInteger", "MatMulInteger"}));
}

TEST(OpKinds, NamesAreDistinctAndFoundAgain) {
    for (uint16_t i = 0; name_of(static_cast<OpKind>(i)) != "Unknown" || i == 0; ++i) {
        const auto kind = static_cast<OpKind>(i);
        EXPECT_EQ(op_kind_from_name(name_of(kind)), kind) << name_of(kind);
    }
    EXPECT_EQ(op_kind_from_name("NoSuchKind"), OpKind::kUnknown);
}

TEST(OpKinds, CategoriesOfTheDrawing) {
    EXPECT_EQ(category_of(OpKind::kConv), OpCategory::kMatrix);
    EXPECT_EQ(category_of(OpKind::kIf), OpCategory::kControlFlow);
    EXPECT_EQ(category_of(OpKind::kUnknown), OpCategory::kCustom);
    EXPECT_EQ(name_of(OpCategory::kControlFlow), "control-flow");
    EXPECT_EQ(name_of(OpCategory::kData), "data");
}

}  // namespace
}  // namespace netloupe
