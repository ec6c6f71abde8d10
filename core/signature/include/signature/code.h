#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "signature/card.h"

namespace netloupe::signature {

enum class Language : uint8_t { kPython, kKotlin, kJava, kSwift, kCpp };

inline constexpr std::array kLanguages{Language::kPython, Language::kKotlin, Language::kJava,
                                       Language::kSwift, Language::kCpp};

/// "python", "kotlin", "java", "swift", "cpp"
std::string_view name(Language language);
/// "Python", "C++"
std::string_view title(Language language);
/// Which library the code for a format uses: "onnxruntime", "ai-edge-litert", "TensorFlowLite".
std::string_view runtime(Language language, Format format);

/// Code that runs an entry once, or why there is none.
struct Code {
    std::string text;         ///< Whole and ready to paste: UTF-8, ends in a newline. Empty without.
    std::string unavailable;  ///< One sentence; empty when there is code.
};

/// Code with the numbers of the entry: sizes, scales, zero points, names. Names of the file stand in it only
/// as escaped literals and as identifiers made of letters, so that they cannot change what it does. `model`
/// gives the format and the file's name.
Code code_of(const Model& model, const Entry& entry, Language language);

}  // namespace netloupe::signature
