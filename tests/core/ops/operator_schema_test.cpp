#include "ops/operator_schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace netloupe {
namespace {

const OperatorSchema* onnx(std::string_view op, int32_t version = kNewestVersion,
                           std::string_view domain = "") {
    return find_operator(Dialect::kOnnx, domain, op, version);
}

const OperatorSchema* tflite(std::string_view op) {
    return find_operator(Dialect::kTflite, "", op, 1);
}

TEST(OperatorSchema, FindsTheSignatureOfAVersion) {
    const OperatorSchema* conv = onnx("Conv", 13);
    ASSERT_NE(conv, nullptr);
    EXPECT_EQ(conv->kind, OpKind::kConv);
    EXPECT_EQ(conv->category, OpCategory::kMatrix);
    EXPECT_EQ(conv->since_version, 11);
    ASSERT_EQ(conv->inputs.size(), 3U);
    EXPECT_EQ(conv->inputs[0].name, "X");
    EXPECT_EQ(conv->inputs[1].role, OperandRole::kWeight);
    EXPECT_EQ(conv->inputs[2].name, "B");
    EXPECT_EQ(conv->inputs[2].presence, Presence::kOptional);
    EXPECT_EQ(conv->input_of(OperandRole::kBias), 2U);
    EXPECT_EQ(conv->input_of(OperandRole::kState), std::nullopt);
}

TEST(OperatorSchema, TheEmptyDomainIsAiOnnx) {
    EXPECT_EQ(onnx("Conv", 13, "ai.onnx"), onnx("Conv", 13, ""));
    EXPECT_TRUE(knows_domain(Dialect::kOnnx, "ai.onnx"));
    EXPECT_TRUE(knows_domain(Dialect::kOnnx, "com.microsoft.nchwc"));
    EXPECT_FALSE(knows_domain(Dialect::kOnnx, "com.example"));
    EXPECT_FALSE(knows_domain(Dialect::kTflite, "ai.onnx"));
}

TEST(OperatorSchema, AnUnknownOperatorIsNull) {
    EXPECT_EQ(onnx("Convolve", 13), nullptr);
    EXPECT_EQ(onnx("conv", 13), nullptr);
    EXPECT_EQ(onnx("Conv", 13, "com.example"), nullptr);
    EXPECT_EQ(onnx("CONV_2D", 13), nullptr);
    EXPECT_EQ(tflite("Conv"), nullptr);
}

TEST(OperatorSchema, AnOperatorNewerThanTheVersionIsNull) {
    EXPECT_EQ(onnx("LayerNormalization", 16)->since_version, 1);  // ONNX Runtime's own, under the same name.
    EXPECT_EQ(onnx("Gelu", 19), nullptr);
    EXPECT_NE(onnx("Gelu", 20), nullptr);
    EXPECT_NE(onnx("Gelu"), nullptr);
}

TEST(OperatorSchema, AttributesThatBecameInputs) {
    struct Case {
        std::string_view op;
        std::string_view parameter;
        int32_t input_since;
    };
    const Case cases[] = {{"ReduceSum", "axes", 13}, {"ReduceMean", "axes", 18}, {"ReduceMax", "axes", 18},
                          {"Squeeze", "axes", 13},   {"Unsqueeze", "axes", 13},  {"Clip", "min", 11},
                          {"Slice", "starts", 10},   {"Split", "split", 13},     {"Dropout", "ratio", 12},
                          {"Pad", "pads", 11},       {"Reshape", "shape", 5}};
    for (const auto& [op, parameter, input_since] : cases) {
        const OperatorSchema* before = onnx(op, input_since - 1);
        const OperatorSchema* after = onnx(op, input_since);
        ASSERT_NE(before, nullptr) << op;
        ASSERT_NE(after, nullptr) << op;
        EXPECT_NE(before->attribute(parameter), nullptr) << op;
        EXPECT_EQ(after->attribute(parameter), nullptr) << op;
        EXPECT_TRUE(std::ranges::any_of(after->inputs, [&](const auto& input) {
            return input.name == parameter;
        })) << op;
    }
}

TEST(OperatorSchema, DefaultsChangeWithTheVersion) {
    EXPECT_EQ(onnx("Softmax", 12)->attribute("axis")->default_int(), 1);
    EXPECT_EQ(onnx("Softmax", 13)->attribute("axis")->default_int(), -1);
    EXPECT_EQ(onnx("GridSample", 16)->attribute("mode")->default_text, "bilinear");
    EXPECT_EQ(onnx("GridSample", 20)->attribute("mode")->default_text, "linear");
    EXPECT_EQ(onnx("BatchNormalization", 6)->attribute("is_test")->default_int(), 0);
    EXPECT_EQ(onnx("BatchNormalization", 14)->attribute("training_mode")->default_int(), 0);
    EXPECT_EQ(onnx("BatchNormalization", 9)->attribute("spatial"), nullptr);
    EXPECT_EQ(onnx("QuantizeLinear", 10)->attribute("axis"), nullptr);
    EXPECT_EQ(onnx("QuantizeLinear", 13)->attribute("axis")->default_int(), 1);
    EXPECT_EQ(onnx("QuantizeLinear", 21)->attribute("block_size")->default_int(), 0);
}

TEST(OperatorSchema, DefaultsAreTyped) {
    const OperatorSchema* conv = onnx("Conv", 11);
    EXPECT_EQ(conv->attribute("group")->default_int(), 1);
    EXPECT_EQ(conv->attribute("group")->default_float(), std::nullopt);
    EXPECT_EQ(conv->attribute("auto_pad")->default_text, "NOTSET");
    EXPECT_FALSE(conv->attribute("dilations")->has_default);
    EXPECT_EQ(conv->attribute("stride"), nullptr);
    EXPECT_DOUBLE_EQ(onnx("LeakyRelu", 16)->attribute("alpha")->default_float().value(), 0.01);
    EXPECT_TRUE(onnx("Concat", 13)->attribute("axis")->required);
}

TEST(OperatorSchema, WithdrawnOperatorsSaySince) {
    const OperatorSchema* upsample = onnx("Upsample", 13);
    ASSERT_NE(upsample, nullptr);
    EXPECT_TRUE(upsample->deprecated_at(13));
    EXPECT_TRUE(upsample->deprecated_at(10));
    EXPECT_FALSE(upsample->deprecated_at(9));
    EXPECT_EQ(onnx("Upsample", 9)->deprecated_since, 10);
    EXPECT_EQ(onnx("Scatter", 11)->deprecated_since, 11);
    EXPECT_FALSE(onnx("Conv", 22)->deprecated_at(22));
}

TEST(OperatorSchema, VariadicParametersTakeTheRest) {
    const OperatorSchema* concat = onnx("Concat", 13);
    EXPECT_EQ(concat->input(0)->name, "inputs");
    EXPECT_EQ(concat->input(70)->name, "inputs");
    EXPECT_EQ(concat->output(1), nullptr);
    const OperatorSchema* loop = onnx("Loop", 13);
    EXPECT_EQ(loop->input(0)->name, "M");
    EXPECT_EQ(loop->input(5)->name, "v_initial");
    EXPECT_EQ(loop->input(5)->presence, Presence::kVariadicEmpty);
    EXPECT_EQ(onnx("Relu", 13)->input(1), nullptr);
}

TEST(OperatorSchema, RuntimeDomains) {
    EXPECT_TRUE(has(onnx("QLinearAdd", 1, "com.microsoft")->traits, OpTraits::kIntegerKernel));
    EXPECT_EQ(onnx("QLinearAdd", 1, "com.microsoft")->kind, OpKind::kAdd);
    EXPECT_EQ(onnx("EPContext", 1, "com.microsoft")->kind, OpKind::kCompiledModel);
    EXPECT_EQ(onnx("MatMulNBits", 1, "com.microsoft")->attribute("bits")->default_int(), 4);
    EXPECT_EQ(onnx("Conv", 1, "com.microsoft.nchwc")->input(3)->name, "Sum");
    EXPECT_EQ(onnx("TreeEnsembleClassifier", 3, "ai.onnx.ml")->kind, OpKind::kClassicalModel);
    EXPECT_EQ(onnx("Adam", 1, "ai.onnx.preview.training")->kind, OpKind::kOptimizer);
}

TEST(OperatorSchema, TfliteNamesItsOperands) {
    EXPECT_EQ(tflite("CONV_2D")->input(1)->name, "filter");
    EXPECT_EQ(tflite("DEPTHWISE_CONV_2D")->input(1)->name, "weights");
    EXPECT_EQ(tflite("FULLY_CONNECTED")->input(2)->role, OperandRole::kBias);
    EXPECT_EQ(tflite("TRANSPOSE_CONV")->input_of(OperandRole::kWeight), 1U);
    EXPECT_EQ(tflite("SPLIT")->input(0)->role, OperandRole::kParameter);
    EXPECT_EQ(tflite("UNIDIRECTIONAL_SEQUENCE_LSTM")->input(23)->name, "output_layer_norm_weights");
    EXPECT_EQ(find_operator(Dialect::kTflite, "custom", "TFLite_Detection_PostProcess", 1)->kind,
              OpKind::kDetectionPostProcess);
    EXPECT_EQ(find_operator(Dialect::kTflite, "", "CONV_2D", 8), tflite("CONV_2D"));
}

TEST(OperatorSchema, SchemasAreWhole) {
    for (const Dialect dialect : {Dialect::kOnnx, Dialect::kTflite}) {
        for (const OperatorSchema* schema : all_operators(dialect)) {
            EXPECT_NE(schema->kind, OpKind::kUnknown) << schema->name;
            EXPECT_TRUE(schema->summary.ends_with('.') || schema->summary.ends_with(')')) << schema->name;
            EXPECT_LT(schema->summary.size(), 100U) << schema->name;
            for (const AttributeSchema& attribute : schema->attributes) {
                if (!attribute.has_default) continue;
                const bool is_int = attribute.kind == AttributeKind::kInt;
                const bool is_float = attribute.kind == AttributeKind::kFloat;
                EXPECT_EQ(attribute.default_int().has_value(), is_int)
                    << schema->name << " " << attribute.name;
                EXPECT_EQ(attribute.default_float().has_value(), is_float)
                    << schema->name << " " << attribute.name;
            }
        }
    }
}

TEST(OperatorSchema, EverySchemaIsFoundByItsOwnVersion) {
    for (const Dialect dialect : {Dialect::kOnnx, Dialect::kTflite}) {
        for (const OperatorSchema* schema : all_operators(dialect)) {
            EXPECT_EQ(find_operator(dialect, schema->domain, schema->name, schema->since_version), schema)
                << schema->name << " " << schema->since_version;
        }
    }
}

TEST(OperatorSchema, EveryOnnxOpsetIsCovered) {
    std::set<int32_t> versions;
    for (const OperatorSchema* schema : all_operators(Dialect::kOnnx)) {
        if (schema->domain.empty()) versions.insert(schema->since_version);
    }
    for (int32_t version = 1; version <= 28; ++version) EXPECT_TRUE(versions.contains(version)) << version;
}

}  // namespace
}  // namespace netloupe
