#include "evaluator.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace netloupe::targets {

namespace {

/// Rounding of scales that were computed in float32.
constexpr double kSameScale = 1e-6;

Truth truth(bool value) {
    return value ? Truth::kTrue : Truth::kFalse;
}

bool at_least(double value, double limit) {
    return value >= limit;
}
bool at_most(double value, double limit) {
    return value <= limit;
}
bool divisible(double value, double divisor) {
    return divisor != 0 && std::fmod(value, divisor) == 0;
}

std::string_view name_of(QuantizationScheme scheme) {
    static constexpr std::array<std::string_view, 4> kNames{"per-tensor", "per-axis", "blockwise", ""};
    return kNames[static_cast<size_t>(scheme)];
}

bool contains(const std::vector<std::string>& texts, std::string_view text) {
    return std::ranges::find(texts, text) != texts.end();
}

}  // namespace

void Evaluator::at(GraphId graph, NodeId node) {
    graph_ = graph;
    id_ = node;
    node_ = &model_.graph(graph).node(node);
}

Truth Evaluator::blame(Truth truth, TensorId tensor, Missing missing) {
    if (truth == Truth::kTrue) return truth;
    tensor_ = tensor;
    missing_ = truth == Truth::kUnknown ? missing : Missing::kNothing;
    return truth;
}

Truth Evaluator::holds(const Predicate& predicate) {
    using enum Predicate::Kind;
    switch (predicate.kind) {
        case kAll:
            return together(predicate, Truth::kTrue, Truth::kFalse);
        case kAny:
            return together(predicate, Truth::kFalse, Truth::kTrue);
        case kNot: {
            const Truth part = holds(predicate.parts[0]);
            return part == Truth::kUnknown ? part : truth(part == Truth::kFalse);
        }
        case kIf: {
            const Truth condition = holds(predicate.parts[0]);
            if (condition == Truth::kFalse) return Truth::kTrue;
            const Truth result = holds(predicate.parts[1]);
            return condition == Truth::kUnknown && result == Truth::kFalse ? Truth::kUnknown : result;
        }
        case kNumber:
            return number(predicate);
        case kText:
            return text(predicate);
        case kHasAttribute:
            return truth(model_.find_attribute(*node_, predicate.name) != nullptr);
        case kSame:
            return same(predicate);
        case kGiven:
            return truth(std::ranges::all_of(predicate.of, [this](const Operands& operand) {
                bool given = false;
                visit(operand, [&given](TensorId) { given = true; });
                return given;
            }));
        case kMainGraph: {
            const Graph& graph = model_.graph(graph_);
            return truth(!graph.parent.valid() || graph.kind == GraphKind::kFunction);
        }
        case kType:
        case kConstant:
        case kStatic:
        case kQuantized:
            return each(predicate.of, [&](TensorId tensor) { return of_operand(predicate, tensor); });
    }
    return Truth::kUnknown;
}

Truth Evaluator::of_operand(const Predicate& predicate, TensorId tensor) {
    switch (predicate.kind) {
        case Predicate::Kind::kType:
            return type(predicate, tensor);
        case Predicate::Kind::kStatic:
            return is_static(tensor);
        case Predicate::Kind::kQuantized:
            return quantized(predicate, tensor);
        default:
            return blame(truth(facts_.constant(graph_, tensor)), tensor, Missing::kNothing);
    }
}

/// The decisive value where one part has it, else unknown where one part is, else the neutral value.
Truth Evaluator::together(const Predicate& predicate, Truth neutral, Truth decisive) {
    Truth result = neutral;
    for (const Predicate& part : predicate.parts) {
        const Truth value = holds(part);
        if (value == decisive) return decisive;
        if (value == Truth::kUnknown) result = Truth::kUnknown;
    }
    return result;
}

template <typename Check>
Truth Evaluator::each(std::span<const Operands> operands, Check check) {
    Truth result = Truth::kTrue;
    for (const Operands& operand : operands) {
        visit(operand, [&](TensorId tensor) {
            if (result == Truth::kFalse) return;
            const Truth value = check(tensor);
            if (value != Truth::kTrue) result = value;
        });
    }
    return result;
}

