#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "infer/shapes.h"
#include "model/model.h"
#include "ops/meaning.h"

/// How a model is fed and read: what the file says of its inputs and outputs, and code that runs it.
namespace netloupe::signature {

/// What the file says, and what in the file says so. Without text: the file does not say.
struct Statement {
    std::string text;    ///< "NHWC"
    std::string reason;  ///< "CONV_2D reads it so"
    NodeId node;         ///< That says so; none when no node does.

    [[nodiscard]] bool said() const { return !text.empty(); }
};

/// One dimension of an input or output.
struct Extent {
    int64_t value = Dimension::kDynamic;  ///< >= 0 when fixed.
    std::string symbol;                   ///< What the file calls a dynamic one; may be empty.
    int64_t usual = 1;  ///< Extent of a dynamic one when nobody resizes (TensorFlow Lite), else 1.

    [[nodiscard]] bool fixed() const { return value >= 0; }
};

/// One scale and zero point for all elements: real = scale * (q - zero_point).
struct Affine {
    double scale = 1;
    int64_t zero_point = 0;
};

/// What the caller has to do to values before they are fed: (x - mean) / deviation, one number for all
/// channels or one for each. Of an input whose metadata ask for it.
struct Normalization {
    std::vector<double> mean;
    std::vector<double> deviation;
};

/// An input or output.
struct Port {
    GraphId graph;
    TensorId tensor;
    std::string name;     ///< Of the tensor.
    std::string key;      ///< What the signature calls it; empty outside signatures.
    uint32_t place = 0;   ///< Its number among the graph's inputs or outputs.
    bool placed = false;  ///< Whether it is among them at all.
    DataType dtype = DataType::kUnknown;
    std::string type;     ///< The whole type of what is not a tensor: "sequence<float32>".
    bool ranked = false;  ///< The number of dimensions is known.
    std::vector<Extent> shape;
    Statement layout;              ///< "NHWC"
    std::optional<Affine> affine;  ///< Of a stored integer with one scale.
    Statement quantization;        ///< One line, also of several scales and of what stands behind the input.
    Statement range;               ///< Of an input: the real values that it expects. "[0, 1]"
    std::optional<Normalization> normalization;
    std::vector<Statement> meaning;  ///< What else the file says.
};

/// The main graph of a model, or one of its signatures.
struct Entry {
    std::string key;         ///< Of the signature; empty for the graph itself.
    bool signature = false;  ///< It is a signature.
    GraphId graph;
    std::vector<Port> inputs;  ///< Without initializers that older ONNX files list as inputs.
    std::vector<Port> outputs;
};

/// Entries that are described; what a file has beyond is only counted.
inline constexpr size_t kEntries = 64;

struct Card {
    std::vector<Entry> entries;  ///< Never empty.
    size_t total = 0;            ///< Entries of the file.
};

/// Describes the signatures of a TensorFlow Lite file, and the main graph where none covers it. Says only
/// what the file says. `shapes` may be null: the file's own. Near-linear in the size of the model.
Card card_of(const Model& model, const Meaning& meaning, const infer::Shapes* shapes);

/// "1×224×224×3", dynamic dimensions in brackets with their names: "[batch]×3×224×224", "[?]×10".
std::string shape_text(const Port& port);
/// "int8 1×224×224×3", or the type of what is not a tensor.
std::string type_text(const Port& port);

}  // namespace netloupe::signature
