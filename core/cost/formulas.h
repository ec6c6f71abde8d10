#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "operation.h"

namespace netloupe::cost {

using Formula = Work (*)(const Operation&);

/// Bytes that a node reads of its inputs.
enum class Reading : uint8_t {
    kAll,     ///< Every input once.
    kPicked,  ///< Of its data as much as it writes, and the whole of what steers it.
    kNone,  ///< Nothing: it looks at shapes only, or is a view: a runtime gives the same bytes another name.
};

/// What counts an operator's work.
struct KindFormula {
    OpKind kind;
    Formula formula;
    std::string_view words;  ///< The formula as docs/costs.md has it.
};

/// The same for single operators that their kind does not tell.
struct NameFormula {
    Dialect dialect;
    std::string_view domain;
    std::string_view op;
    Formula formula;
    std::string_view words;
};

/// Operations on each element of the output, of elementwise operators.
struct ElementCost {
    OpKind kind;
    int operations;
    std::string_view words;
};

/// How an operator is counted.
struct Counting {
    Formula formula = nullptr;  ///< Null: `operations`.
    int operations = -1;        ///< On each element of the first output; -1: nobody knows.
    Reading reading = Reading::kAll;
    bool view = false;  ///< Gives the bytes of its input another name.
    std::string_view words;
};
/// `schema` may be null for an operator that no table knows.
Counting counting_of(Dialect dialect, const OperatorSchema* schema, OpKind kind);

/// Operations on each output element of the activation that a node has fused in: 0 without, -1 for one that
/// no table knows.
int fused_operations(const Operation& operation);

// The families.
std::span<const KindFormula> convolution_formulas();
std::span<const NameFormula> convolution_exceptions();
std::span<const KindFormula> matrix_formulas();
std::span<const NameFormula> matrix_exceptions();
std::span<const KindFormula> attention_formulas();
std::span<const NameFormula> attention_exceptions();
std::span<const KindFormula> recurrent_formulas();
std::span<const NameFormula> recurrent_exceptions();
std::span<const KindFormula> window_formulas();
std::span<const NameFormula> window_exceptions();
std::span<const KindFormula> reduction_formulas();
std::span<const NameFormula> reduction_exceptions();
std::span<const KindFormula> signal_formulas();
std::span<const NameFormula> signal_exceptions();
std::span<const NameFormula> classical_formulas();
std::span<const KindFormula> variadic_formulas();
std::span<const ElementCost> element_costs();
std::span<const NameFormula> elementwise_exceptions();

}  // namespace netloupe::cost
