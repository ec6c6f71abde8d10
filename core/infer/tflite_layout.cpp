// Builtin operators of TensorFlow Lite that move elements and make tensors.

#include <array>
#include <numeric>
#include <vector>

#include "operator_functions.h"
#include "reshape.h"
#include "selection.h"
#include "shape_rules.h"

namespace netloupe::infer {

namespace {

void reshape(Context& c) {
    c.set_type(0, c.dtype(0));
    if (const auto elements = c.value(1)) {
        reshape_to(c, *elements, false);
    } else if (const auto list = c.list("new_shape"); list && !c.has(1)) {
        DimList target;
        for (const int64_t element : *list) target.push(c.dims().constant(element));
        reshape_to(c, target, false);
    } else if (const auto rank = listed_rank(c, 1)) {
        reshape_to(c, unknown_dims(*rank), false);
    }
    keep_value(c);
}

void squeeze(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto axes = c.list("squeeze_dims");
    const bool given = axes && !axes->empty();
    squeeze_axes(c, given, given ? std::optional(IntList(*axes)) : std::nullopt);
}

void expand_dims(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    const auto axis = c.scalar(1);
    if (!shape) return;
    if (!axis) return c.set_shape(0, unknown_dims(shape->size() + 1));
    const auto place = checked_axis(c, *axis, shape->size() + 1);
    if (!place) return;
    shape->insert(*place, c.dims().constant(1));
    c.set_shape(0, *shape);
    keep_value(c);
}

void transpose(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto given = c.list("permutation");
    const auto permutation = given ? std::optional(IntList(*given)) : c.ints(1);
    if (permutation) {
        transpose_by(c, permutation);
    } else if (const auto rank = c.rank(0)) {
        c.set_shape(0, unknown_dims(*rank));
    }
}

std::vector<size_t> all_inputs(Context& c) {
    std::vector<size_t> slots(c.inputs());
    std::iota(slots.begin(), slots.end(), size_t{0});
    return slots;
}

void concatenate(Context& c, int64_t axis) {
    const auto slots = all_inputs(c);
    concat_axis(c, axis, slots, c.dtype(0));
    concat_value(c, axis, slots);
}
void concatenation(Context& c) {
    concatenate(c, c.integer("axis", 0));
}
void stablehlo_concatenate(Context& c) {
    concatenate(c, c.integer("dimension", 0));
}

void pack(Context& c) {
    c.set_type(0, c.dtype(0));
    std::optional<DimList> result;
    DimList elements;
    for (size_t i = 0; i < c.inputs(); ++i) {
        const auto shape = c.shape(i);
        if (!shape) continue;
        const auto value = c.value(i);
        if (shape->empty()) elements.push(value && value->size() == 1 ? (*value)[0] : DimId());
        if (!result) result = *shape;
        if (shape->size() != result->size())
            return c.conflict("Inputs have different numbers of dimensions.");
        for (size_t d = 0; d < shape->size(); ++d)
            (*result)[d] = c.same((*result)[d], (*shape)[d], "Dimensions of inputs");
    }
    if (!result) return;
    const bool scalars = result->empty();
    const auto axis = checked_axis(c, c.integer("axis", 0), result->size() + 1);
    if (!axis) return;
    result->insert(*axis, c.dims().constant(static_cast<int64_t>(c.inputs())));
    c.set_shape(0, *result);
    if (scalars) c.set_value(0, elements);
}

void unpack(Context& c) {
    for (size_t i = 0; i < c.outputs(); ++i) c.set_type(i, c.dtype(0));
    auto shape = c.shape(0);
    const auto axis = shape ? checked_axis(c, c.integer("axis", 0), shape->size()) : std::nullopt;
    if (!axis) return;
    shape->erase(*axis);
    for (size_t i = 0; i < c.outputs(); ++i) c.set_shape(i, *shape);
    split_value(c, 0, *axis, DimList(c.outputs(), c.dims().constant(1)));
}

/// The data with another extent along an axis, for each output.
void give_parts(Context& c, size_t data, std::optional<int64_t> axis, const std::optional<DimList>& parts) {
    for (size_t i = 0; i < c.outputs(); ++i) c.set_type(i, c.dtype(data));
    const auto shape = c.shape(data);
    if (!shape) return;
    const auto place = axis ? checked_axis(c, *axis, shape->size()) : std::nullopt;
    for (size_t i = 0; i < c.outputs(); ++i) {
        DimList result = place ? *shape : unknown_dims(shape->size());
        if (place) result[*place] = parts && i < parts->size() ? (*parts)[i] : DimId();
        c.set_shape(i, result);
    }
    if (place && parts) split_value(c, data, *place, *parts);
}

void split(Context& c) {
    const auto axis = c.scalar(0);
    const auto shape = c.shape(1);
    const auto place = shape && axis ? normal_axis(*axis, shape->size()) : std::nullopt;
    const DimId count = c.dims().constant(static_cast<int64_t>(c.outputs()));
    const DimId part = place ? c.dims().floor_div((*shape)[*place], count) : DimId();
    give_parts(c, 1, axis, DimList(c.outputs(), part));
}

void split_v(Context& c) {
    const auto axis = c.scalar(2);
    const auto shape = c.shape(0);
    auto parts = c.value(1);
    const auto place = shape && axis ? normal_axis(*axis, shape->size()) : std::nullopt;
    if (parts && place) {
        // One part may be -1: what the others leave.
        DimId rest = (*shape)[*place];
        for (const DimId part : *parts) {
            if (!c.dims().is(part, -1)) rest = c.dims().sub(rest, part);
        }
        for (DimId& part : *parts) {
            if (c.dims().is(part, -1)) part = rest;
        }
    }
    give_parts(c, 0, axis, parts);
}

void slice(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto shape = c.shape(0);
    if (!shape) return;
    const auto begin = c.value(1);
    const auto size = c.value(2);
    DimList result = unknown_dims(shape->size());
    for (size_t i = 0; size && i < result.size() && i < size->size(); ++i) {
        const DimId first = begin && i < begin->size() ? (*begin)[i] : DimId();
        result[i] = c.dims().is((*size)[i], -1) ? c.dims().sub((*shape)[i], first) : (*size)[i];
        if (const auto number = c.dims().value(result[i]); number && *number < 0) result[i] = {};
    }
    c.set_shape(0, result);
    std::vector<Cut> cuts;
    for (size_t i = 0; begin && i < result.size() && i < begin->size(); ++i) {
        const auto first = c.dims().value((*begin)[i]);
        const auto count = c.dims().value(result[i]);
        if (!first || !count) return;
        cuts.push_back({*first, *count, 1});
    }
    cut_value(c, 0, 0, cuts);
}

/// The specification of a STRIDED_SLICE, read from left to right.
class StridedSlice {
public:
    explicit StridedSlice(Context& c)
        : c_(c),
          begin_mask_(c.integer("begin_mask", 0)),
          end_mask_(c.integer("end_mask", 0)),
          ellipsis_mask_(c.integer("ellipsis_mask", 0)),
          new_mask_(c.integer("new_axis_mask", 0)),
          shrink_mask_(c.integer("shrink_axis_mask", 0)) {}

