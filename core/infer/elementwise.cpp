// Operators whose output elements depend on input elements of the same place.

#include <array>

#include "operator_functions.h"
#include "shape_rules.h"
#include "value_rules.h"

namespace netloupe::infer {

namespace {

/// Before opset 7 the second input was stretched to the first where an attribute allowed it.
bool stretches_second(Context& c) {
    const OperatorSchema* schema = c.schema();
    return schema != nullptr && schema->attribute("broadcast") != nullptr;
}

std::optional<DimList> binary_shape(Context& c) {
    return stretches_second(c) ? c.shape(0) : broadcast_inputs(c, 0, 2);
}

/// An attribute may have the second input stretched from another axis on.
void fold(Context& c, ValueRule rule) {
    if (!stretches_second(c) || !c.has_attribute("axis")) fold_inputs(c, rule);
}

template <ValueRule kRule = nullptr>
void binary(Context& c) {
    c.set_type(0, c.dtype(0) == DataType::kUnknown ? c.dtype(1) : c.dtype(0));
    if (const auto shape = binary_shape(c)) c.set_shape(0, *shape);
    fold(c, kRule);
}

/// The type of the first input alone.
void raise(Context& c) {
    c.set_type(0, c.dtype(0));
    if (const auto shape = binary_shape(c)) c.set_shape(0, *shape);
    fold(c, power);
}

template <ValueRule kRule = nullptr>
void comparison(Context& c) {
    c.set_type(0, DataType::kBool);
    if (const auto shape = binary_shape(c)) c.set_shape(0, *shape);
    fold(c, kRule);
}

void predicate(Context& c) {
    like_input(c, 0, 0);
    c.set_type(0, DataType::kBool);
}

template <ElementRule kRule>
void folding_unary(Context& c) {
    like_input(c, 0, 0);
    fold_unary(c, kRule);
}

/// Max, Min, Mean, Sum. Before opset 8 all inputs had one shape.
template <ValueRule kRule = nullptr>
void variadic(Context& c) {
    c.set_type(0, c.dtype(0));
    if (const auto shape = broadcast_inputs(c, 0, c.inputs())) c.set_shape(0, *shape);
    fold_inputs(c, kRule);
}

/// Bounds are inputs, or before opset 11 attributes, which are not followed.
void clip(Context& c) {
    like_input(c, 0, 0);
    auto elements = c.value(0);
    const bool open = c.has_attribute("min") || c.has_attribute("max");
    if (!elements || open) return;
    for (const size_t slot : {1, 2}) {
        if (!c.has(slot)) continue;
        const auto bound = c.value(slot);
        if (!bound || bound->size() != 1) return;
        const ValueRule rule = slot == 1 ? larger : smaller;
        for (DimId& element : *elements) element = rule(c.dims(), element, (*bound)[0]);
    }
    c.set_value(0, *elements);
}

/// Sums of the elements so far, of a list.
void cumulate(Context& c) {
    like_input(c, 0, 0);
    auto elements = c.value(0);
    if (!elements || c.rank(0) != 1) return;
    const bool backward = c.flag("reverse");
    DimId sum = c.dims().constant(0);
    for (size_t i = 0; i < elements->size(); ++i) {
        DimId& element = (*elements)[backward ? elements->size() - 1 - i : i];
        const DimId next = c.dims().add(sum, element);
        element = c.flag("exclusive") ? sum : next;
        sum = next;
    }
    c.set_value(0, *elements);
}

void where(Context& c) {
    c.set_type(0, c.dtype(1) == DataType::kUnknown ? c.dtype(2) : c.dtype(1));
    if (const auto shape = broadcast_inputs(c, 0, 3)) c.set_shape(0, *shape);
    fold_where(c);
}

void identity(Context& c) {
    c.pass(0, 0);
}

bool keeps_whole_numbers(DataType type) {
    switch (type) {
        case DataType::kFloat32:
        case DataType::kFloat64:
        case DataType::kInt32:
        case DataType::kInt64:
        case DataType::kUint32:
        case DataType::kUint64:
            return true;
        default:
            return false;
    }
}

void cast_to(Context& c, DataType type) {
    c.set_type(0, type);
    if (const auto shape = c.shape(0)) c.set_shape(0, *shape);
    const auto elements = c.value(0);
    if (!elements) return;
    if (keeps_whole_numbers(type)) return c.set_value(0, *elements);
    if (type != DataType::kBool) return;
    DimList truths;
    for (const DimId element : *elements) {
        const auto number = c.dims().value(element);
        truths.push(number ? c.dims().constant(*number != 0 ? 1 : 0) : DimId());
    }
    c.set_value(0, truths);
}

void cast(Context& c) {
    cast_to(c, c.type("to", DataType::kUnknown));
}
void cast_like(Context& c) {
    cast_to(c, c.dtype(1));
}

void bit_cast(Context& c) {
    like_input(c, 0, 0);
    c.set_type(0, c.type("to", DataType::kUnknown));
}

void dropout(Context& c) {
    c.pass(0, 0);
    like_input(c, 1, 0);
    // Until opset 10 the mask had the data's type.
    c.set_type(1, c.version() >= 10 ? DataType::kBool : c.dtype(0));
}

/// Operators that give the type of an attribute, or else of the input.
void random_like(Context& c) {
    like_input(c, 0, 0);
    c.set_type(0, c.type("dtype", c.dtype(0)));
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"Abs", folding_unary<absolute>},
    {"Acos", like<0>},
    {"Acosh", like<0>},
    {"Add", binary<sum>},
    {"And", comparison<both>},
    {"Asin", like<0>},
    {"Asinh", like<0>},
    {"Atan", like<0>},
    {"Atanh", like<0>},
    {"Bernoulli", random_like},
    {"BitCast", bit_cast},
    {"BitShift", binary<>},
    {"BitwiseAnd", binary<>},
    {"BitwiseNot", like<0>},
    {"BitwiseOr", binary<>},
    {"BitwiseXor", binary<>},
    {"Cast", cast},
    {"CastLike", cast_like},
    {"Ceil", folding_unary<whole>},
    {"Celu", like<0>},
    {"Clip", clip},
    {"Cos", like<0>},
    {"Cosh", like<0>},
    {"CumProd", like<0>},
    {"CumSum", cumulate},
    {"Div", binary<quotient>},
    {"Dropout", dropout},
    {"Elu", like<0>},
    {"Equal", comparison<equal>},
    {"Erf", like<0>},
    {"Exp", like<0>},
    {"Floor", folding_unary<whole>},
    {"Gelu", like<0>},
    {"Greater", comparison<greater>},
    {"GreaterOrEqual", comparison<greater_or_equal>},
    {"HardSigmoid", like<0>},
    {"HardSwish", like<0>},
    {"Identity", identity},
    {"IsInf", predicate},
    {"IsNaN", predicate},
    {"LeakyRelu", like<0>},
    {"Less", comparison<less>},
    {"LessOrEqual", comparison<less_or_equal>},
    {"Log", like<0>},
    {"Max", variadic<larger>},
    {"Mean", variadic<>},
    {"Min", variadic<smaller>},
    {"Mish", like<0>},
    {"Mod", binary<remainder>},
    {"Mul", binary<product>},
    {"Neg", folding_unary<negative>},
    {"Not", folding_unary<opposite>},
    {"Or", comparison<either>},
    {"PRelu", like<0>},
    {"Pow", raise},
    {"RandomNormalLike", random_like},
    {"RandomUniformLike", random_like},
    {"Reciprocal", like<0>},
    {"Relu", folding_unary<not_below_zero>},
    {"Round", folding_unary<whole>},
    {"Selu", like<0>},
    {"Shrink", like<0>},
    {"Sigmoid", like<0>},
    {"Sign", folding_unary<sign>},
    {"Sin", like<0>},
    {"Sinh", like<0>},
    {"Softplus", like<0>},
    {"Softsign", like<0>},
    {"Sqrt", like<0>},
    {"Sub", binary<difference>},
    {"Sum", variadic<sum>},
    {"SwiGLU", binary<>},
    {"Swish", like<0>},
    {"Tan", like<0>},
    {"Tanh", like<0>},
    {"ThresholdedRelu", like<0>},
    {"Where", where},
    {"Xor", comparison<not_equal>},
    // Withdrawn ones.
    {"Affine", like<0>},
    {"ImageScaler", like<0>},
    {"ParametricSoftplus", like<0>},
    {"Scale", like<0>},
    {"ScaledTanh", like<0>},
});

}  // namespace

std::span<const OperatorFunction> elementwise_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
