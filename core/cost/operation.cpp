#include "operation.h"

#include <variant>
#include <vector>

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

Quantity Operation::scalar(size_t slot) const {
    if (!has(slot)) return {};
    const infer::TensorShape& shape = subject_.shapes.tensor(graph_, inputs_[slot]);
    if (const auto known = subject_.shapes.value(shape))
        return known->size() == 1 ? math().of((*known)[0]) : Quantity();
    const ConstantId stored = model().graph(graph_).tensor(inputs_[slot]).constant;
    if (!stored.valid() || element_count(model(), model().constant(stored).shape) != 1) return {};
    const auto values = read_values(model(), model().constant(stored), 0, 1);
    const auto* integers = values ? std::get_if<std::vector<int64_t>>(&*values) : nullptr;
    return integers != nullptr && integers->size() == 1 && (*integers)[0] >= 0 ? Quantity((*integers)[0])
                                                                               : Quantity();
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
