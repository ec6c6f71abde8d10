#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "infer/shapes.h"
#include "support/graph_text.h"

/// Shapes of models written as text (support/graph_text.h).
namespace netloupe::infer::test {

struct Inferred {
    Model model;
    Shapes shapes;

    [[nodiscard]] const TensorShape& tensor(std::string_view name, size_t graph = 0) const {
        const Graph& in = model.graphs[graph];
        for (size_t t = 0; t < in.tensors.size(); ++t) {
            if (model.text(in.tensors[t].name) == name) return shapes.tensor(GraphId(graph), TensorId(t));
        }
        throw std::invalid_argument("no tensor " + std::string(name));
    }
    /// "float32[1,n,?]"; "float32[...]" for an unknown rank, "sequence<float32[2]>" for sequences.
    [[nodiscard]] std::string type(std::string_view name, size_t graph = 0) const {
        const TensorShape& shape = tensor(name, graph);
        std::string out(netloupe::name(shape.dtype));
        if (!shape.ranked) {
            out += "[...]";
        } else {
            std::string list;
            for (const DimId d : shapes.dims(shape)) {
                if (!list.empty()) list += ",";
                list += shapes.table().text(d);
            }
            out += "[" + list + "]";
        }
        if (shape.of_sequence) out = "sequence<" + out + ">";
        if (shape.kind == ValueKind::kSequence) return "sequence<" + out + ">";
        return shape.kind == ValueKind::kOptional ? "optional<" + out + ">" : out;
    }
    /// "[1 n ?]", or "unknown".
    [[nodiscard]] std::string value(std::string_view name) const {
        const auto elements = shapes.value(tensor(name));
        if (!elements) return "unknown";
        std::string list;
        for (const DimId d : *elements) list += (list.empty() ? "" : " ") + shapes.table().text(d);
        return "[" + list + "]";
    }
    [[nodiscard]] std::string conflicts() const {
        std::string out;
        for (const ShapeConflict& conflict : shapes.conflicts()) out += conflict.what + "\n";
        return out;
    }
};

inline Inferred infer(Model model, const InferOptions& options = {}) {
    const Meaning meaning(model);
    Shapes shapes = infer_shapes(model, meaning, options);
    return {std::move(model), std::move(shapes)};
}

inline Inferred infer(std::string_view text, const InferOptions& options = {}) {
    return infer(netloupe::test::graph_from_text(text), options);
}

/// The type of y after one line, for inputs that are declared in it.
inline std::string type_of(std::string_view line, std::string_view header = "onnx opset=18") {
    const Inferred result = infer(std::string(header) + "\n" + std::string(line) + "\n");
    EXPECT_EQ(result.conflicts(), "") << line;
    return result.type("y");
}

/// The first conflict after one line.
inline std::string conflict_of(std::string_view line, std::string_view header = "onnx opset=18") {
    return infer(std::string(header) + "\n" + std::string(line) + "\n").conflicts();
}

}  // namespace netloupe::infer::test