template <typename Visit>
void Evaluator::visit(const Operands& operands, Visit visit) {
    using enum Operands::Kind;
    const auto inputs = model_.inputs(*node_);
    const auto outputs = model_.outputs(*node_);
    if (operands.kind == kInput || operands.kind == kOutput) {
        if (const TensorId tensor = only(operands); tensor.valid()) visit(tensor);
        return;
    }
    if (operands.kind != kOutputs) {
        for (uint32_t slot = operands.slot; slot < inputs.size(); ++slot) {
            if (!inputs[slot].valid() ||
                (operands.kind == kActivations && !is_activation(slot, inputs[slot])))
                continue;
            visit(inputs[slot]);
        }
    }
    if (operands.kind == kInputs) return;
    for (const TensorId output : outputs) {
        const bool left_out =
            operands.kind == kActivations && output.valid() && facts_.constant(graph_, output);
        if (output.valid() && !left_out) visit(output);
    }
}

TensorId Evaluator::only(const Operands& operands) const {
    const auto list = operands.kind == Operands::Kind::kOutput || operands.kind == Operands::Kind::kOutputs
                          ? model_.outputs(*node_)
                          : model_.inputs(*node_);
    return operands.slot < list.size() ? list[operands.slot] : TensorId();
}

bool Evaluator::is_activation(uint32_t slot, TensorId tensor) {
    if (facts_.constant(graph_, tensor)) return false;
    const OperandRole role = facts_.meaning().input_role(graph_, id_, slot);
    return role == OperandRole::kData || role == OperandRole::kWeight || role == OperandRole::kState;
}

Truth Evaluator::type(const Predicate& predicate, TensorId tensor) {
    const DataType type = predicate.stored ? facts_.stored_type(graph_, tensor) : facts_.type(graph_, tensor);
    if (type == DataType::kUnknown) return blame(Truth::kUnknown, tensor, Missing::kType);
    return blame(truth(std::ranges::find(predicate.types, type) != predicate.types.end()), tensor,
                 Missing::kType);
}

Truth Evaluator::is_static(TensorId tensor) {
    const auto rank = facts_.rank(graph_, tensor);
    if (!rank) return blame(Truth::kUnknown, tensor, Missing::kShape);
    for (uint32_t axis = 0; axis < *rank; ++axis) {
        if (!facts_.extent(graph_, tensor, axis)) return blame(Truth::kFalse, tensor, Missing::kShape);
    }
    return Truth::kTrue;
}

Truth Evaluator::quantized(const Predicate& predicate, TensorId tensor) {
    const QuantizationId id = facts_.quantization(graph_, tensor);
    if (!id.valid()) return blame(truth(contains(predicate.texts, "none")), tensor, Missing::kQuantization);
    const QuantizationScheme scheme = model_.quantization(id).scheme;
    if (scheme == QuantizationScheme::kCustom) return blame(Truth::kUnknown, tensor, Missing::kQuantization);
    return blame(truth(contains(predicate.texts, name_of(scheme))), tensor, Missing::kQuantization);
}

Truth Evaluator::text(const Predicate& predicate) {
    std::string_view value;
    if (const Attribute* given = model_.find_attribute(*node_, predicate.name)) {
        if (given->type != AttributeType::kString && given->type != AttributeType::kEnum)
            return blame(Truth::kUnknown, {}, Missing::kAttribute);
        value = model_.text(given->text);
    } else if (predicate.fallback) {
        value = *predicate.fallback;
    } else {
        const OperatorSchema* schema = facts_.meaning().schema(graph_, id_);
        const AttributeSchema* attribute = schema == nullptr ? nullptr : schema->attribute(predicate.name);
        if (attribute == nullptr || !attribute->has_default) return Truth::kTrue;
        value = attribute->default_text;
    }
    return blame(truth(contains(predicate.texts, value)), {}, Missing::kAttribute);
}

