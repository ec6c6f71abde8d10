#include "operator_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace netloupe {
namespace {

template <typename T>
struct Word {
    std::string_view text;
    T value;
};

template <typename T, size_t N>
std::optional<T> value_of(const std::array<Word<T>, N>& words, std::string_view text) {
    for (const Word<T>& word : words) {
        if (word.text == text) return word.value;
    }
    return std::nullopt;
}

constexpr auto kFlags = std::to_array<Word<OpTraits>>({
    {"integer", OpTraits::kIntegerKernel},
    {"same-scale", OpTraits::kSameScale},
    {"node-unit", OpTraits::kQdqNodeUnit},
    {"cpu-node-unit", OpTraits::kQdqNodeUnit | OpTraits::kCpuNodeUnit},
    {"stateful", OpTraits::kStateful},
    {"random", OpTraits::kRandom},
    {"training", OpTraits::kTraining},
});

constexpr auto kRoles = std::to_array<Word<OperandRole>>({
    {"", OperandRole::kData},
    {"w", OperandRole::kWeight},
    {"b", OperandRole::kBias},
    {"s", OperandRole::kScale},
    {"z", OperandRole::kZeroPoint},
    {"p", OperandRole::kParameter},
    {"t", OperandRole::kState},
});

constexpr auto kAttributeKinds = std::to_array<Word<AttributeKind>>({
    {"i", AttributeKind::kInt},
    {"f", AttributeKind::kFloat},
    {"s", AttributeKind::kString},
    {"t", AttributeKind::kTensor},
    {"g", AttributeKind::kGraph},
    {"sp", AttributeKind::kSparseTensor},
    {"tp", AttributeKind::kType},
    {"is", AttributeKind::kInts},
    {"fs", AttributeKind::kFloats},
    {"ss", AttributeKind::kStrings},
    {"ts", AttributeKind::kTensors},
    {"gs", AttributeKind::kGraphs},
});

std::optional<OpCategory> category_from_name(std::string_view text) {
    for (int i = 0; i <= static_cast<int>(OpCategory::kData); ++i) {
        const auto category = static_cast<OpCategory>(i);
        if (name_of(category) == text) return category;
    }
    return std::nullopt;
}

bool strip_suffix(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
}

bool strip_prefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

/// Cuts the first word off `text`; empty at its end.
std::string_view next_word(std::string_view& text) {
    const size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) {
        text = {};
        return {};
    }
    const size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    text.remove_prefix(end);
    return word;
}

/// Cuts the first line off `text`.
std::string_view next_line(std::string_view& text) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

std::optional<OperandSchema> parse_operand(std::string_view word) {
    OperandSchema operand;
    if (strip_suffix(word, "...?")) {
        operand.presence = Presence::kVariadicEmpty;
    } else if (strip_suffix(word, "...")) {
        operand.presence = Presence::kVariadic;
    } else if (strip_suffix(word, "?")) {
        operand.presence = Presence::kOptional;
    }
    const size_t colon = std::min(word.find(':'), word.size());
    operand.name = word.substr(0, colon);
    const auto role = value_of(kRoles, word.substr(std::min(colon + 1, word.size())));
    if (operand.name.empty() || !role) return std::nullopt;
    operand.role = *role;
    return operand;
}

std::optional<AttributeSchema> parse_attribute(std::string_view word) {
    AttributeSchema attribute;
    const size_t equals = word.find('=');
    if (equals != std::string_view::npos) {
        attribute.has_default = true;
        attribute.default_text = word.substr(equals + 1);
        word = word.substr(0, equals);
    }
    attribute.required = strip_suffix(word, "!");
    const size_t colon = word.find(':');
    if (colon == std::string_view::npos || colon == 0) return std::nullopt;
    attribute.name = word.substr(0, colon);
    const auto kind = value_of(kAttributeKinds, word.substr(colon + 1));
    if (!kind || (attribute.required && attribute.has_default)) return std::nullopt;
    attribute.kind = *kind;
    return attribute;
}

class Parser {
public:
    explicit Parser(const OperatorSource& source) {
        table_.dialect = source.dialect;
        table_.domain = source.domain;
        for (std::string_view rest : source.texts) {
            while (!rest.empty()) take_line(next_line(rest));
            end_operator();
        }
    }

    DomainTable take() { return std::move(table_); }

private:
    enum class Section : uint8_t { kNone, kVersions, kInputs, kOutputs, kAttributes };

    void take_line(std::string_view line) {
        if (line.empty() || line.front() == '#') return;
        if (line.front() != ' ') {
            end_operator();
            begin_operator(line);
            return;
        }
        const bool begins =
            line.size() > 2 && line[1] == ' ' && (line[2] == '!' || (line[2] >= '0' && line[2] <= '9'));
        if (begins) {
            end_signature();
            section_ = Section::kVersions;
        }
        while (true) {
            const std::string_view word = next_word(line);
            if (word.empty()) break;
            take_word(word);
        }
    }

