#include "infer/known_types.h"

#include <fmt/core.h>

#include "base/utf8.h"

namespace netloupe::infer {

const TensorShape* KnownTypes::inferred(GraphId graph, TensorId tensor) const {
    if (shapes_ == nullptr) return nullptr;
    const TensorShape& shape = shapes_->tensor(graph, tensor);
    return shape.ranked ? &shape : nullptr;
}

DataType KnownTypes::dtype(GraphId graph, TensorId tensor) const {
    const DataType declared = model_.graph(graph).tensor(tensor).dtype;
    if (declared != DataType::kUnknown || shapes_ == nullptr) return declared;
    return shapes_->tensor(graph, tensor).dtype;
}

bool KnownTypes::ranked(GraphId graph, TensorId tensor) const {
    return inferred(graph, tensor) != nullptr || model_.graph(graph).tensor(tensor).shape.known;
}

bool KnownTypes::only_inferred(GraphId graph, TensorId tensor) const {
    return inferred(graph, tensor) != nullptr && !model_.graph(graph).tensor(tensor).shape.known;
}

std::string KnownTypes::shape_text(GraphId graph, TensorId tensor) const {
    if (const TensorShape* shape = inferred(graph, tensor)) return shapes_->text(*shape);
    return netloupe::shape_text(model_, model_.graph(graph).tensor(tensor).shape);
}

std::string KnownTypes::shape_text(GraphId graph, TensorId tensor, size_t longest_dimension) const {
    std::string text;
    const auto add = [&](std::string_view dimension) {
        if (!text.empty()) text += "×";
        text += dimension.empty() || dimension.size() > longest_dimension ? "?" : dimension;
    };
    if (const TensorShape* shape = inferred(graph, tensor)) {
        for (const DimId dim : shapes_->dims(*shape)) add(shapes_->table().text(dim));
    } else {
        for (const Dimension& dim : model_.dims_of(model_.graph(graph).tensor(tensor).shape))
            add(dim.fixed() ? std::to_string(dim.value) : to_utf8(model_.text(dim.symbol)));
    }
    return text.empty() ? shape_text(graph, tensor) : text;
}

std::string KnownTypes::type_text(GraphId graph, TensorId tensor) const {
    const Tensor& stated = model_.graph(graph).tensor(tensor);
    if (stated.type_name.valid() && !model_.text(stated.type_name).empty())
        return to_utf8(model_.text(stated.type_name));
    return fmt::format("{} {}", name(dtype(graph, tensor)), shape_text(graph, tensor));
}

}  // namespace netloupe::infer
