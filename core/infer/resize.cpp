// Resize and Upsample of ONNX.

#include <array>
#include <cmath>

#include "operator_functions.h"
#include "shape_rules.h"

namespace netloupe::infer {

namespace {

/// The axes that scales or sizes are for; all in order when none are named.
std::optional<std::vector<size_t>> resized_axes(Context& c, size_t rank) {
    std::vector<size_t> axes;
    const auto named = c.list("axes");
    if (!named) {
        for (size_t i = 0; i < rank; ++i) axes.push_back(i);
        return axes;
    }
    for (const int64_t axis : *named) {
        const auto normal = checked_axis(c, axis, rank);
        if (!normal) return std::nullopt;
        axes.push_back(*normal);
    }
    return axes;
}

/// Sizes of which only the tightest (or loosest) one holds, so that the aspect ratio stays.
void keep_ratio(Context& c, DimList& result, const DimList& sizes, const std::vector<size_t>& axes,
                bool smallest) {
    std::optional<double> scale;
    for (size_t i = 0; i < axes.size(); ++i) {
        const auto before = c.dims().value(result[axes[i]]);
        const auto after = c.dims().value(sizes[i]);
        if (!before || !after || *before == 0) {
            for (const size_t axis : axes) result[axis] = {};
            return;
        }
        const double ratio = static_cast<double>(*after) / static_cast<double>(*before);
        scale = !scale ? ratio : smallest ? std::min(*scale, ratio) : std::max(*scale, ratio);
    }
    for (const size_t axis : axes) {
        const int64_t before = c.dims().value(result[axis]).value_or(0);
        const double extent = std::floor(scale.value_or(1) * static_cast<double>(before) + 0.5);
        result[axis] = extent < 9e15 ? c.dims().constant(static_cast<int64_t>(extent)) : DimId();
    }
}

void resize_by(Context& c, std::span<const double> scales) {
    const auto shape = c.shape(0);
    const auto axes = shape ? resized_axes(c, shape->size()) : std::nullopt;
    if (!axes) return;
    if (scales.size() != axes->size()) return c.conflict("There is not one scale for each dimension.");
    DimList result = *shape;
    for (size_t i = 0; i < scales.size(); ++i) {
        result[(*axes)[i]] = scaled(c.dims(), (*shape)[(*axes)[i]], scales[i]);
    }
    c.set_shape(0, result);
}

void resize_to(Context& c, size_t slot) {
    const auto shape = c.shape(0);
    const auto sizes = listed_dims(c, slot);
    const auto axes = shape ? resized_axes(c, shape->size()) : std::nullopt;
    if (!axes || !sizes) {
        if (sizes && !c.has_attribute("axes") && !shape) c.set_shape(0, *sizes);
        if (shape) c.set_shape(0, unknown_dims(shape->size()));
        return;
    }
    if (sizes->size() != axes->size()) return c.conflict("There is not one size for each dimension.");
    DimList result = *shape;
    const std::string_view policy = c.text("keep_aspect_ratio_policy", "stretch");
    if (policy == "stretch") {
        for (size_t i = 0; i < axes->size(); ++i) result[(*axes)[i]] = (*sizes)[i];
    } else {
        keep_ratio(c, result, *sizes, *axes, policy == "not_larger");
    }
    c.set_shape(0, result);
}

bool is_empty(Context& c, size_t slot) {
    const auto shape = c.shape(slot);
    return shape && shape->size() == 1 && c.dims().is((*shape)[0], 0);
}

void resize(Context& c) {
    c.set_type(0, c.dtype(0));
    // Version 10 has no region, later ones have scales third.
    const size_t scales_slot = c.version() < 11 ? 1 : 2;
    if (c.has(3) && !is_empty(c, 3)) return resize_to(c, 3);
    if (const auto scales = c.reals(scales_slot); scales && !scales->empty()) return resize_by(c, *scales);
    if (const auto rank = c.rank(0)) c.set_shape(0, unknown_dims(*rank));
}

void upsample(Context& c) {
    c.set_type(0, c.dtype(0));
    if (const auto list = c.real_list("scales")) return resize_by(c, *list);
    if (const Attribute* height = c.attribute("height_scale")) {
        const Attribute* width = c.attribute("width_scale");
        const std::array<double, 4> scales{1, 1, height->real, width == nullptr ? 1 : width->real};
        return resize_by(c, scales);
    }
    if (const auto scales = c.reals(1)) return resize_by(c, *scales);
    if (const auto rank = c.rank(0)) c.set_shape(0, unknown_dims(*rank));
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"Resize", resize},
    {"Upsample", upsample},
});

}  // namespace

std::span<const OperatorFunction> resize_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
