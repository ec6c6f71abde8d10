// Operators of ONNX that pick, join, cut and place elements.

#include "selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "operator_functions.h"
#include "shape_rules.h"

namespace netloupe::infer {

void gather_axis(Context& c, size_t axis, size_t batch_dims) {
    const auto data = c.shape(0);
    const auto indices = c.shape(1);
    if (!data || !indices || batch_dims > indices->size() || axis >= data->size()) return;
    DimList result(data->first(axis));
    result.append(indices->from(batch_dims));
    result.append(data->from(axis + 1));
    c.set_shape(0, result);
    if (batch_dims == 0) gather_value(c, axis);
}

void concat_axis(Context& c, int64_t axis, std::span<const size_t> slots, DataType type) {
    c.set_type(0, type);
    std::optional<DimList> result;
    std::optional<size_t> place;
    bool complete = true;
    for (const size_t slot : slots) {
        const auto shape = c.shape(slot);
        if (!shape) {
            complete = false;
            continue;
        }
        if (!result) {
            result = *shape;
            place = checked_axis(c, axis, shape->size());
            if (!place) return;
            continue;
        }
        if (shape->size() != result->size())
            return c.conflict("Inputs have different numbers of dimensions.");
        for (size_t i = 0; i < shape->size(); ++i) {
            (*result)[i] = i == *place ? c.dims().add((*result)[i], (*shape)[i])
                                       : c.same((*result)[i], (*shape)[i], "Dimensions beside the axis");
        }
    }
    if (!result) return;
    if (!complete) (*result)[*place] = {};
    c.set_shape(0, *result);
}

namespace {

/// Numbers from here on stand for "to the end".
constexpr int64_t kToTheEnd = INT32_MAX;

/// An index that may count from the end, not below 0; unknown when its sign is.
DimId from_front(DimensionTable& table, DimId extent, DimId index) {
    if (!index.valid()) return {};
    if (table.at_least(index, 0)) return index;
    if (table.at_least(table.sub(table.constant(-1), index), 0)) {
        return table.max(table.add(extent, index), table.constant(0));
    }
    return {};
}

DimId backward_extent(DimensionTable& table, DimId extent, DimId start, DimId end, int64_t step) {
    const auto first = table.value(start);
    const auto last = table.value(end);
    if (!first || !last || step == INT64_MIN) return {};
    const DimId count = table.constant(-step);
    if (*first >= kToTheEnd || *first == -1) {
        if (*last <= -kToTheEnd) return table.ceil_div(extent, count);
    }
    const auto size = table.value(extent);
    if (!size) return {};
    const auto place = [&](int64_t index) {
        return std::clamp<int64_t>(index < 0 ? index + *size : index, -1, *size - 1);
    };
    return table.max(table.ceil_div(table.constant(place(*first) - place(*last)), count), table.constant(0));
}

}  // namespace

DimId slice_extent(DimensionTable& table, DimId extent, DimId start, DimId end, int64_t step) {
    if (step == 0) return {};
    if (step < 0) return backward_extent(table, extent, start, end, step);
    const DimId first = from_front(table, extent, start);
    const auto limit = table.value(end);
    DimId last = limit && *limit >= kToTheEnd ? extent : from_front(table, extent, end);
    last = table.min(last, extent);
    return table.max(table.ceil_div(table.sub(last, first), table.constant(step)), table.constant(0));
}

std::optional<Cut> cut_between(int64_t start, int64_t end, int64_t step, int64_t extent) {
    if (step == 0 || extent < 0) return std::nullopt;
    const auto place = [&](int64_t index) {
        const int64_t at = index < 0 ? std::max(index, -extent - 1) + extent : std::min(index, extent);
        return step > 0 ? std::clamp<int64_t>(at, 0, extent) : std::clamp<int64_t>(at, -1, extent - 1);
    };
    const int64_t first = place(start);
    const int64_t span = step > 0 ? place(end) - first : first - place(end);
    if (span <= 0) return Cut{0, 0, 1};
    // Greater steps reach no second element either.
    const int64_t stride = std::clamp<int64_t>(step, -extent, extent);
    return Cut{first, (span - 1) / std::abs(stride) + 1, stride};
}

namespace {

void gather_nd_value(Context& c) {
    const auto data = c.value(0);
    const auto places = c.ints(1);
    const auto indices = c.shape(1);
    if (!data || !places || c.rank(0) != 1 || !c.dims().is((*indices)[indices->size() - 1], 1)) return;
    DimList chosen;
    for (const int64_t place : *places) {
        const auto at = normal_axis(place, data->size());
        if (!at) return c.conflict(fmt::format("Index {} is outside of {} elements.", place, data->size()));
        chosen.push((*data)[*at]);
    }
    c.set_value(0, chosen);
}

}  // namespace

void gather_tuples(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto data = c.shape(0);
    const auto indices = c.shape(1);
    if (!data || !indices || indices->empty()) return;
    const auto depth = c.dims().value((*indices)[indices->size() - 1]);
    const int64_t batch = c.integer("batch_dims", 0);
    if (!depth || *depth < 0 || batch < 0) return;
    const auto rank = static_cast<int64_t>(data->size());
    if (batch > rank || *depth > rank - batch)
        return c.conflict("Indices address more dimensions than the data has.");
    DimList result(indices->first(indices->size() - 1));
    result.append(data->from(static_cast<size_t>(batch + *depth)));
    c.set_shape(0, result);
    if (batch == 0) gather_nd_value(c);
}

namespace {

void gather(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto data = c.shape(0);
    if (!data) return;
    const auto axis = checked_axis(c, c.integer("axis", 0), data->size());
    if (axis) gather_axis(c, *axis, 0);
}

void gather_elements(Context& c) {
    c.set_type(0, c.dtype(0));
    if (const auto indices = c.shape(1)) c.set_shape(0, *indices);
    if (c.rank(0) == 1 && c.rank(1) == 1) gather_value(c, 0);
}

/// Start, end and step of a Slice along each axis.
struct Cuts {
    std::optional<DimList> starts;
    std::optional<DimList> ends;
    std::optional<IntList> axes;
    std::optional<IntList> steps;
    bool axes_given = false;
    bool steps_given = false;
};

std::optional<DimList> numbers_of(Context& c, std::string_view attribute, size_t slot) {
    const auto list = c.list(attribute);
    if (!list) return c.value(slot);
    DimList elements;
    for (const int64_t element : *list) elements.push(c.dims().constant(element));
    return elements;
}

Cuts cuts_of(Context& c) {
    Cuts cuts{numbers_of(c, "starts", 1), numbers_of(c, "ends", 2), {}, c.ints(4), false, c.has(4)};
    const Axes axes = axes_of(c, "axes", 3);
    cuts.axes = axes.values;
    cuts.axes_given = axes.given;
    if (!cuts.starts) cuts.starts = listed_dims(c, 1);
    if (!cuts.ends) cuts.ends = listed_dims(c, 2);
    return cuts;
}

void slice_value(Context& c, const Cuts& cuts) {
    const auto extents = known_extents(c, 0);
    if (!extents || !cuts.ends || cuts.ends->size() != cuts.starts->size()) return;
    if (cuts.steps_given && (!cuts.steps || cuts.steps->size() != cuts.starts->size())) return;
    std::vector<Cut> parts;
    parts.reserve(extents->size());
    for (const int64_t extent : *extents) parts.push_back({0, extent, 1});
    for (size_t i = 0; i < cuts.starts->size(); ++i) {
        const auto axis = normal_axis(cuts.axes ? (*cuts.axes)[i] : static_cast<int64_t>(i), extents->size());
        const auto start = c.dims().value((*cuts.starts)[i]);
        const auto end = c.dims().value((*cuts.ends)[i]);
        if (!axis || !start || !end) return;
        const auto cut = cut_between(*start, *end, cuts.steps ? (*cuts.steps)[i] : 1, (*extents)[*axis]);
        if (!cut) return;
        parts[*axis] = *cut;
    }
    cut_value(c, 0, 0, parts);
}

void slice(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto shape = c.shape(0);
    if (!shape) return;
    const Cuts cuts = cuts_of(c);
    if (!cuts.starts || (cuts.axes_given && !cuts.axes)) return c.set_shape(0, unknown_dims(shape->size()));
    DimList result = *shape;
    for (size_t i = 0; i < cuts.starts->size(); ++i) {
        if (cuts.axes && i >= cuts.axes->size()) return c.conflict("There is not one axis for each start.");
        const auto axis =
            checked_axis(c, cuts.axes ? (*cuts.axes)[i] : static_cast<int64_t>(i), shape->size());
        if (!axis) return;
        const DimId end = cuts.ends && i < cuts.ends->size() ? (*cuts.ends)[i] : DimId();
        const bool has_step = cuts.steps && i < cuts.steps->size();
        const int64_t step = has_step ? (*cuts.steps)[i] : cuts.steps_given ? 0 : 1;
        result[*axis] = slice_extent(c.dims(), (*shape)[*axis], (*cuts.starts)[i], end, step);
    }
    c.set_shape(0, result);
    slice_value(c, cuts);
}

void concat(Context& c) {
    std::vector<size_t> slots(c.inputs());
    std::iota(slots.begin(), slots.end(), size_t{0});
    const int64_t axis = c.integer("axis", 1);
    concat_axis(c, axis, slots, c.dtype(0));
    concat_value(c, axis, slots);
}

/// Extents of the parts of a split.
std::optional<DimList> parts_of(Context& c, DimId extent) {
    if (auto given = numbers_of(c, "split", 1)) {
        if (given->size() == c.outputs()) return given;
        c.conflict("There is not one length for each output.");
        return std::nullopt;
    }
    if (c.has(1)) return std::nullopt;
    const auto count = static_cast<int64_t>(c.outputs());
    const DimId pieces = c.dims().constant(count);
    const DimId piece = c.dims().ceil_div(extent, pieces);
    DimList parts(c.outputs(), piece);
    if (c.has_attribute("num_outputs") && count > 0) {
        const DimId others = c.dims().mul(piece, c.dims().constant(count - 1));
        if (!parts.overflowed()) parts[parts.size() - 1] = c.dims().sub(extent, others);
    } else if (const auto whole = c.dims().value(extent); whole && count > 0 && *whole % count != 0) {
        c.conflict(fmt::format("{} elements cannot be split into {} equal parts.", *whole, count));
        return std::nullopt;
    } else if (!whole) {
        parts = DimList(c.outputs(), c.dims().floor_div(extent, pieces));
    }
    return parts;
}

void split(Context& c) {
    for (size_t i = 0; i < c.outputs(); ++i) c.set_type(i, c.dtype(0));
    const auto shape = c.shape(0);
    const auto axis = shape ? checked_axis(c, c.integer("axis", 0), shape->size()) : std::nullopt;
    if (!axis) return;
    const auto parts = parts_of(c, (*shape)[*axis]);
    for (size_t i = 0; i < c.outputs(); ++i) {
        DimList result = *shape;
        result[*axis] = parts && i < parts->size() ? (*parts)[i] : DimId();
        c.set_shape(i, result);
    }
    if (parts) split_value(c, 0, *axis, *parts);
}

void pad(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto shape = c.shape(0);
    if (!shape) return;
    const auto pads = numbers_of(c, c.has_attribute("paddings") ? "paddings" : "pads", 1);
    const Axes axes = axes_of(c, "axes", 3);
    if (!pads || (axes.given && !axes.values)) return c.set_shape(0, unknown_dims(shape->size()));
    const size_t count = axes.values ? axes.values->size() : shape->size();
    if (pads->size() != 2 * count) return c.conflict("Pads are not two numbers for each dimension.");
    DimList result = *shape;
    for (size_t i = 0; i < count; ++i) {
        const auto axis = axes.values ? checked_axis(c, (*axes.values)[i], shape->size()) : i;
        if (!axis) return;
        result[*axis] = c.dims().add(c.dims().add((*shape)[*axis], (*pads)[i]), (*pads)[count + i]);
    }
    c.set_shape(0, result);
}

void compress(Context& c) {
    c.set_type(0, c.dtype(0));
    if (!c.has_attribute("axis")) return c.set_shape(0, unknown_dims(1));
    auto shape = c.shape(0);
    const auto axis = shape ? checked_axis(c, c.integer("axis", 0), shape->size()) : std::nullopt;
    if (!axis) return;
    (*shape)[*axis] = {};
    c.set_shape(0, *shape);
}

void nonzero(Context& c) {
    c.set_type(0, DataType::kInt64);
    const auto rank = c.rank(0);
    c.set_shape(0, {rank ? c.dims().constant(static_cast<int64_t>(*rank)) : DimId(), DimId()});
    const auto elements = c.ints(0);
    if (!elements || rank != 1) return;
    // Exporters of older versions make a range so.
    DimList places;
    for (size_t i = 0; i < elements->size(); ++i) {
        if ((*elements)[i] != 0) places.push(c.dims().constant(static_cast<int64_t>(i)));
    }
    c.set_shape(0, {c.dims().constant(1), c.dims().constant(static_cast<int64_t>(places.size()))});
    c.set_value(0, places);
}

void top_k(Context& c) {
    c.set_type(0, c.dtype(0));
    c.set_type(1, DataType::kInt64);
    auto shape = c.shape(0);
    const auto axis = shape ? checked_axis(c, c.integer("axis", -1), shape->size()) : std::nullopt;
    if (!axis) return;
    const auto count = c.value(1);
    (*shape)[*axis] = c.has_attribute("k")          ? c.dims().constant(c.integer("k", 0))
                      : count && count->size() == 1 ? (*count)[0]
                                                    : DimId();
    c.set_shape(0, *shape);
    c.set_shape(1, *shape);
}

void unique(Context& c) {
    c.set_type(0, c.dtype(0));
    const DimId distinct = c.dims().fresh();
    const auto shape = c.shape(0);
    DimId all = shape ? c.dims().product(shape->span()) : DimId();
    if (!c.has_attribute("axis")) {
        c.set_shape(0, {distinct});
    } else {
        const auto axis = shape ? checked_axis(c, c.integer("axis", 0), shape->size()) : std::nullopt;
        all = axis ? (*shape)[*axis] : DimId();
        DimList result = axis ? *shape : DimList();
        if (axis) result[*axis] = distinct;
        if (axis) c.set_shape(0, result);
    }
    c.set(1, DataType::kInt64, {distinct});
    c.set(2, DataType::kInt64, {all});
    c.set(3, DataType::kInt64, {distinct});
}

void one_hot(Context& c) {
    c.set_type(0, c.dtype(2));
    const auto indices = c.shape(0);
    if (!indices) return;
    const auto axis = checked_axis(c, c.integer("axis", -1), indices->size() + 1);
    if (!axis) return;
    const auto depth = c.value(1);
    DimList result = *indices;
    result.insert(*axis, depth && depth->size() == 1 ? (*depth)[0] : DimId());
    c.set_shape(0, result);
}

void non_max_suppression(Context& c) {
    c.set(0, DataType::kInt64, {DimId(), c.dims().constant(3)});
}

void center_crop_pad(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto shape = c.shape(0);
    if (!shape) return;
    DimList result = *shape;
    const auto wanted = listed_dims(c, 1);
    const auto axes = c.list("axes");
    const size_t count = axes ? axes->size() : shape->size();
    for (size_t i = 0; i < count; ++i) {
        const auto axis = axes ? checked_axis(c, (*axes)[i], shape->size()) : std::optional(i);
        if (axis) result[*axis] = wanted && i < wanted->size() ? (*wanted)[i] : DimId();
    }
    c.set_shape(0, result);
}

/// The withdrawn Crop: border is left, top, right, bottom; or scale is the result's height and width.
void crop(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    const auto border = c.list("border");
    if (!shape || shape->size() != 4 || !border || border->size() != 4) return;
    const auto scale = c.list("scale");
    for (size_t i = 0; i < 2; ++i) {
        const DimId both =
            c.dims().add(c.dims().constant((*border)[1 - i]), c.dims().constant((*border)[3 - i]));
        (*shape)[2 + i] = scale && scale->size() == 2 ? c.dims().constant((*scale)[i])
                                                      : c.dims().sub((*shape)[2 + i], both);
    }
    c.set_shape(0, *shape);
}

void scatter_nd(Context& c) {
    like_input(c, 0, 0);
    // Writes into a list of extents, as exporters do for `shape[i] = n`.
    const auto data = c.value(0);
    const auto places = c.ints(1);
    const auto updates = c.value(2);
    if (!data || !places || !updates || places->size() != updates->size() || c.rank(0) != 1) return;
    if (c.text("reduction", "none") != "none") return;
    DimList result = *data;
    for (size_t i = 0; i < places->size(); ++i) {
        const auto at = normal_axis((*places)[i], result.size());
        if (!at) return;
        result[*at] = (*updates)[i];
    }
    c.set_value(0, result);
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"CenterCropPad", center_crop_pad},
    {"Compress", compress},
    {"Concat", concat},
    {"Crop", crop},
    {"DynamicSlice", slice},
    {"Gather", gather},
    {"GatherElements", gather_elements},
    {"GatherND", gather_tuples},
    {"NonMaxSuppression", non_max_suppression},
    {"NonZero", nonzero},
    {"OneHot", one_hot},
    {"Pad", pad},
    {"ReverseSequence", like<0>},
    {"Scatter", like<0>},
    {"ScatterElements", like<0>},
    {"ScatterND", scatter_nd},
    {"Slice", slice},
    {"Split", split},
    {"TensorScatter", like<0>},
    {"TopK", top_k},
    {"Trilu", like<0>},
    {"Unique", unique},
});

}  // namespace

std::span<const OperatorFunction> selection_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
