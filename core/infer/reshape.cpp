// Operators of ONNX that change shapes and compute with them.

#include "reshape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "operator_functions.h"
#include "shape_rules.h"
#include "tensor_values.h"

namespace netloupe::infer {

namespace {

/// The elements of a Reshape's target, put into extents.
class Target {
public:
    Target(Context& c, const DimList& elements, bool zero_copies)
        : c_(c), data_(c.shape(0)), result_(elements) {
        for (size_t i = 0; i < result_.size(); ++i) {
            const auto number = c.dims().value(result_[i]);
            if (number == 0 && zero_copies) {
                result_[i] = data_ && i < data_->size() ? (*data_)[i] : DimId();
                if (data_ && i >= data_->size())
                    c.conflict("A 0 copies a dimension that the data does not have.");
                if (!result_[i].valid()) ++unknown_;
            } else if (number && *number < 0) {
                if (rest_) c.conflict("Only one dimension can be -1.");
                if (*number != -1) c.conflict("A dimension is negative.");
                rest_ = i;
                result_[i] = {};
            } else if (!result_[i].valid()) {
                ++unknown_;
                open_ = i;
            }
        }
    }

    void give() {
        if (data_) {
            const DimId whole = c_.dims().product(data_->span());
            if (unknown_ == 0 && rest_) {
                fill(*rest_, whole);
            } else if (unknown_ == 0) {
                c_.same(whole, c_.dims().product(result_.span()), "Numbers of elements before and after");
            } else if (unknown_ == 1 && !rest_ && result_.size() == 1) {
                fill(open_, whole);
            }
        }
        c_.set_shape(0, result_);
    }

private:
    /// The extent that the others leave.
    void fill(size_t place, DimId whole) {
        DimId others = c_.dims().constant(1);
        for (size_t i = 0; i < result_.size(); ++i) {
            if (i != place) others = c_.dims().mul(others, result_[i]);
        }
        const auto total = c_.dims().value(whole);
        const auto part = c_.dims().value(others);
        if (total && part && *part != 0 && *total % *part != 0) {
            return c_.conflict(std::to_string(*total) + " elements cannot be divided into parts of " +
                               std::to_string(*part) + ".");
        }
        result_[place] = c_.dims().floor_div(whole, others);
    }

