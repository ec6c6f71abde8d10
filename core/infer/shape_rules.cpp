#include "shape_rules.h"

#include <fmt/format.h>

#include <cmath>

namespace netloupe::infer {

std::optional<size_t> normal_axis(int64_t axis, size_t rank) {
    const auto count = static_cast<int64_t>(rank);
    if (axis < -count || axis >= count) return std::nullopt;
    return static_cast<size_t>(axis < 0 ? axis + count : axis);
}

std::optional<size_t> checked_axis(Context& c, int64_t axis, size_t rank) {
    const auto normal = normal_axis(axis, rank);
    if (!normal) c.conflict(fmt::format("Axis {} is not one of {} dimensions.", axis, rank));
    return normal;
}

DimId broadcast(Context& c, DimId a, DimId b) {
    DimensionTable& table = c.dims();
    const auto left = table.value(a);
    const auto right = table.value(b);
    if (left && right && *left != *right && *left != 1 && *right != 1) {
        c.conflict(fmt::format("Extents {} and {} do not broadcast.", *left, *right));
        return {};
    }
    c.compatible(a, b);
    return table.broadcast(table.resolve(a), table.resolve(b));
}

DimList broadcast(Context& c, const DimList& a, const DimList& b) {
    const DimList& longer = a.size() >= b.size() ? a : b;
    const DimList& shorter = a.size() >= b.size() ? b : a;
    DimList result = longer;
    const size_t skip = longer.size() - shorter.size();
    for (size_t i = 0; i < shorter.size(); ++i) {
        result[skip + i] = broadcast(c, longer[skip + i], shorter[i]);
    }
    return result;
}

std::optional<DimList> broadcast_inputs(Context& c, size_t first, size_t count) {
    std::optional<DimList> result;
    for (size_t i = first; i < first + count; ++i) {
        if (!c.has(i)) continue;
        const auto shape = c.shape(i);
        if (!shape) return std::nullopt;
        result = result ? broadcast(c, *result, *shape) : *shape;
    }
    return result;
}

Axes axes_of(Context& c, std::string_view attribute, size_t slot) {
    if (const auto list = c.list(attribute)) return {true, IntList(*list)};
    if (c.has(slot)) return {true, c.ints(slot)};
    return {c.has_attribute(attribute), std::nullopt};
}

std::optional<DimList> matmul_shape(Context& c, const DimList& a, const DimList& b) {
    if (a.empty() || b.empty()) {
        c.conflict("A scalar is no operand of a matrix product.");
        return std::nullopt;
    }
    DimList left = a;
    DimList right = b;
    if (a.size() == 1) left.insert(0, c.dims().constant(1));
    if (b.size() == 1) right.push(c.dims().constant(1));
    c.same(left[left.size() - 1], right[right.size() - 2], "Inner dimensions of a matrix product");
    const DimId rows = left[left.size() - 2];
    const DimId columns = right[right.size() - 1];
    left.resize(left.size() - 2);
    right.resize(right.size() - 2);
    DimList result = broadcast(c, left, right);
    if (a.size() > 1) result.push(rows);
    if (b.size() > 1) result.push(columns);
    return result;
}

std::optional<size_t> listed_rank(Context& c, size_t slot) {
    const auto shape = c.shape(slot);
    if (!shape || shape->size() != 1) return std::nullopt;
    const auto count = c.dims().value((*shape)[0]);
    if (!count || *count < 0 || *count > limits::kRank) return std::nullopt;
    return static_cast<size_t>(*count);
}

std::optional<DimList> listed_dims(Context& c, size_t slot) {
    if (auto elements = c.value(slot)) {
        for (DimId& element : *elements) {
            const auto number = c.dims().value(element);
            if (number && *number < 0) element = {};
        }
        return elements;
    }
    const auto rank = listed_rank(c, slot);
    if (!rank) return std::nullopt;
    return unknown_dims(*rank);
}

DimId scaled(DimensionTable& table, DimId extent, double factor) {
    if (!std::isfinite(factor) || factor < 0) return {};
    if (const auto number = table.value(extent)) {
        const double product = std::floor(static_cast<double>(*number) * factor);
        return product < 9e15 ? table.constant(static_cast<int64_t>(product)) : DimId();
    }
    double numerator = factor;
    int64_t denominator = 1;
    for (; denominator < 1024 && numerator != std::floor(numerator); denominator *= 2) numerator *= 2;
    if (numerator != std::floor(numerator) || numerator > 1e9) return {};
    return table.floor_div(table.mul(extent, table.constant(static_cast<int64_t>(numerator))),
                           table.constant(denominator));
}

void like_input(Context& c, size_t output, size_t slot) {
    c.set_type(output, c.dtype(slot));
    if (const auto shape = c.shape(slot)) c.set_shape(output, *shape);
}

void like_each(Context& c) {
    for (size_t i = 0; i < c.outputs() && i < c.inputs(); ++i) like_input(c, i, i);
}

}  // namespace netloupe::infer
