#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/data_type.h"
#include "model/model.h"

/// The vocabulary in which targets say what they demand of a node. schemas/target.schema.json is its grammar,
/// docs/targets.md its manual.
namespace netloupe::targets {

/// Operands of a node.
struct Operands {
    enum class Kind : uint8_t {
        kInput,        ///< Number `slot`.
        kOutput,       ///< Number `slot`.
        kInputs,       ///< From number `slot` on.
        kOutputs,      ///< All.
        kActivations,  ///< Inputs through which data flow, and outputs; no constants.
    };
    Kind kind = Kind::kInput;
    uint32_t slot = 0;
};

/// A number, or several, of a node.
struct Term {
    enum class Kind : uint8_t {
        kLiteral,
        kVersion,         ///< Of the operator: ONNX opset, TensorFlow Lite operator version.
        kInputs,          ///< How many are given.
        kOutputs,         ///< How many are given.
        kInputSlots,      ///< Places for inputs, whether given or not.
        kRuntimeInputs,   ///< Inputs that are given and no constants.
        kConstantInputs,  ///< Inputs that are constants.
        kRank,
        kDim,       ///< Extent `axis` of the operand, counted from the end when negative.
        kDims,      ///< All extents.
        kElements,  ///< Their product.
        kScale,
        kZeroPoint,
        kQuantizedAxis,
        kAttribute,  ///< Number or list of numbers.
        kValues,     ///< Elements of a small constant operand.
        kTimes,      ///< Product of the arguments.
        kOver,       ///< First argument divided by the second.
        kMinus,      ///< First argument less the others.
        kPlus,
    };
    Kind kind = Kind::kLiteral;
    Operands operand;
    int32_t axis = 0;
    double literal = 0;
    std::string name;                ///< Of the attribute.
    std::optional<double> fallback;  ///< Of an attribute that is not given.
    std::vector<Term> arguments;
};

/// A statement about a node: true, false, or not to be known from the file. What is said of something that is
/// not given (an optional input, an attribute without default) is true.
struct Predicate {
    enum class Kind : uint8_t {
        kAll,
        kAny,
        kNot,
        kIf,      ///< parts[0] implies parts[1].
        kNumber,  ///< Every number of terms[0] is between terms `min` and `max`, one of `numbers`, none of
                  ///< `others`, and divisible by term `multiple_of`.
        kText,    ///< The attribute is one of `texts`.
        kHasAttribute,
        kType,       ///< The operands' element types are among `types`.
        kConstant,   ///< The operands are known before the model runs.
        kStatic,     ///< All extents of the operands are numbers.
        kGiven,      ///< The operands are there.
        kSame,       ///< The operands agree in `texts[0]`.
        kQuantized,  ///< The operands' scheme is among `texts`: none, per-tensor, per-axis, blockwise.
        kMainGraph,  ///< The node stands in no body of control flow.
    };
    static constexpr uint32_t kNoTerm = UINT32_MAX;

    Kind kind = Kind::kAll;
    std::vector<Predicate> parts;
    std::vector<Operands> of;
    std::vector<Term> terms;
    uint32_t min = kNoTerm;
    uint32_t max = kNoTerm;
    uint32_t multiple_of = kNoTerm;
    std::vector<double> numbers;
    std::vector<double> others;
    std::vector<std::string> texts;
    std::vector<DataType> types;
    std::optional<std::string> fallback;  ///< Of an attribute that is not given.
    std::string name;                     ///< Of the attribute.
    bool stored = false;                  ///< The types are those of the quantized values.
};

}  // namespace netloupe::targets