    void infer() {
        c_.set_type(0, c_.dtype(0));
        const auto shape = c_.shape(0);
        begin_ = c_.value(1);
        end_ = c_.value(2);
        steps_ = c_.ints(3);
        const auto count = begin_ ? begin_->size() : listed_rank(c_, 1).value_or(limits::kRank + 1);
        if (!shape || count > 62) return;
        shape_ = *shape;
        if (!steps_ || steps_->size() != count) steps_.reset();
        for (size_t i = 0; i < count; ++i) {
            if (!take(i, count)) return;
        }
        while (next_ < shape_.size()) take_whole();
        c_.set_shape(0, result_);
        if (cuts_.size() == shape_.size()) cut_value(c_, 0, 0, cuts_);
    }

private:
    [[nodiscard]] static bool has(int64_t mask, size_t i) { return (mask >> i & 1) != 0; }

    bool take(size_t i, size_t count) {
        if (has(ellipsis_mask_, i)) {
            size_t behind = 0;
            for (size_t j = i + 1; j < count; ++j) behind += has(new_mask_, j) ? 0 : 1;
            while (next_ + behind < shape_.size()) take_whole();
            return true;
        }
        if (has(new_mask_, i)) {
            result_.push(c_.dims().constant(1));
            return true;
        }
        if (next_ >= shape_.size()) {
            c_.conflict("The slice has more dimensions than the data.");
            return false;
        }
        take_part(i, shape_[next_++]);
        return true;
    }

