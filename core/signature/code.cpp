#include "signature/code.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <climits>

#include "code_plan.h"
#include "code_types.h"

namespace netloupe::signature {

namespace {

constexpr std::array<std::string_view, 5> kNames{"python", "kotlin", "java", "swift", "cpp"};
constexpr std::array<std::string_view, 5> kTitles{"Python", "Kotlin", "Java", "Swift", "C++"};

bool jvm(Language language) {
    return language == Language::kKotlin || language == Language::kJava;
}

std::string named(const Port& port) {
    return fmt::format("\"{}\"", comment_text(port.key.empty() ? port.name : port.key));
}

/// Whether the language's API takes elements of that type.
bool takes(DataType type, Language language, bool tflite, bool input) {
    switch (language) {
        case Language::kPython:
            return !numpy_type(type).empty();
        case Language::kSwift:
            return !swift_type(type, tflite).empty();
        case Language::kCpp:
            return !cpp_type(type, tflite).empty();
        default:
            if (type == DataType::kString) return !tflite;
            // Unsigned ones come back as the signed ones of their size.
            return jvm_type(type, tflite).has_value() ||
                   (!tflite && !input &&
                    (type == DataType::kUint16 || type == DataType::kUint32 || type == DataType::kUint64));
    }
}

/// Why a port keeps the language from running the model; empty when it does not.
std::string hindrance(const Port& port, const Entry& entry, Language language, bool tflite, bool input) {
    const std::string_view what = input ? "Input" : "Output";
    const bool container = !port.type.empty();
    if (container && (language == Language::kSwift || language == Language::kCpp || (jvm(language) && input)))
        return fmt::format("{} {} is no tensor but {}, which the code for {} does not cover.", what,
                           named(port), comment_text(port.type), title(language));
    if (container) return {};
    if (!takes(port.dtype, language, tflite, input))
        return fmt::format("{} {} has the type {}, which {}'s {} API does not take.", what, named(port),
                           name(port.dtype), runtime(language, tflite ? Format::kTflite : Format::kOnnx),
                           title(language));
    if (!tflite) return {};
    if (!entry.signature && !port.placed)
        return fmt::format("{} {} is not among the graph's.", what, named(port));
    const bool dynamic =
        !port.ranked || std::ranges::any_of(port.shape, [](const Extent& extent) { return !extent.fixed(); });
    if (input && dynamic && jvm(language) && (entry.graph.index() != 0 || !port.placed))
        return fmt::format(
            "Input {} of a graph beside the main one has dynamic dimensions, which the Java API "
            "does not resize for buffers.",
            named(port));
    return {};
}

/// Elements that an array of the JVM does not hold.
std::string oversize(const Plan& plan) {
    for (const Variable& input : plan.inputs) {
        if (input.dynamic) continue;
        if (input.count == "0" || input.count.size() > 10 || std::stoull(input.count) * 8 > INT_MAX)
            return fmt::format("Input {} has no size that fits into a buffer of the JVM.",
                               named(*input.port));
    }
    return {};
}

std::string why_not(const Plan& plan) {
    const Entry& entry = *plan.entry;
    for (const Port& port : entry.inputs) {
        if (auto why = hindrance(port, entry, plan.language, plan.tflite, true); !why.empty()) return why;
    }
    for (const Port& port : entry.outputs) {
        if (auto why = hindrance(port, entry, plan.language, plan.tflite, false); !why.empty()) return why;
    }
    if (!jvm(plan.language)) return {};
    if (entry.inputs.empty()) return "The Java API does not run a model without inputs.";
    return oversize(plan);
}

}  // namespace

std::string_view name(Language language) {
    return kNames[static_cast<size_t>(language)];
}

std::string_view title(Language language) {
    return kTitles[static_cast<size_t>(language)];
}

std::string_view runtime(Language language, Format format) {
    if (format != Format::kTflite) return language == Language::kPython ? "onnxruntime" : "ONNX Runtime";
    if (language == Language::kPython) return "ai-edge-litert";
    return language == Language::kSwift ? "TensorFlowLiteSwift" : "TensorFlow Lite";
}

Code code_of(const Model& model, const Entry& entry, Language language) {
    const Plan plan = plan_of(model, entry, language);
    if (auto why = why_not(plan); !why.empty()) return {{}, std::move(why)};
    switch (language) {
        case Language::kPython:
            return {python_code(plan), {}};
        case Language::kKotlin:
            return {kotlin_code(plan), {}};
        case Language::kJava:
            return {java_code(plan), {}};
        case Language::kSwift:
            return {swift_code(plan), {}};
        default:
            return {cpp_code(plan), {}};
    }
}

}  // namespace netloupe::signature
