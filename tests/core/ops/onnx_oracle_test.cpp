// Compares the ONNX tables with the schemas of the onnx library (Debian: libonnx-dev), which knows opset 17
// and older.

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

// The library's headers warn under this project's options.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <onnx/defs/schema.h>
#pragma GCC diagnostic pop

#include "ops/operator_schema.h"

namespace netloupe {
namespace {

using onnx::AttributeProto;
using onnx::OpSchema;

std::string label_of(const OpSchema& schema) {
    return schema.domain() + "::" + schema.Name() + "-" + std::to_string(schema.SinceVersion());
}

Presence presence_of(const OpSchema::FormalParameter& parameter) {
    switch (parameter.GetOption()) {
        case OpSchema::Single:
            return Presence::kRequired;
        case OpSchema::Optional:
            return Presence::kOptional;
        case OpSchema::Variadic:
            break;
    }
    return parameter.GetMinArity() == 0 ? Presence::kVariadicEmpty : Presence::kVariadic;
}

/// Early versions write a variadic parameter's dots into its name.
std::string name_of(const OpSchema::FormalParameter& parameter) {
    const std::string& name = parameter.GetName();
    return name.substr(0, name.find('.'));
}

void expect_same_operands(const std::vector<OpSchema::FormalParameter>& expected,
                          std::span<const OperandSchema> actual, const std::string& label) {
    ASSERT_EQ(actual.size(), expected.size()) << label;
    for (size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(actual[i].name, name_of(expected[i])) << label;
        EXPECT_EQ(actual[i].presence, presence_of(expected[i])) << label << " " << actual[i].name;
    }
}

AttributeKind kind_of(AttributeProto::AttributeType type) {
    switch (type) {
        case AttributeProto::FLOAT:
            return AttributeKind::kFloat;
        case AttributeProto::INT:
            return AttributeKind::kInt;
        case AttributeProto::STRING:
            return AttributeKind::kString;
        case AttributeProto::TENSOR:
            return AttributeKind::kTensor;
        case AttributeProto::GRAPH:
            return AttributeKind::kGraph;
        case AttributeProto::SPARSE_TENSOR:
            return AttributeKind::kSparseTensor;
        case AttributeProto::TYPE_PROTO:
            return AttributeKind::kType;
        case AttributeProto::FLOATS:
            return AttributeKind::kFloats;
        case AttributeProto::INTS:
            return AttributeKind::kInts;
        case AttributeProto::STRINGS:
            return AttributeKind::kStrings;
        case AttributeProto::TENSORS:
            return AttributeKind::kTensors;
        default:
            return AttributeKind::kGraphs;
    }
}

void expect_same_default(const OpSchema::Attribute& expected, const AttributeSchema& actual,
                         const std::string& label) {
    const AttributeProto& value = expected.default_value;
    ASSERT_EQ(actual.has_default, value.has_name()) << label;
    if (!actual.has_default) return;
    switch (expected.type) {
        case AttributeProto::INT:
            EXPECT_EQ(actual.default_int(), value.i()) << label;
            break;
        case AttributeProto::FLOAT:
            EXPECT_FLOAT_EQ(static_cast<float>(actual.default_float().value_or(-1e30)), value.f()) << label;
            break;
        case AttributeProto::STRING:
            EXPECT_EQ(actual.default_text, value.s()) << label;
            break;
        case AttributeProto::INTS: {
            std::string text;
            for (const int64_t item : value.ints()) text += (text.empty() ? "" : ",") + std::to_string(item);
            EXPECT_EQ(actual.default_text, "[" + text + "]") << label;
            break;
        }
        case AttributeProto::STRINGS: {
            std::string text;
            for (const std::string& item : value.strings()) text += (text.empty() ? "" : ",") + item;
            EXPECT_EQ(actual.default_text, "[" + text + "]") << label;
            break;
        }
        default:
            ADD_FAILURE() << label << ": a default of this type has no comparison here";
    }
}

void expect_same_attributes(const OpSchema& expected, const OperatorSchema& actual) {
    const std::string label = label_of(expected);
    EXPECT_EQ(actual.attributes.size(), expected.attributes().size()) << label;
    for (const auto& [name, attribute] : expected.attributes()) {
        const AttributeSchema* own = actual.attribute(name);
        ASSERT_NE(own, nullptr) << label << " " << name;
        EXPECT_EQ(own->kind, kind_of(attribute.type)) << label << " " << name;
        EXPECT_EQ(own->required, attribute.required) << label << " " << name;
        expect_same_default(attribute, *own, label + " " + name);
    }
}

TEST(OnnxOracle, EveryVersionHasTheLibrarysSignature) {
    size_t compared = 0;
    for (const OpSchema& schema : onnx::OpSchemaRegistry::get_all_schemas_with_history()) {
        const OperatorSchema* own =
            find_operator(Dialect::kOnnx, schema.domain(), schema.Name(), schema.SinceVersion());
        ASSERT_NE(own, nullptr) << label_of(schema);
        EXPECT_EQ(own->since_version, schema.SinceVersion()) << label_of(schema);
        EXPECT_EQ(own->deprecated_at(schema.SinceVersion()), schema.Deprecated()) << label_of(schema);
        if (schema.Deprecated()) continue;
        expect_same_operands(schema.inputs(), own->inputs, label_of(schema));
        expect_same_operands(schema.outputs(), own->outputs, label_of(schema));
        expect_same_attributes(schema, *own);
        ++compared;
    }
    EXPECT_GT(compared, 400U);
}

}  // namespace
}  // namespace netloupe
