#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "lint/finding.h"
#include "model/model.h"

namespace netloupe::lint {

class Context;

/// A threshold of a rule.
struct Parameter {
    std::string_view name{};  ///< "max-octaves"
    double value = 0;         ///< Unless Options says otherwise.
    std::string_view meaning{};
};

/// The rule's page. Markdown; every part is one or more whole sentences.
struct Documentation {
    std::string_view what{};
    std::string_view why{};
    std::string_view not_a_problem{};
    std::string_view fix{};
    std::string_view example{};
    std::string_view source{};
};

/// Formats a rule looks at, as bits.
using Formats = uint32_t;
constexpr Formats bit(Format format) {
    return Formats{1} << static_cast<uint32_t>(format);
}
inline constexpr Formats kOnnx = bit(Format::kOnnx) | bit(Format::kOrt);
inline constexpr Formats kTflite = bit(Format::kTflite);
/// Whose operators, attributes and quantization the rules know in every detail.
inline constexpr Formats kKnownGraphs = kOnnx | kTflite;
inline constexpr Formats kGguf = bit(Format::kGguf);
inline constexpr Formats kAllFormats = ~Formats{0};

/// What a rule looks at.
enum class Subject : uint8_t {
    kFile,   ///< The file: its damages, its external data. Checked for compiled models too.
    kGraph,  ///< Nodes and tensors.
};

/// What a rule wants to know of the values of all weights, as bits.
enum WeightReads : uint8_t {
    kNoWeights = 0,
    kTotals = 1,    ///< Counts and extremes of whole constants.
    kChannels = 2,  ///< The same of the output channels of layers.
    kMedian = 4,
    kContent = 8,  ///< Which constants hold the same.
};

/// A rule. Each is one constant in a file of its own, core/lint/rules/<id>_<name>.cpp, which is named like
/// the constant: that is how the build finds it. The file holds everything about the rule.
struct Rule {
    std::string_view id{};    ///< "Q01"
    std::string_view name{};  ///< "quant-island"
    std::string_view summary{};
    Severity severity = Severity::kWarning;  ///< Of most of its findings; a rule may deviate.
    Formats formats = kAllFormats;
    Subject subject = Subject::kGraph;
    uint8_t reads = kNoWeights;  ///< WeightReads. Runs only where weights were read when there are some.
    Documentation documentation{};
    std::span<const Parameter> parameters{};
    void (*check)(Context&) = nullptr;
};

/// All rules, by id.
std::span<const Rule* const> rules();
/// The rule of that id or name, in any case ("q01", "quant-island"); null when there is none.
const Rule* find_rule(std::string_view id_or_name);

/// Whether a text means the rule: its id or the beginning of it ("Q01", "Q", "F0"), or its name, in any case.
bool selects(std::string_view text, const Rule& rule);

/// The rule's page, and the page that lists all rules, as Markdown.
std::string rule_page(const Rule& rule);
std::string rule_index();
/// Name of the rule's page within its folder: "q01_quant_island.md".
std::string rule_page_name(const Rule& rule);

}  // namespace netloupe::lint