Truth Evaluator::same(const Predicate& predicate) {
    TensorId first;
    return each(predicate.of, [&](TensorId tensor) {
        if (!first.valid()) {
            first = tensor;
            return Truth::kTrue;
        }
        return same_as(predicate, first, tensor);
    });
}

Truth Evaluator::same_as(const Predicate& predicate, TensorId first, TensorId other) {
    const std::string& aspect = predicate.texts[0];
    if (aspect == "type") {
        const DataType types[] = {facts_.stored_type(graph_, first), facts_.stored_type(graph_, other)};
        if (types[0] == DataType::kUnknown || types[1] == DataType::kUnknown)
            return blame(Truth::kUnknown, types[0] == DataType::kUnknown ? first : other, Missing::kType);
        return blame(truth(types[0] == types[1]), other, Missing::kType);
    }
    if (aspect == "quantization") return same_quantization(first, other);
    if (aspect == "rank") {
        const auto ranks = std::pair(facts_.rank(graph_, first), facts_.rank(graph_, other));
        if (!ranks.first || !ranks.second)
            return blame(Truth::kUnknown, ranks.first ? other : first, Missing::kShape);
        return blame(truth(ranks.first == ranks.second), other, Missing::kShape);
    }
    const auto equal = facts_.same_shape(graph_, first, other);
    return blame(equal ? truth(*equal) : Truth::kUnknown, other, Missing::kShape);
}

Truth Evaluator::same_quantization(TensorId first, TensorId other) {
    const QuantizationId ids[] = {facts_.quantization(graph_, first), facts_.quantization(graph_, other)};
    if (!ids[0].valid() || !ids[1].valid())
        return blame(truth(!ids[0].valid() && !ids[1].valid()), other, Missing::kQuantization);
    if (ids[0] == ids[1]) return Truth::kTrue;
    const QuantParameters* a = facts_.parameters(ids[0]);
    const QuantParameters* b = facts_.parameters(ids[1]);
    if (a == nullptr || b == nullptr)
        return blame(Truth::kUnknown, a == nullptr ? first : other, Missing::kQuantization);
    bool equal = a->scales.size() == b->scales.size();
    for (size_t i = 0; equal && i < a->scales.size(); ++i) {
        equal = std::abs(a->scales[i] - b->scales[i]) <= kSameScale * std::abs(a->scales[i]) &&
                a->zero_point(i) == b->zero_point(i);
    }
    return blame(truth(equal), other, Missing::kQuantization);
}

Truth Evaluator::number(const Predicate& predicate) {
    const Term& term = predicate.terms[0];
    const bool of_operands = term.kind >= Term::Kind::kRank && term.kind <= Term::Kind::kQuantizedAxis;
    if (!of_operands && term.kind != Term::Kind::kValues) return fits(predicate, numbers(term), {});
    return each({&term.operand, 1},
                [&](TensorId tensor) { return fits(predicate, of_tensor(term, tensor), tensor); });
}

/// Takes the numbers, which are the last ones, out of numbers_.
Truth Evaluator::fits(const Predicate& predicate, Numbers values, TensorId tensor) {
    Truth result = values.state == State::kUnknown ? Truth::kUnknown : Truth::kTrue;
    for (uint32_t i = 0; i < values.count && result != Truth::kFalse; ++i) {
        const Truth within = bounds(predicate, numbers_[values.begin + i]);
        if (within != Truth::kTrue) result = within;
    }
    numbers_.clear();
    if (result == Truth::kFalse) blame(result, tensor, Missing::kNothing);
    return result;
}

Truth Evaluator::bounds(const Predicate& predicate, double value) {
    if (!predicate.numbers.empty() && std::ranges::find(predicate.numbers, value) == predicate.numbers.end())
        return Truth::kFalse;
    if (std::ranges::find(predicate.others, value) != predicate.others.end()) return Truth::kFalse;
    Truth result = Truth::kTrue;
    for (const Truth fits :
         {bound(predicate, predicate.min, value, at_least), bound(predicate, predicate.max, value, at_most),
          bound(predicate, predicate.multiple_of, value, divisible)}) {
        if (fits == Truth::kFalse) return fits;
        if (fits == Truth::kUnknown) result = fits;
    }
    return result;
}