    Context& c_;
    std::optional<DimList> data_;
    DimList result_;
    std::optional<size_t> rest_;
    size_t unknown_ = 0;
    size_t open_ = 0;
};

}  // namespace

void reshape_to(Context& c, const DimList& target, bool zero_copies) {
    Target(c, target, zero_copies).give();
}

void keep_value(Context& c) {
    if (const auto elements = c.value(0)) c.set_value(0, *elements);
}

void transpose_by(Context& c, const std::optional<IntList>& permutation) {
    const auto shape = c.shape(0);
    if (!shape) return;
    DimList result = unknown_dims(shape->size());
    if (permutation && permutation->size() != shape->size()) {
        c.conflict("The permutation has another number of dimensions than the data.");
    } else if (permutation) {
        for (size_t i = 0; i < shape->size(); ++i) {
            const auto axis = checked_axis(c, (*permutation)[i], shape->size());
            if (axis) result[i] = (*shape)[*axis];
        }
        transpose_value(c, {permutation->begin(), permutation->end()});
    }
    c.set_shape(0, result);
}

void squeeze_axes(Context& c, bool given, const std::optional<IntList>& axes) {
    const auto shape = c.shape(0);
    if (!shape || (given && !axes)) return;
    std::array<bool, limits::kRank> dropped{};
    if (given) {
        for (const int64_t axis : *axes) {
            const auto normal = checked_axis(c, axis, shape->size());
            if (!normal) return;
            c.demand((*shape)[*normal], 1, "A dimension to be dropped and 1");
            dropped[*normal] = true;
        }
    } else {
        for (size_t i = 0; i < shape->size(); ++i) {
            const auto extent = c.dims().value((*shape)[i]);
            if (!extent) return;
            dropped[i] = *extent == 1;
        }
    }
    DimList result;
    for (size_t i = 0; i < shape->size(); ++i) {
        if (!dropped[i]) result.push((*shape)[i]);
    }
    c.set_shape(0, result);
    keep_value(c);
}

void tile_by(Context& c, size_t slot) {
    const auto shape = c.shape(0);
    if (!shape) return;
    const auto repeats = listed_dims(c, slot);
    DimList result = unknown_dims(shape->size());
    if (repeats && repeats->size() != shape->size()) {
        c.conflict("There is not one number of repeats for each dimension.");
    } else if (repeats) {
        for (size_t i = 0; i < shape->size(); ++i) result[i] = c.dims().mul((*shape)[i], (*repeats)[i]);
        if (const auto numbers = c.ints(slot)) tile_value(c, {numbers->begin(), numbers->end()});
    }
    c.set_shape(0, result);
}

void give_dims(Context& c, DataType type, int64_t begin, int64_t end) {
    c.set_type(0, type);
    const auto shape = c.shape(0);
    if (!shape) return c.set_shape(0, unknown_dims(1));
    const auto rank = static_cast<int64_t>(shape->size());
    const auto place = [rank](int64_t i) { return std::clamp<int64_t>(i < 0 ? i + rank : i, 0, rank); };
    const int64_t first = place(begin);
    const int64_t last = std::max(first, place(end));
    const DimList part(shape->span().subspan(static_cast<size_t>(first), static_cast<size_t>(last - first)));
    c.set_shape(0, {c.dims().constant(last - first)});
    c.set_value(0, part);
}

void fill_dims(Context& c, DataType type, size_t slot, DimId fill) {
    c.set_type(0, type);
    const auto dims = listed_dims(c, slot);
    if (!dims) return;
    c.set_shape(0, *dims);
    const DimId whole = c.dims().product(dims->span());
    const auto count = c.dims().value(whole);
    if (!fill.valid() || !count || *count < 0 || *count > static_cast<int64_t>(limits::kTrackedValues))
        return;
    c.set_value(0, DimList(static_cast<size_t>(*count), fill));
}

void give_range(Context& c) {
    c.set_type(0, c.dtype(0) == DataType::kUnknown ? c.dtype(1) : c.dtype(0));
    DimensionTable& table = c.dims();
    const auto element = [&](size_t slot) {
        const auto value = c.value(slot);
        return value && value->size() == 1 ? (*value)[0] : DimId();
    };
    const DimId start = element(0);
    const DimId limit = element(1);
    const DimId step = element(2);
    const auto stride = table.value(step);
    if (!stride || *stride == 0 || *stride == INT64_MIN) {
        const auto from = c.reals(0);
        const auto to = c.reals(1);
        const auto by = c.reals(2);
        DimId count;
        if (from && to && by && from->size() == 1 && to->size() == 1 && by->size() == 1 && (*by)[0] != 0) {
            const double steps = std::ceil(((*to)[0] - (*from)[0]) / (*by)[0]);
            if (std::abs(steps) < 1e15)
                count = table.constant(std::max<int64_t>(0, static_cast<int64_t>(steps)));
        }
        return c.set_shape(0, {count});
    }
    const DimId span = *stride > 0 ? table.sub(limit, start) : table.sub(start, limit);
    const DimId size = table.constant(std::abs(*stride));
    const DimId count = table.max(table.ceil_div(span, size), table.constant(0));
    c.set_shape(0, {count});
    const auto known = table.value(count);
    if (!known || *known > static_cast<int64_t>(limits::kTrackedValues)) return;
    DimList elements;
    DimId next = start;
    for (int64_t i = 0; i < *known; ++i) {
        elements.push(next);
        next = table.add(next, step);
    }
    c.set_value(0, elements);
}

namespace {

void reshape(Context& c) {
    c.set_type(0, c.dtype(0));
    const bool zero_copies = !c.flag("allowzero");
    if (const auto list = c.list("shape"); list && !c.has(1)) {
        DimList target;
        for (const int64_t element : *list) target.push(c.dims().constant(element));
        reshape_to(c, target, zero_copies);
    } else if (const auto elements = c.value(1)) {
        reshape_to(c, *elements, zero_copies);
    } else if (const auto rank = listed_rank(c, 1)) {
        reshape_to(c, unknown_dims(*rank), zero_copies);
    }
    keep_value(c);
}

void flatten(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto shape = c.shape(0);
    if (!shape) return c.set_shape(0, unknown_dims(2));
    int64_t axis = c.integer("axis", 1);
    const auto rank = static_cast<int64_t>(shape->size());
    if (axis < 0) axis += rank;
    if (axis < 0 || axis > rank) return c.conflict("The axis is not one of the data.");
    const auto split = static_cast<size_t>(axis);
    c.set_shape(0, {c.dims().product(shape->first(split)), c.dims().product(shape->from(split))});
    keep_value(c);
}

void squeeze(Context& c) {
    c.set_type(0, c.dtype(0));
    const Axes axes = axes_of(c, "axes", 1);
    squeeze_axes(c, axes.given, axes.values);
}

void unsqueeze(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto shape = c.shape(0);
    const Axes axes = axes_of(c, "axes", 1);
    if (!shape) return;
    const auto count = axes.values ? std::optional(axes.values->size()) : listed_rank(c, 1);
    if (!count) return;
    const size_t rank = shape->size() + *count;
    if (rank > limits::kRank) return;
    if (!axes.values) return c.set_shape(0, unknown_dims(rank));
    std::array<bool, limits::kRank> added{};
    for (const int64_t axis : *axes.values) {
        const auto normal = checked_axis(c, axis, rank);
        if (!normal) return;
        if (added[*normal]) return c.conflict("An axis is named twice.");
        added[*normal] = true;
    }
    DimList result;
    size_t next = 0;
    for (size_t i = 0; i < rank; ++i) result.push(added[i] ? c.dims().constant(1) : (*shape)[next++]);
    c.set_shape(0, result);
    keep_value(c);
}

void transpose(Context& c) {
    c.set_type(0, c.dtype(0));
    std::optional<IntList> permutation;
    if (const auto given = c.list("perm")) {
        permutation = IntList(*given);
    } else if (const auto rank = c.rank(0)) {
        permutation.emplace();
        for (size_t i = *rank; i-- > 0;) permutation->push(static_cast<int64_t>(i));
    }
    transpose_by(c, permutation);
}

void expand(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto shape = c.shape(0);
    const auto wanted = listed_dims(c, 1);
    if (!shape || !wanted) return;
    const DimList result = broadcast(c, *shape, *wanted);
    c.set_shape(0, result);
    if (const auto elements = broadcast_value(c, 0, result)) c.set_value(0, *elements);
}

void tile(Context& c) {
    c.set_type(0, c.dtype(0));
    if (c.version() >= 6) return tile_by(c, 1);
    // tiles and axis are scalars.
    auto shape = c.shape(0);
    const auto axis = c.scalar(2);
    const auto normal = shape && axis ? normal_axis(*axis, shape->size()) : std::nullopt;
    if (!normal) return;
    const auto tiles = c.value(1);
    (*shape)[*normal] = tiles && tiles->size() == 1 ? c.dims().mul((*shape)[*normal], (*tiles)[0]) : DimId();
    c.set_shape(0, *shape);
}

void shape(Context& c) {
    give_dims(c, DataType::kInt64, c.integer("start", 0), c.integer("end", limits::kRank));
}

void size(Context& c) {
    c.set(0, DataType::kInt64, {});
    if (const auto shape = c.shape(0)) c.set_value(0, {c.dims().product(shape->span())});
}

void constant(Context& c) {
    for (const std::string_view name : {"value", "sparse_value"}) {
        if (const auto stored = c.constant(name)) return c.set_fact(0, *stored);
    }
    const auto list = [&](std::string_view name, DataType type) {
        c.set(0, type, {c.dims().constant(static_cast<int64_t>(c.list_size(name)))});
    };
    if (c.has_attribute("value_int")) {
        c.set(0, DataType::kInt64, {});
        c.set_value(0, {c.dims().constant(c.integer("value_int", 0))});
    } else if (c.has_attribute("value_float")) {
        c.set(0, DataType::kFloat32, {});
    } else if (c.has_attribute("value_string")) {
        c.set(0, DataType::kString, {});
    } else if (c.has_attribute("value_ints")) {
        list("value_ints", DataType::kInt64);
        DimList elements;
        const auto numbers = c.list("value_ints");
        for (size_t i = 0; numbers && i < numbers->size(); ++i)
            elements.push(c.dims().constant((*numbers)[i]));
        if (numbers) c.set_value(0, elements);
    } else if (c.has_attribute("value_floats")) {
        list("value_floats", DataType::kFloat32);
    } else if (c.has_attribute("value_strings")) {
        list("value_strings", DataType::kString);
    }
}

void constant_of_shape(Context& c) {
    const auto stored = c.constant("value");
    const DataType type = stored ? stored->dtype : DataType::kFloat32;
    DimId fill = stored ? DimId() : c.dims().constant(0);
    if (stored && stored->valued && stored->value.count == 1) fill = c.element(*stored);
    fill_dims(c, type, 0, fill);
}

void constant_fill(Context& c) {
    c.set_type(0, c.type("dtype", DataType::kFloat32));
    if (c.flag("input_as_shape")) {
        if (const auto dims = listed_dims(c, 0)) c.set_shape(0, *dims);
    } else if (c.has(0)) {
        if (const auto shape = c.shape(0)) c.set_shape(0, *shape);
    } else if (const auto list = c.list("shape")) {
        DimList dims;
        for (const int64_t extent : *list) dims.push(c.dims().constant(extent));
        c.set_shape(0, dims);
    }
}

void range(Context& c) {
    give_range(c);
}

void eye_like(Context& c) {
    like_input(c, 0, 0);
    c.set_type(0, c.type("dtype", c.dtype(0)));
}

void random(Context& c) {
    c.set_type(0, c.type("dtype", DataType::kFloat32));
    const auto list = c.list("shape");
    if (!list) return;
    DimList dims;
    for (const int64_t extent : *list) dims.push(c.dims().constant(extent));
    c.set_shape(0, dims);
}

void depth_to_space(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape || shape->size() != 4) return;
    const DimId block = c.dims().constant(c.integer("blocksize", 0));
    (*shape)[1] = c.dims().floor_div((*shape)[1], c.dims().mul(block, block));
    (*shape)[2] = c.dims().mul((*shape)[2], block);
    (*shape)[3] = c.dims().mul((*shape)[3], block);
    c.set_shape(0, *shape);
}

void space_to_depth(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape || shape->size() != 4) return;
    const DimId block = c.dims().constant(c.integer("blocksize", 0));
    (*shape)[1] = c.dims().mul((*shape)[1], c.dims().mul(block, block));
    (*shape)[2] = c.dims().floor_div((*shape)[2], block);
    (*shape)[3] = c.dims().floor_div((*shape)[3], block);
    c.set_shape(0, *shape);
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"Constant", constant},
    {"ConstantFill", constant_fill},
    {"ConstantOfShape", constant_of_shape},
    {"DepthToSpace", depth_to_space},
    {"Expand", expand},
    {"EyeLike", eye_like},
    {"Flatten", flatten},
    {"GivenTensorFill", constant_fill},
    {"RandomNormal", random},
    {"RandomUniform", random},
    {"Range", range},
    {"Reshape", reshape},
    {"Shape", shape},
    {"Size", size},
    {"SpaceToDepth", space_to_depth},
    {"Squeeze", squeeze},
    {"Tile", tile},
    {"Transpose", transpose},
    {"Unsqueeze", unsqueeze},
});

}  // namespace

std::span<const OperatorFunction> reshape_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
