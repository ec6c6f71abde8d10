#include "predicate_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/limits.h"

namespace netloupe::targets {

namespace {

DataType type_from_name(std::string_view text) {
    for (size_t i = 1; i < static_cast<size_t>(DataType::kCount); ++i) {
        if (netloupe::name(static_cast<DataType>(i)) == text) return static_cast<DataType>(i);
    }
    return DataType::kUnknown;
}

/// "input0", "output1", "inputs", "inputs1" (from number 1 on), "outputs", "activations".
std::optional<Operands> operands_from_name(std::string_view text) {
    if (text == "activations") return Operands{Operands::Kind::kActivations, 0};
    if (text == "outputs") return Operands{Operands::Kind::kOutputs, 0};
    static constexpr std::array<std::pair<std::string_view, Operands::Kind>, 3> kPrefixes{
        {{"inputs", Operands::Kind::kInputs},
         {"input", Operands::Kind::kInput},
         {"output", Operands::Kind::kOutput}}};
    for (const auto& [prefix, kind] : kPrefixes) {
        if (!text.starts_with(prefix)) continue;
        Operands operands{kind, 0};
        const std::string_view number = text.substr(prefix.size());
        if (number.empty() && kind == Operands::Kind::kInputs) return operands;
        const auto parsed = std::from_chars(number.data(), number.data() + number.size(), operands.slot);
        const bool whole = parsed.ec == std::errc() && parsed.ptr == number.data() + number.size();
        return whole ? std::optional(operands) : std::nullopt;
    }
    return std::nullopt;
}

Operands operands_of(JsonValue& json) {
    const auto found = operands_from_name(json.text());
    if (!found)
        json.complain(
            "There are no such operands; there are input0, output0, inputs, inputs1 (from the second on), "
            "outputs, "
            "activations.");
    return found.value_or(Operands());
}

std::vector<Operands> list_of_operands(JsonValue& json) {
    if (json.is_text()) return {operands_of(json)};
    std::vector<Operands> list;
    for (JsonValue& item : json.items()) list.push_back(operands_of(item));
    return list;
}

using Read = void (*)(JsonValue&, JsonValue&, Predicate&);

/// One kind of statement: the member that names it, those that go with it, and what reads them. The first
/// argument is the value behind that name, the second the whole statement.
struct KindOfPredicate {
    std::string_view name;
    Predicate::Kind kind;
    std::array<std::string_view, 6> others;
    Read read;
};

Term read_term(JsonValue& json);

void read_parts(JsonValue& list, JsonValue& /*whole*/, Predicate& made) {
    for (JsonValue& part : list.items()) made.parts.push_back(read_predicate(part));
    if (made.parts.empty()) list.complain("The list needs a statement.");
}

void read_negation(JsonValue& part, JsonValue& /*whole*/, Predicate& made) {
    made.parts.push_back(read_predicate(part));
}

void read_implication(JsonValue& condition, JsonValue& whole, Predicate& made) {
    made.parts.push_back(read_predicate(condition));
    JsonValue result = whole.required("then");
    made.parts.push_back(read_predicate(result));
}

void read_number(JsonValue& number, JsonValue& whole, Predicate& made) {
    made.terms.push_back(read_term(number));
    const auto add = [&](std::string_view name) {
        auto bound = whole.member(name);
        if (!bound) return Predicate::kNoTerm;
        made.terms.push_back(read_term(*bound));
        return static_cast<uint32_t>(made.terms.size() - 1);
    };
    made.min = add("min");
    made.max = add("max");
    if (whole.member("equals")) made.min = made.max = add("equals");
    made.multiple_of = add("multipleOf");
    const auto numbers = [&](std::string_view name, std::vector<double>& out) {
        auto list = whole.member(name);
        if (!list) return;
        for (JsonValue& item : list->items()) out.push_back(item.number());
    };
    numbers("in", made.numbers);
    numbers("notIn", made.others);
    if (made.terms.size() == 1 && made.numbers.empty() && made.others.empty())
        whole.complain("Nothing is said of the number; give min, max, equals, in, notIn or multipleOf.");
}

void read_text(JsonValue& attribute, JsonValue& whole, Predicate& made) {
    made.name = attribute.text();
    made.texts = whole.required("in").texts();
    if (auto fallback = whole.member("default")) made.fallback = fallback->text();
}

void read_has_attribute(JsonValue& attribute, JsonValue& /*whole*/, Predicate& made) {
    made.name = attribute.text();
}

void read_type(JsonValue& types, JsonValue& whole, Predicate& made) {
    made.types = types_of(types);
    JsonValue of = whole.required("of");
    made.of = list_of_operands(of);
    if (auto stored = whole.member("stored")) made.stored = stored->boolean();
}

void read_operands(JsonValue& operands, JsonValue& /*whole*/, Predicate& made) {
    made.of = list_of_operands(operands);
}

void read_same(JsonValue& aspect, JsonValue& whole, Predicate& made) {
    static constexpr std::array<std::string_view, 4> kAspects{"type", "shape", "rank", "quantization"};
    made.texts.emplace_back(kAspects[choice_of(aspect, kAspects)]);
    JsonValue of = whole.required("of");
    made.of = list_of_operands(of);
}

void read_quantized(JsonValue& schemes, JsonValue& whole, Predicate& made) {
    static constexpr std::array<std::string_view, 4> kSchemes{"none", "per-tensor", "per-axis", "blockwise"};
    for (JsonValue& scheme : schemes.items()) made.texts.emplace_back(kSchemes[choice_of(scheme, kSchemes)]);
    JsonValue of = whole.required("of");
    made.of = list_of_operands(of);
}

void read_graph(JsonValue& graph, JsonValue& /*whole*/, Predicate& /*made*/) {
    static constexpr std::array<std::string_view, 1> kGraphs{"main"};
    choice_of(graph, kGraphs);
}

constexpr std::array<KindOfPredicate, 14> kPredicates{{
    {"all", Predicate::Kind::kAll, {}, read_parts},
    {"any", Predicate::Kind::kAny, {}, read_parts},
    {"not", Predicate::Kind::kNot, {}, read_negation},
    {"if", Predicate::Kind::kIf, {"then"}, read_implication},
    {"number", Predicate::Kind::kNumber, {"min", "max", "equals", "in", "notIn", "multipleOf"}, read_number},
    {"attribute", Predicate::Kind::kText, {"in", "default"}, read_text},
    {"hasAttribute", Predicate::Kind::kHasAttribute, {}, read_has_attribute},
    {"type", Predicate::Kind::kType, {"of", "stored"}, read_type},
    {"constant", Predicate::Kind::kConstant, {}, read_operands},
    {"static", Predicate::Kind::kStatic, {}, read_operands},
    {"given", Predicate::Kind::kGiven, {}, read_operands},
    {"same", Predicate::Kind::kSame, {"of"}, read_same},
    {"quantized", Predicate::Kind::kQuantized, {"of"}, read_quantized},
    {"graph", Predicate::Kind::kMainGraph, {}, read_graph},
}};

/// A number that is computed from others, or asked of an operand or attribute, and the member that goes with
/// it.
struct KindOfTerm {
    std::string_view name;
    Term::Kind kind;
    std::string_view other;
};
constexpr std::array<KindOfTerm, 13> kTerms{{
    {"rank", Term::Kind::kRank, ""},
    {"dim", Term::Kind::kDim, "axis"},
    {"dims", Term::Kind::kDims, ""},
    {"elements", Term::Kind::kElements, ""},
    {"scale", Term::Kind::kScale, ""},
    {"zeroPoint", Term::Kind::kZeroPoint, ""},
    {"quantizedAxis", Term::Kind::kQuantizedAxis, ""},
    {"values", Term::Kind::kValues, ""},
    {"attribute", Term::Kind::kAttribute, "default"},
    {"times", Term::Kind::kTimes, ""},
    {"over", Term::Kind::kOver, ""},
    {"minus", Term::Kind::kMinus, ""},
    {"plus", Term::Kind::kPlus, ""},
}};

Term::Kind count_of(JsonValue& json) {
    static constexpr std::array<std::string_view, 6> kCounts{"version",    "inputs",        "outputs",
                                                             "inputSlots", "runtimeInputs", "constantInputs"};
    return static_cast<Term::Kind>(static_cast<size_t>(Term::Kind::kVersion) + choice_of(json, kCounts));
}

int32_t axis_of(JsonValue& json) {
    const int64_t axis = json.whole_number(-int64_t{limits::kRank});
    if (axis < limits::kRank) return static_cast<int32_t>(axis);
    json.complain("No tensor has so many dimensions.");
    return 0;
}

Term read_term(JsonValue& json) {
    Term made;
    if (json.is_number()) {
        made.literal = json.number();
        return made;
    }
    if (json.is_text()) {
        made.kind = count_of(json);
        return made;
    }
    const auto found = std::ranges::find_if(
        kTerms, [&](const KindOfTerm& term) { return json.member(term.name).has_value(); });
    if (found == kTerms.end()) {
        json.complain("This is no number of a node; write, for example, {\"rank\": \"input0\"}.");
        return made;
    }
    json.expect_members(found->other.empty() ? std::vector{found->name}
                                             : std::vector{found->name, found->other});
    made.kind = found->kind;
    JsonValue value = *json.member(found->name);
    if (made.kind == Term::Kind::kAttribute) {
        made.name = value.text();
        if (auto fallback = json.member("default")) made.fallback = fallback->number();
    } else if (made.kind < Term::Kind::kTimes) {
        made.operand = operands_of(value);
        JsonValue axis = made.kind == Term::Kind::kDim ? json.required("axis") : value;
        if (made.kind == Term::Kind::kDim) made.axis = axis_of(axis);
    } else {
        for (JsonValue& argument : value.items()) made.arguments.push_back(read_term(argument));
        const bool too_many = made.kind == Term::Kind::kOver && made.arguments.size() > 2;
        if (made.arguments.size() < 2 || too_many) value.complain("The list needs two numbers.");
    }
    return made;
}

}  // namespace

std::vector<DataType> types_of(JsonValue& list) {
    std::vector<DataType> types;
    for (JsonValue& item : list.items()) {
        types.push_back(type_from_name(item.text()));
        if (types.back() == DataType::kUnknown) item.complain("There is no such element type.");
    }
    return types;
}

size_t choice_of(JsonValue& value, std::span<const std::string_view> choices) {
    const auto found = std::ranges::find(choices, value.text());
    if (found != choices.end()) return static_cast<size_t>(found - choices.begin());
    value.complain(fmt::format("This must be one of: {}.", fmt::join(choices, ", ")));
    return 0;
}

Predicate read_predicate(JsonValue& json) {
    Predicate made;
    const auto found = std::ranges::find_if(
        kPredicates, [&](const KindOfPredicate& kind) { return json.member(kind.name).has_value(); });
    if (found == kPredicates.end()) {
        json.complain("This is no statement; write, for example, {\"constant\": \"input1\"}.");
        return made;
    }
    std::vector<std::string_view> members{found->name};
    std::ranges::copy_if(found->others, std::back_inserter(members),
                         [](std::string_view other) { return !other.empty(); });
    json.expect_members(members);
    made.kind = found->kind;
    JsonValue named = *json.member(found->name);
    found->read(named, json, made);
    return made;
}

namespace {

Topic topic_of(const Term& term) {
    switch (term.kind) {
        case Term::Kind::kVersion:
            return Topic::kVersion;
        case Term::Kind::kRank:
            return Topic::kRank;
        case Term::Kind::kScale:
        case Term::Kind::kZeroPoint:
        case Term::Kind::kQuantizedAxis:
            return Topic::kQuantization;
        case Term::Kind::kOver:
        case Term::Kind::kTimes:
            return topic_of(term.arguments[0]);
        default:
            return Topic::kOther;
    }
}

}  // namespace

Topic topic_of(const Predicate& predicate) {
    using enum Predicate::Kind;
    switch (predicate.kind) {
        case kType:
            return Topic::kType;
        case kStatic:
            return Topic::kDynamicShape;
        case kMainGraph:
            return Topic::kBody;
        case kQuantized:
            return Topic::kQuantization;
        case kSame:
            return predicate.texts[0] == "quantization" ? Topic::kQuantization : Topic::kOther;
        case kNumber:
            return topic_of(predicate.terms[0]);
        case kIf:
            return topic_of(predicate.parts[1]);
        case kAll:
        case kAny: {
            const Topic first = topic_of(predicate.parts[0]);
            const bool all = std::ranges::all_of(
                predicate.parts, [first](const Predicate& part) { return topic_of(part) == first; });
            return all ? first : Topic::kOther;
        }
        default:
            return Topic::kOther;
    }
}

}  // namespace netloupe::targets