Truth Evaluator::bound(const Predicate& predicate, uint32_t term, double value,
                       bool (*keeps)(double, double)) {
    if (term == Predicate::kNoTerm) return Truth::kTrue;
    const Numbers limits = numbers(predicate.terms[term]);
    Truth result = limits.state == State::kUnknown ? Truth::kUnknown : Truth::kTrue;
    for (uint32_t i = 0; i < limits.count; ++i) {
        if (!keeps(value, numbers_[limits.begin + i])) result = Truth::kFalse;
    }
    return result;
}

Evaluator::Numbers Evaluator::one(double value) {
    numbers_.push_back(value);
    return {State::kKnown, static_cast<uint32_t>(numbers_.size() - 1), 1};
}

Evaluator::Numbers Evaluator::unknown(Missing missing, TensorId tensor) {
    blame(Truth::kUnknown, tensor, missing);
    return {State::kUnknown, 0, 0};
}

Evaluator::Numbers Evaluator::numbers(const Term& term) {
    using enum Term::Kind;
    const auto given = [](std::span<const TensorId> list) {
        return static_cast<double>(std::ranges::count_if(list, [](TensorId id) { return id.valid(); }));
    };
    const auto constants = [this] {
        return static_cast<double>(std::ranges::count_if(model_.inputs(*node_), [this](TensorId id) {
            return id.valid() && facts_.constant(graph_, id);
        }));
    };
    switch (term.kind) {
        case kLiteral:
            return one(term.literal);
        case kVersion:
            return node_->version == 0 ? unknown(Missing::kAttribute) : one(node_->version);
        case kInputs:
            return one(given(model_.inputs(*node_)));
        case kOutputs:
            return one(given(model_.outputs(*node_)));
        case kInputSlots:
            return one(node_->inputs.count);
        case kConstantInputs:
            return one(constants());
        case kRuntimeInputs:
            return one(given(model_.inputs(*node_)) - constants());
        case kAttribute:
            return attribute(term);
        case kTimes:
        case kOver:
        case kMinus:
        case kPlus:
            return computed(term);
        default: {
            const TensorId tensor = only(term.operand);
            return tensor.valid() ? of_tensor(term, tensor) : Numbers{State::kAbsent, 0, 0};
        }
    }
}

Evaluator::Numbers Evaluator::of_tensor(const Term& term, TensorId tensor) {
    using enum Term::Kind;
    const auto begin = static_cast<uint32_t>(numbers_.size());
    if (term.kind == kValues) {
        if (!facts_.values(graph_, tensor, numbers_)) return unknown(Missing::kValue, tensor);
        return {State::kKnown, begin, static_cast<uint32_t>(numbers_.size()) - begin};
    }
    if (term.kind == kScale || term.kind == kZeroPoint || term.kind == kQuantizedAxis)
        return scales(term, tensor);
    const auto rank = facts_.rank(graph_, tensor);
    if (!rank) return unknown(Missing::kShape, tensor);
    if (term.kind == kRank) return one(*rank);
    if (term.kind == kDim) {
        const int64_t axis = term.axis < 0 ? term.axis + int64_t{*rank} : term.axis;
        if (axis < 0 || axis >= *rank) return {State::kAbsent, 0, 0};
        const auto extent = facts_.extent(graph_, tensor, static_cast<uint32_t>(axis));
        return extent ? one(static_cast<double>(*extent)) : unknown(Missing::kShape, tensor);
    }
    double product = 1;
    for (uint32_t axis = 0; axis < *rank; ++axis) {
        const auto extent = facts_.extent(graph_, tensor, axis);
        if (!extent) return unknown(Missing::kShape, tensor);
        product *= static_cast<double>(*extent);
        if (term.kind == kDims) numbers_.push_back(static_cast<double>(*extent));
    }
    return term.kind == kDims ? Numbers{State::kKnown, begin, *rank} : one(product);
}

