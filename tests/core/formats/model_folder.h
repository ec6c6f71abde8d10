#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/byte_cursor.h"
#include "formats/reader.h"
#include "model/quantization.h"
#include "model/values.h"
#include "support/expect_model.h"

namespace netloupe::formats_test {

/// Little-endian bytes of numbers.
template <typename T>
std::string raw(const std::vector<T>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

/// A folder for a model and the files beside it, removed at the end.
class ModelFolder {
public:
    ModelFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "netloupe-model-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
        path_ = name;
    }
    ModelFolder(const ModelFolder&) = delete;
    ModelFolder& operator=(const ModelFolder&) = delete;
    ~ModelFolder() { std::filesystem::remove_all(path_); }

    ModelFolder& write(const std::string& name, std::string_view bytes) {
        std::ofstream(path_ / name, std::ios::binary) << bytes;
        return *this;
    }
    [[nodiscard]] Result<Model> open(const std::string& name) const {
        return open_model((path_ / name).string());
    }

private:
    std::filesystem::path path_;
};

using support::expect_model;
using support::read_text;

inline std::string name_of(const Model& model, const Graph& graph, TensorId id) {
    return id.valid() ? std::string(model.text(graph.tensor(id).name)) : "-";
}

/// "Conv a,w -> b" of each node.
inline std::vector<std::string> nodes_of(const Model& model, size_t graph_index = 0) {
    std::vector<std::string> out;
    const Graph& graph = model.graphs[graph_index];
    for (const Node& node : graph.nodes) {
        std::string text(model.text(node.op));
        char separator = ' ';
        for (const TensorId id : model.inputs(node)) {
            text += separator + name_of(model, graph, id);
            separator = ',';
        }
        text += " ->";
        separator = ' ';
        for (const TensorId id : model.outputs(node)) {
            text += separator + name_of(model, graph, id);
            separator = ',';
        }
        out.push_back(text);
    }
    return out;
}

inline const Tensor* find_tensor(const Model& model, std::string_view name, size_t graph_index = 0) {
    for (const Tensor& tensor : model.graphs[graph_index].tensors) {
        if (model.text(tensor.name) == name) return &tensor;
    }
    ADD_FAILURE() << "no tensor " << name;
    return nullptr;
}

/// "float32 1×3×4" of the first tensor of that name.
inline std::string type_of(const Model& model, std::string_view name, size_t graph_index = 0) {
    const Tensor* tensor = find_tensor(model, name, graph_index);
    if (tensor == nullptr) return {};
    return std::string(netloupe::name(tensor->dtype)) + " " + shape_text(model, tensor->shape);
}

inline std::vector<double> values_of(const Model& model, std::string_view name) {
    const Tensor* tensor = find_tensor(model, name);
    if (tensor == nullptr || !tensor->constant.valid()) return {};
    const auto values = read_values(model, model.constant(tensor->constant), 0, 64);
    if (!values) ADD_FAILURE() << values.error().text();
    return values ? to_doubles(*values) : std::vector<double>();
}

inline std::vector<std::string> names_of(const Model& model, const std::vector<TensorId>& tensors) {
    std::vector<std::string> out;
    for (const TensorId id : tensors) out.push_back(name_of(model, model.graphs[0], id));
    return out;
}

inline std::vector<std::string> damages_of(const Model& model) {
    std::vector<std::string> out;
    for (const Damage& damage : model.damages) out.push_back(damage.error.text());
    return out;
}

inline std::string metadata_of(const Model& model, Range range) {
    std::string out;
    for (const KeyValue& entry : model.metadata_of(range)) {
        out += std::string(model.text(entry.key)) + "=" + std::string(model.text(entry.value)) + ";";
    }
    return out;
}

}  // namespace netloupe::formats_test