    void begin_operator(std::string_view line) {
        operator_ = {};
        operator_.domain = table_.domain;
        const size_t colon = line.find(": ");
        if (colon == std::string_view::npos) return complain("no summary");
        operator_.summary = line.substr(colon + 2);
        line = line.substr(0, colon);
        operator_.name = next_word(line);
        take_header(line);
        const auto first = static_cast<uint32_t>(table_.schemas.size());
        if (!table_.by_name.emplace(operator_.name, DomainTable::Versions{first, 0}).second)
            complain("written twice");
    }

    void take_header(std::string_view words) {
        operator_.kind = op_kind_from_name(operator_.name);
        std::optional<OpCategory> category;
        OpTraits added = OpTraits::kNone;
        for (auto word = next_word(words); !word.empty(); word = next_word(words)) {
            if (word == "=") {
                operator_.kind = op_kind_from_name(next_word(words));
            } else if (strip_prefix(word, "@")) {
                category = category_from_name(word);
                if (!category) complain("unknown category");
            } else if (strip_prefix(word, "+")) {
                const auto flag = value_of(kFlags, word);
                if (!flag) complain("unknown flag");
                added = added | flag.value_or(OpTraits::kNone);
            } else {
                complain("unknown word in the header");
            }
        }
        if (operator_.kind == OpKind::kUnknown && category) operator_.kind = OpKind::kOther;
        if (operator_.kind == OpKind::kUnknown) complain("no kind");
        operator_.category = category.value_or(category_of(operator_.kind));
        operator_.traits = traits_of(operator_.kind) | added;
    }

    void take_word(std::string_view word) {
        switch (section_) {
            case Section::kNone:
                return complain("words outside a signature");
            case Section::kVersions:
                return take_version(word);
            case Section::kInputs:
                if (word == "->") {
                    section_ = Section::kOutputs;
                    return;
                }
                return take_operand(inputs_, word);
            case Section::kOutputs:
                if (word == "|") {
                    section_ = Section::kAttributes;
                    return;
                }
                return take_operand(outputs_, word);
            case Section::kAttributes:
                return take_attribute(word);
        }
    }

    void take_version(std::string_view word) {
        if (strip_suffix(word, ":")) section_ = Section::kInputs;
        const bool withdraws = strip_prefix(word, "!");
        int32_t version = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), version);
        if (error != std::errc() || end != word.data() + word.size() || version < 1)
            return complain("bad version");
        versions_.push_back(version);
        if (withdraws) operator_.deprecated_since = version;
    }

    void take_operand(std::vector<OperandSchema>& list, std::string_view word) {
        const auto operand = parse_operand(word);
        if (!operand) return complain("bad operand");
        for (const OperandSchema& earlier : list) {
            if (earlier.name == operand->name) complain("operand twice");
            if (earlier.presence >= Presence::kVariadic) complain("operand behind a variadic one");
        }
        list.push_back(*operand);
    }

    void take_attribute(std::string_view word) {
        const auto attribute = parse_attribute(word);
        if (!attribute) return complain("bad attribute");
        const auto same = [&](const AttributeSchema& other) { return other.name == attribute->name; };
        if (std::ranges::any_of(attributes_, same)) complain("attribute twice");
        attributes_.push_back(*attribute);
    }

    void end_signature() {
        if (section_ == Section::kNone) return;
        if (section_ < Section::kOutputs || versions_.empty()) complain("signature without ->");
        operator_.inputs = table_.operands.emplace_back(std::move(inputs_));
        operator_.outputs = table_.operands.emplace_back(std::move(outputs_));
        operator_.attributes = table_.attributes.emplace_back(std::move(attributes_));
        DomainTable::Versions& versions = table_.by_name[operator_.name];
        for (const int32_t version : versions_) {
            if (versions.count > 0 && table_.schemas.back().since_version >= version)
                complain("versions not ascending");
            operator_.since_version = version;
            table_.schemas.push_back(operator_);
            ++versions.count;
        }
        inputs_ = {};
        outputs_ = {};
        attributes_ = {};
        versions_ = {};
        section_ = Section::kNone;
    }

    void end_operator() {
        end_signature();
        if (operator_.name.empty()) return;
        const auto [first, count] = table_.by_name[operator_.name];
        if (count == 0) complain("no signature");
        for (uint32_t i = first; i < first + count; ++i) {
            table_.schemas[i].deprecated_since = operator_.deprecated_since;
        }
        operator_ = {};
    }

    void complain(std::string_view what) {
        table_.problems.push_back(std::string(table_.domain) + "::" + std::string(operator_.name) + ": " +
                                  std::string(what));
    }

    DomainTable table_;
    OperatorSchema operator_;  ///< The one being read; copied for each version.
    Section section_ = Section::kNone;
    std::vector<int32_t> versions_;
    std::vector<OperandSchema> inputs_;
    std::vector<OperandSchema> outputs_;
    std::vector<AttributeSchema> attributes_;
};

}  // namespace

DomainTable parse_operators(const OperatorSource& source) {
    return Parser(source).take();
}

}  // namespace netloupe