    void take_whole() {
        cuts_.push_back({0, c_.dims().value(shape_[next_]).value_or(0), 1});
        result_.push(shape_[next_++]);
    }

    void take_part(size_t i, DimId extent) {
        DimensionTable& table = c_.dims();
        const bool single = has(shrink_mask_, i);
        const int64_t step = steps_ ? (*steps_)[i] : 0;
        const DimId start = has(begin_mask_, i) ? table.constant(step < 0 ? -1 : 0) : at(begin_, i);
        DimId stop = has(end_mask_, i) ? table.constant(step < 0 ? INT64_MIN : INT64_MAX) : at(end_, i);
        // An end may be counted from the start.
        if (c_.flag("offset") && !has(end_mask_, i)) stop = table.add(start, stop);
        if (!single) result_.push(slice_extent(table, extent, start, stop, step));
        const auto whole = table.value(extent);
        const auto first = table.value(start);
        const auto last = single ? first : table.value(stop);
        if (!whole || !first || !last) return;
        const auto cut = single ? std::optional(Cut{*first < 0 ? *first + *whole : *first, 1, 1})
                                : cut_between(*first, *last, step, *whole);
        if (cut) cuts_.push_back(*cut);
    }
    static DimId at(const std::optional<DimList>& list, size_t i) {
        return list && i < list->size() ? (*list)[i] : DimId();
    }

    Context& c_;
    int64_t begin_mask_;
    int64_t end_mask_;
    int64_t ellipsis_mask_;
    int64_t new_mask_;
    int64_t shrink_mask_;
    DimList shape_;
    std::optional<DimList> begin_;
    std::optional<DimList> end_;
    std::optional<IntList> steps_;
    DimList result_;
    std::vector<Cut> cuts_;  ///< Of the data's dimensions; some are missing where numbers are.
    size_t next_ = 0;
};

void strided_slice(Context& c) {
    StridedSlice(c).infer();
}

/// Two numbers for each dimension, added (or cut).
void pad(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    const auto pads = c.value(1);
    if (!shape) return;
    const bool fits = pads && pads->size() == 2 * shape->size();
    for (size_t i = 0; i < shape->size(); ++i) {
        const DimId more = fits ? c.dims().add((*pads)[2 * i], (*pads)[2 * i + 1]) : DimId();
        (*shape)[i] = c.dims().add((*shape)[i], more);
    }
    c.set_shape(0, *shape);
}

void tile(Context& c) {
    c.set_type(0, c.dtype(0));
    tile_by(c, 1);
}

/// The shape is an input; the type another input's.
template <size_t kShape, size_t kType>
void listed(Context& c) {
    c.set_type(0, c.dtype(kType));
    if (const auto dims = listed_dims(c, kShape)) c.set_shape(0, *dims);
}

void broadcast_to(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto dims = listed_dims(c, 1);
    if (!dims) return;
    c.set_shape(0, *dims);
    if (const auto elements = broadcast_value(c, 0, *dims)) c.set_value(0, *elements);
}

void broadcast_args(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto a = c.value(0);
    const auto b = c.value(1);
    if (!a || !b) return;
    const DimList result = broadcast(c, *a, *b);
    c.set_shape(0, {c.dims().constant(static_cast<int64_t>(result.size()))});
    c.set_value(0, result);
}

void depth_to_space(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape || shape->size() != 4) return;
    const DimId block = c.dims().constant(c.integer("block_size", 0));
    (*shape)[1] = c.dims().mul((*shape)[1], block);
    (*shape)[2] = c.dims().mul((*shape)[2], block);
    (*shape)[3] = c.dims().floor_div((*shape)[3], c.dims().mul(block, block));
    c.set_shape(0, *shape);
}

void space_to_depth(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape || shape->size() != 4) return;
    const DimId block = c.dims().constant(c.integer("block_size", 0));
    (*shape)[1] = c.dims().floor_div((*shape)[1], block);
    (*shape)[2] = c.dims().floor_div((*shape)[2], block);
    (*shape)[3] = c.dims().mul((*shape)[3], c.dims().mul(block, block));
    c.set_shape(0, *shape);
}