Evaluator::Numbers Evaluator::scales(const Term& term, TensorId tensor) {
    const QuantizationId id = facts_.quantization(graph_, tensor);
    if (!id.valid()) return {State::kAbsent, 0, 0};
    const Quantization& quantization = model_.quantization(id);
    if (term.kind == Term::Kind::kQuantizedAxis) {
        if (quantization.scheme == QuantizationScheme::kPerTensor) return {State::kAbsent, 0, 0};
        return one(quantization.axis);
    }
    const QuantParameters* parameters = facts_.parameters(id);
    if (parameters == nullptr) return unknown(Missing::kQuantization, tensor);
    const auto begin = static_cast<uint32_t>(numbers_.size());
    for (size_t i = 0; i < parameters->scales.size(); ++i) {
        numbers_.push_back(term.kind == Term::Kind::kScale ? parameters->scales[i]
                                                           : static_cast<double>(parameters->zero_point(i)));
    }
    return {State::kKnown, begin, static_cast<uint32_t>(numbers_.size()) - begin};
}

Evaluator::Numbers Evaluator::attribute(const Term& term) {
    const Attribute* given = model_.find_attribute(*node_, term.name);
    if (given == nullptr) {
        if (term.fallback) return one(*term.fallback);
        const OperatorSchema* schema = facts_.meaning().schema(graph_, id_);
        const AttributeSchema* formal = schema == nullptr ? nullptr : schema->attribute(term.name);
        if (formal == nullptr) return {State::kAbsent, 0, 0};
        if (const auto integer = formal->default_int()) return one(static_cast<double>(*integer));
        if (const auto real = formal->default_float()) return one(*real);
        return {State::kAbsent, 0, 0};
    }
    const auto begin = static_cast<uint32_t>(numbers_.size());
    switch (given->type) {
        case AttributeType::kInt:
        case AttributeType::kBool:
        case AttributeType::kEnum:
            return one(static_cast<double>(given->integer));
        case AttributeType::kFloat:
            return one(given->real);
        case AttributeType::kInts:
        case AttributeType::kFloats:
            if (given->constant.valid()) return unknown(Missing::kAttribute);
            for (uint32_t i = given->list.begin; i < given->list.end(); ++i) {
                numbers_.push_back(given->type == AttributeType::kInts ? static_cast<double>(model_.ints[i])
                                                                       : model_.floats[i]);
            }
            return {State::kKnown, begin, given->list.count};
        default:
            return unknown(Missing::kAttribute);
    }
}

/// Lists are combined element by element; a single number goes with every element.
Evaluator::Numbers Evaluator::computed(const Term& term) {
    const auto value = [this](const Numbers& numbers, uint32_t i) {
        return numbers_[numbers.begin + (numbers.count == 1 ? 0 : i)];
    };
    Numbers result = numbers(term.arguments[0]);
    for (size_t a = 1; a < term.arguments.size() && result.state == State::kKnown; ++a) {
        const Numbers other = numbers(term.arguments[a]);
        if (other.state != State::kKnown) return other;
        const uint32_t count = std::max(result.count, other.count);
        if ((result.count != count && result.count != 1) || (other.count != count && other.count != 1))
            return unknown(Missing::kShape);
        const auto begin = static_cast<uint32_t>(numbers_.size());
        for (uint32_t i = 0; i < count; ++i) {
            const double left = value(result, i);
            const double right = value(other, i);
            const bool product = term.kind == Term::Kind::kTimes;
            const bool quotient = term.kind == Term::Kind::kOver;
            const double sum = term.kind == Term::Kind::kPlus ? left + right : left - right;
            numbers_.push_back(product ? left * right : quotient ? left / right : sum);
        }
        result = {State::kKnown, begin, count};
    }
    return result;
}

}  // namespace netloupe::targets
