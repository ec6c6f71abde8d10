#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "formats/reader.h"
#include "model/values.h"
#include "support/expect_model.h"
#include "support/wire_text.h"

/// Reads models with the reader under test and shows what it gave.
namespace netloupe::support {

inline Model read_bytes(const std::string& bytes, const std::string& path) {
    return expect_model(read_text(bytes, path));
}

inline const Tensor* find_tensor(const Model& model, std::string_view name, size_t graph = 0) {
    for (const Tensor& tensor : model.graphs[graph].tensors) {
        if (model.text(tensor.name) == name) return &tensor;
    }
    return nullptr;
}

/// "op(a, w=b) -> c": operands with the names that the file gives them.
inline std::vector<std::string> nodes_of(const Model& model, size_t graph = 0) {
    std::vector<std::string> out;
    for (const Node& node : model.graphs[graph].nodes) {
        const auto list = [&](std::span<const TensorId> operands, Range names) {
            std::string text;
            for (size_t i = 0; i < operands.size(); ++i) {
                const auto called = Model::slice_of(model.texts, names);
                const std::string name = i < called.size() ? std::string(model.text(called[i])) : "";
                text += (i == 0 ? "" : ", ") + (name.empty() ? "" : name + "=");
                text += operands[i].valid()
                            ? std::string(model.text(model.graphs[graph].tensor(operands[i]).name))
                            : "-";
            }
            return text;
        };
        out.push_back(std::string(model.text(node.op)) + "(" + list(model.inputs(node), node.input_names) +
                      ") -> " + list(model.outputs(node), node.output_names));
    }
    return out;
}

inline std::vector<double> numbers_of(const Model& model, const Tensor* tensor) {
    if (tensor == nullptr || !tensor->constant.valid()) return {};
    const auto values = read_values(model, model.constant(tensor->constant), 0, 1000);
    return values ? to_doubles(*values) : std::vector<double>{-12345};
}

inline std::string damages_of(const Model& model) {
    std::string text;
    for (const Damage& damage : model.damages) text += damage.error.message + "\n";
    return text;
}

/// Cut off anywhere and with wrong bytes anywhere, a model gives an error or a damaged model, and nothing
/// else.
inline void expect_survival(const std::string& good, const std::string& path) {
    for (size_t at = 0; at < good.size(); ++at) {
        const auto cut = read_model(to_bytes(good.substr(0, at)), path);
        if (!cut) {
            EXPECT_FALSE(cut.error().message.empty());
        }
        for (const int value : {0x00, 0x7F, 0xFF}) {
            std::string bad = good;
            bad[at] = static_cast<char>(value);
            const auto model = read_model(to_bytes(bad), path);
            if (!model) {
                EXPECT_FALSE(model.error().message.empty());
                continue;
            }
            for (const Constant& constant : model->constants) {
                const auto values = read_values(*model, constant, 0, 16);
                EXPECT_LE(values ? size(*values) : 0, 32U);
            }
        }
    }
}

}  // namespace netloupe::support