/// Between a batch and blocks of its spatial dimensions, of which `sides` are added or cut.
template <bool kToBatch>
void space_and_batch(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    const auto blocks = c.value(1);
    const auto sides = c.value(2);
    if (!shape) return;
    if (!blocks || !sides || sides->size() != 2 * blocks->size() || blocks->size() + 1 > shape->size()) {
        return c.set_shape(0, unknown_dims(shape->size()));
    }
    DimensionTable& table = c.dims();
    const DimId all = table.product(blocks->span());
    (*shape)[0] = kToBatch ? table.mul((*shape)[0], all) : table.floor_div((*shape)[0], all);
    for (size_t i = 0; i < blocks->size(); ++i) {
        DimId& extent = (*shape)[1 + i];
        const DimId side = table.add((*sides)[2 * i], (*sides)[2 * i + 1]);
        extent = kToBatch ? table.floor_div(table.add(extent, side), (*blocks)[i])
                          : table.sub(table.mul(extent, (*blocks)[i]), side);
    }
    c.set_shape(0, *shape);
}

void gather(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto rank = c.rank(0);
    const auto indices = c.rank(1);
    if (!rank || !indices) return;
    int64_t batch = c.integer("batch_dims", 0);
    if (batch < 0) batch += static_cast<int64_t>(*indices);
    const auto axis = checked_axis(c, c.integer("axis", 0), *rank);
    if (axis && batch >= 0) gather_axis(c, *axis, static_cast<size_t>(batch));
}

void gather_nd(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto data = c.shape(0);
    const auto indices = c.shape(1);
    if (!data || !indices || indices->empty()) return;
    const auto depth = c.dims().value((*indices)[indices->size() - 1]);
    if (!depth || *depth < 0 || *depth > static_cast<int64_t>(data->size())) return;
    DimList result(indices->first(indices->size() - 1));
    result.append(data->from(static_cast<size_t>(*depth)));
    c.set_shape(0, result);
}

/// Rows of a table of real numbers, which may be stored as integers.
void embedding_lookup(Context& c) {
    if (is_floating(c.dtype(1))) c.set_type(0, c.dtype(1));
    const auto ids = c.shape(0);
    const auto table = c.shape(1);
    if (!ids || ids->size() != 1 || !table || table->empty()) return;
    DimList result = *table;
    result[0] = (*ids)[0];
    c.set_shape(0, result);
}

void where(Context& c) {
    const auto rank = c.rank(0);
    c.set(0, DataType::kInt64, {DimId(), rank ? c.dims().constant(static_cast<int64_t>(*rank)) : DimId()});
}

void unique(Context& c) {
    c.set(0, c.dtype(0), {DimId()});
    c.set_type(1, c.type("idx_out_type", DataType::kInt32));
    if (const auto shape = c.shape(0)) c.set_shape(1, *shape);
}

void one_hot(Context& c) {
    c.set_type(0, c.dtype(2));
    auto shape = c.shape(0);
    const auto depth = c.value(1);
    const auto axis = shape ? checked_axis(c, c.integer("axis", -1), shape->size() + 1) : std::nullopt;
    if (!axis) return;
    shape->insert(*axis, depth && depth->size() == 1 ? (*depth)[0] : DimId());
    c.set_shape(0, *shape);
}

void matrix_diag(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape || shape->empty()) return;
    shape->push((*shape)[shape->size() - 1]);
    c.set_shape(0, *shape);
}

