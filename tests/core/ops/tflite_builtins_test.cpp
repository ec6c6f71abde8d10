// The wire schema's enumeration of builtin operators against the table.

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "ops/operator_schema.h"
#include "schemas/tflite_generated.h"

namespace netloupe {
namespace {

TEST(TfliteBuiltins, TheTableHasExactlyTheSchemasOperators) {
    std::set<std::string_view> expected;
    for (const auto code : netloupe::wire::tflite::EnumValuesBuiltinOperator())
        expected.insert(netloupe::wire::tflite::EnumNameBuiltinOperator(code));
    std::set<std::string_view> actual;
    for (const OperatorSchema* schema : all_operators(Dialect::kTflite)) {
        if (schema->domain.empty()) actual.insert(schema->name);
    }
    EXPECT_EQ(actual, expected);
}

}  // namespace
}  // namespace netloupe
