#include "infer/shapes.h"

#include <string_view>
#include <unordered_set>

namespace netloupe::infer {

std::string Shapes::text(const TensorShape& shape) const {
    if (!shape.ranked) return "?";
    if (shape.dims.count == 0) return "scalar";
    std::string out;
    for (const DimId d : dims(shape)) {
        if (!out.empty()) out += "×";
        out += table_.text(d);
    }
    return out;
}

void Shapes::resolve_all() {
    for (DimId& d : pool_) d = table_.resolve(d);
    for (auto& [key, trips] : trips_) trips = table_.resolve(trips);
}

Shapes Shapes::bound(std::span<const Binding> bindings) const {
    Shapes copy = *this;
    for (const Binding& binding : bindings) copy.table_.bind(binding);
    copy.resolve_all();
    return copy;
}

std::vector<std::string> symbols_of(const Model& model) {
    std::vector<std::string> names;
    std::unordered_set<std::string_view> seen;
    const auto add = [&](const Tensor& tensor) {
        for (const Dimension& dim : model.dims_of(tensor.shape)) {
            const std::string_view name = model.text(dim.symbol);
            if (!dim.fixed() && !name.empty() && name != "?" && seen.insert(name).second)
                names.emplace_back(name);
        }
    };
    for (const Graph& graph : model.graphs) {
        for (const TensorId input : graph.inputs) {
            if (input.valid() && input.index() < graph.tensors.size()) add(graph.tensor(input));
        }
    }
    for (const Graph& graph : model.graphs) {
        if (graph.kind == GraphKind::kFunction) continue;
        for (const Tensor& tensor : graph.tensors) add(tensor);
    }
    return names;
}

}  // namespace netloupe::infer