void resize(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    const auto size = listed_dims(c, 1);
    if (!shape || shape->size() != 4) return;
    for (size_t i = 0; i < 2; ++i) (*shape)[1 + i] = size && size->size() == 2 ? (*size)[i] : DimId();
    c.set_shape(0, *shape);
}

void shape_of(Context& c) {
    give_dims(c, c.type("out_type", DataType::kInt32), 0, limits::kRank);
}

void rank_of(Context& c) {
    c.set(0, DataType::kInt32, {});
    if (const auto rank = c.rank(0)) c.set_value(0, {c.dims().constant(static_cast<int64_t>(*rank))});
}

void fill(Context& c) {
    const auto value = c.value(1);
    fill_dims(c, c.dtype(1), 0, value && value->size() == 1 ? (*value)[0] : DimId());
}

void range(Context& c) {
    give_range(c);
}

void random(Context& c) {
    c.set_type(0, DataType::kFloat32);
    if (const auto dims = listed_dims(c, 0)) c.set_shape(0, *dims);
}

void multinomial(Context& c) {
    const auto shape = c.shape(0);
    const auto samples = c.value(1);
    c.set_shape(0, {shape && !shape->empty() ? (*shape)[0] : DimId(),
                    samples && samples->size() == 1 ? (*samples)[0] : DimId()});
}

void hashtable_lookup(Context& c) {
    c.set_type(0, c.dtype(2));
    const auto keys = c.shape(0);
    auto values = c.shape(2);
    if (!keys || keys->size() != 1 || !values || values->empty()) return;
    (*values)[0] = (*keys)[0];
    c.set_shape(0, *values);
    c.set(1, DataType::kUint8, *keys);
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"BATCH_TO_SPACE_ND", space_and_batch<false>},
    {"BROADCAST_ARGS", broadcast_args},
    {"BROADCAST_TO", broadcast_to},
    {"CONCATENATION", concatenation},
    {"DEPTH_TO_SPACE", depth_to_space},
    {"DYNAMIC_UPDATE_SLICE", like<0>},
    {"EMBEDDING_LOOKUP", embedding_lookup},
    {"EXPAND_DIMS", expand_dims},
    {"FILL", fill},
    {"GATHER", gather},
    {"GATHER_ND", gather_nd},
    {"HASHTABLE_LOOKUP", hashtable_lookup},
    {"MATRIX_DIAG", matrix_diag},
    {"MATRIX_SET_DIAG", like<0>},
    {"MIRROR_PAD", pad},
    {"MULTINOMIAL", multinomial},
    {"ONE_HOT", one_hot},
    {"PACK", pack},
    {"PAD", pad},
    {"PADV2", pad},
    {"RANDOM_STANDARD_NORMAL", random},
    {"RANDOM_UNIFORM", random},
    {"RANGE", range},
    {"RANK", rank_of},
    {"RESHAPE", reshape},
    {"RESIZE_BILINEAR", resize},
    {"RESIZE_NEAREST_NEIGHBOR", resize},
    {"REVERSE_SEQUENCE", like<0>},
    {"REVERSE_V2", like<0>},
    {"SCATTER_ND", listed<2, 1>},
    {"SHAPE", shape_of},
    {"SLICE", slice},
    {"SPACE_TO_BATCH_ND", space_and_batch<true>},
    {"SPACE_TO_DEPTH", space_to_depth},
    {"SPARSE_TO_DENSE", listed<1, 2>},
    {"SPLIT", split},
    {"SPLIT_V", split_v},
    {"SQUEEZE", squeeze},
    {"STABLEHLO_CONCATENATE", stablehlo_concatenate},
    {"STABLEHLO_TRANSPOSE", transpose},
    {"STRIDED_SLICE", strided_slice},
    {"TILE", tile},
    {"TRANSPOSE", transpose},
    {"UNIQUE", unique},
    {"UNPACK", unpack},
    {"WHERE", where},
    {"ZEROS_LIKE", like<0>},
});

}  // namespace

std::span<const OperatorFunction> tflite_layout_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
