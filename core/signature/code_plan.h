#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "literals.h"
#include "signature/code.h"

namespace netloupe::signature {

/// How the code names and sizes one input or output.
struct Variable {
    const Port* port = nullptr;
    std::string id;                       ///< In the language's own case.
    std::vector<std::string> dimensions;  ///< "1", "batch": a number or the name of an Extents entry.
    std::string count;                    ///< "150528", "batch * 150528"; of elements.
    bool dynamic = false;                 ///< Some dimension is not fixed.
    bool known = true;                    ///< The number of dimensions is.
    std::string comment;                  ///< "int8 1×96×96×1 · NHWC · [−1, 1]"
    bool quantizes = false;   ///< The caller has real values that the code makes integers of, or the reverse.
    bool normalizes = false;  ///< The code applies the normalization of the metadata.
};

/// A dynamic dimension: a variable of the code.
struct ExtentVariable {
    std::string id;
    int64_t usual = 1;
    std::string comment;
};

/// What all languages need to know of an entry.
struct Plan {
    Language language = Language::kPython;
    bool tflite = false;
    const Entry* entry = nullptr;
    std::string file;                ///< Name of the model's file.
    std::string heading;             ///< What the code runs, for a comment.
    std::vector<std::string> notes;  ///< What else the caller must do, for comments.
    std::vector<ExtentVariable> extents;
    std::vector<Variable> inputs;
    std::vector<Variable> outputs;

    [[nodiscard]] std::string literal(std::string_view text) const { return string_literal(text, language); }
    [[nodiscard]] bool any(bool Variable::* what) const;
};

Plan plan_of(const Model& model, const Entry& entry, Language language);

/// The integers that the type holds, for clamping: "-128", "127".
struct IntegerText {
    std::string min;
    std::string max;
};
IntegerText limits_text(DataType type);

/// (x - mean) / deviation of element `i` of the variable, with literals that end in `suffix`; the element
/// itself where nothing is normalized. Uses `mean` and `deviation`, arrays, where there is one number for
/// each channel.
std::string normalized_element(const Variable& variable, std::string_view suffix, std::string_view mean,
                               std::string_view deviation);
/// The element in parentheses where it is an expression, to divide it by the scale.
std::string quantized_operand(const Variable& variable, const std::string& element);
/// "count * 4", "count / 4"; the count alone for one byte.
std::string times(std::string_view count, size_t bytes);
std::string over(std::string_view count, size_t bytes);
/// Whether these arrays are needed.
bool by_channel(const Variable& variable);
/// "0.485f, 0.456f, 0.406f": as many as there are channels.
std::string channel_list(const std::vector<double>& numbers, size_t channels, std::string_view suffix);
size_t channels_of(const Variable& variable);

/// Lines of code with their indentation.
class Lines {
public:
    explicit Lines(size_t step) : step_(step) {}
    void operator()(std::string_view line = {});
    void in() { depth_ += step_; }
    void out() { depth_ -= step_; }
    std::string take() { return std::move(text_); }

private:
    size_t step_;
    size_t depth_ = 0;
    std::string text_;
};

std::string joined(const std::vector<std::string>& parts);

std::string python_code(const Plan& plan);
std::string kotlin_code(const Plan& plan);
std::string java_code(const Plan& plan);
std::string swift_code(const Plan& plan);
std::string cpp_code(const Plan& plan);

}  // namespace netloupe::signature
