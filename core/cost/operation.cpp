#include "operation.h"

#include <variant>
#include <vector>

#include "base/limits.h"
#include "model/values.h"

namespace netloupe::cost {

std::optional<size_t> Operation::slot_of(OperandRole wanted) const {
    for (size_t slot = 0; slot < inputs_.size(); ++slot) {
        if (has(slot) && role(slot) == wanted) return slot;
    }
    return std::nullopt;
}

std::optional<Operation::Extents> Operation::shape_of(TensorId tensor) const {
    const infer::TensorShape& shape = subject_.shapes.tensor(graph_, tensor);
    return shape.ranked ? std::optional(subject_.shapes.dims(shape)) : std::nullopt;
}

std::optional<Operation::Extents> Operation::shape(size_t slot) const {
    return has(slot) ? shape_of(inputs_[slot]) : std::nullopt;
}

std::optional<Operation::Extents> Operation::output_shape(size_t slot) const {
    return gives(slot) ? shape_of(outputs_[slot]) : std::nullopt;
}

Quantity Operation::extent_of(std::optional<Extents> shape, int axis) const {
    if (!shape) return {};
    const int rank = static_cast<int>(shape->size());
    if (axis < 0) axis += rank;
    return axis < 0 || axis >= rank ? Quantity() : math().of((*shape)[static_cast<size_t>(axis)]);
}

Quantity Operation::extent(size_t slot, int axis) const {
    return extent_of(shape(slot), axis);
}

Quantity Operation::output_extent(int axis) const {
    return extent_of(output_shape(), axis);
}

Quantity Operation::elements(size_t slot) const {
    const auto extents = shape(slot);
    return extents ? math().product(*extents) : Quantity();
}

Quantity Operation::output_elements(size_t slot) const {
    const auto extents = output_shape(slot);
    return extents ? math().product(*extents) : Quantity();
}

Quantity Operation::elements_per(size_t slot, int axis) const {
    const auto extents = shape(slot);
    if (!extents) return {};
    const int rank = static_cast<int>(extents->size());
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) return {};
    return math().mul(math().product(extents->first(static_cast<size_t>(axis))),
                      math().product(extents->subspan(static_cast<size_t>(axis) + 1)));
}

std::vector<Quantity> Operation::values(size_t slot) const {
    if (!has(slot)) return {};
    std::vector<Quantity> list;
    const infer::TensorShape& shape = subject_.shapes.tensor(graph_, inputs_[slot]);
    if (const auto known = subject_.shapes.value(shape)) {
        for (const infer::DimId element : *known) list.push_back(math().of(element));
        return list;
    }
    const ConstantId stored = model().graph(graph_).tensor(inputs_[slot]).constant;
    const auto count = stored.valid() ? element_count(model(), model().constant(stored).shape) : std::nullopt;
    if (!count || *count > limits::kTrackedValues) return {};
    const auto values = read_values(model(), model().constant(stored), 0, *count);
    const auto* integers = values ? std::get_if<std::vector<int64_t>>(&*values) : nullptr;
    if (integers == nullptr) return {};
    for (const int64_t element : *integers) list.push_back(element >= 0 ? Quantity(element) : Quantity());
    return list;
}

Quantity Operation::scalar(size_t slot) const {
    const auto list = values(slot);
    return list.size() == 1 ? list[0] : Quantity();
}

Quantity Operation::product(size_t slot) const {
    const auto list = values(slot);
    Quantity product = list.empty() ? Quantity() : Quantity(int64_t{1});
    for (const Quantity factor : list) product = math().mul(product, factor);
    return product;
}

std::optional<int64_t> Operation::integer(std::string_view name, int64_t fallback) const {
    const Attribute* attribute = model().find_attribute(node_, name);
    if (attribute == nullptr) return fallback;
    if (attribute->type == AttributeType::kReference) return std::nullopt;
    return model().int_attribute(node_, name, fallback);
}

Quantity Operation::count(std::string_view name, int64_t fallback) const {
    const auto value = integer(name, fallback);
    return value && *value >= 0 ? Quantity(*value) : Quantity();
}

std::string_view Operation::text(std::string_view name) const {
    const Attribute* attribute = model().find_attribute(node_, name);
    return attribute == nullptr ? std::string_view() : model().text(attribute->text);
}

std::optional<std::span<const int64_t>> Operation::list(std::string_view name) const {
    const Attribute* attribute = model().find_attribute(node_, name);
    if (attribute == nullptr || attribute->type != AttributeType::kInts || attribute->constant.valid())
        return std::nullopt;
    return Model::slice_of(model().ints, attribute->list);
}

Quantity Operation::list_size(std::string_view name) const {
    const Attribute* attribute = model().find_attribute(node_, name);
    if (attribute == nullptr) return Quantity(int64_t{0});
    if (attribute->type == AttributeType::kReference) return {};
    if (!attribute->constant.valid()) return Quantity(int64_t{attribute->list.count});
    const auto elements = element_count(model(), model().constant(attribute->constant).shape);
    return elements && *elements <= INT64_MAX ? Quantity(static_cast<int64_t>(*elements)) : Quantity();
}

Work Operation::with_bias(Quantity macs) const {
    const bool bias = slot_of(OperandRole::kBias).has_value();
    return {macs, bias ? output_elements() : Quantity(int64_t{0})};
}

}  // namespace netloupe::cost
