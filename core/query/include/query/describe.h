#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"
#include "model/quantization.h"
#include "model/values.h"
#include "ops/operator_schema.h"

/// What elements of a model are called and how they read, the same in the editor, the summary and the JSON.
namespace netloupe::query {

/// The shortest decimal that is read back as the same float, or double where it is no float.
std::string number_text(double value);

/// The formal name of an operand: "X", "filter"; its number where no table and no function names it.
std::string input_name(const Model& model, const Node& node, size_t index);
std::string output_name(const Model& model, const Node& node, size_t index);

/// The node's name, or else the name of its first output: what a person may know it by. May be empty.
std::string_view known_name(const Model& model, const Graph& graph, const Node& node);

std::string_view type_name(AttributeType type);
/// The attribute's value in one line; long lists end in "… (1000 values)".
std::string value_text(const Model& model, const Attribute& attribute);

/// An attribute as it applies to a node: as the file writes it, or a default of the operator's signature.
struct AppliedAttribute {
    std::string name;
    std::string type;
    std::string value;
    bool is_default = false;             ///< Has the default's value.
    const Attribute* written = nullptr;  ///< Null when the file leaves it out.
};
/// The written ones in file order, then the defaults that are left out.
std::vector<AppliedAttribute> applied_attributes(const Model& model, const Node& node);

/// One line: "scale 0.0235 · zero point −128", "per-channel ×32, scale 0.0012 … 0.031". Without a scale the
/// range that calibration observed, and nothing when there is none either.
std::string quantization_text(const Model& model, const Quantization& quantization);
std::string_view scheme_name(const Quantization& quantization);

/// Each value as text, exact.
std::vector<std::string> value_texts(const Values& values);

/// "1.5 MiB"
std::string bytes_text(uint64_t bytes);
/// Bytes that the constant's values take when they are stored densely; its span's length where that is not
/// fixed.
uint64_t bytes_of(const Model& model, const Constant& constant);

/// Counts over all graphs.
struct Totals {
    uint64_t nodes = 0;
    uint64_t tensors = 0;
    uint64_t parameters = 0;  ///< Elements of all weights.
    uint64_t weight_bytes = 0;
};
Totals totals(const Model& model);

/// How often each operator is applied over all graphs, most frequent first, then by name.
struct OperatorCount {
    std::string_view op;
    uint64_t count = 0;
};
std::vector<OperatorCount> operator_counts(const Model& model);

/// The constants of named tensors that take the most bytes, largest first.
struct LargeConstant {
    GraphId graph;
    TensorId tensor;
    ConstantId constant;
    uint64_t bytes = 0;
};
std::vector<LargeConstant> largest_constants(const Model& model, size_t most);

/// What the file says of itself, in the order to show: format, producer, description ...
struct Property {
    std::string_view name;
    std::string value;
};
std::vector<Property> properties(const Model& model);

}  // namespace netloupe::query
