#include "tensor_values.h"

#include <fmt/format.h>

#include <vector>

#include "shape_rules.h"

namespace netloupe::infer {

namespace {

/// Dimensions of a tensor whose elements are moved.
constexpr size_t kMostDimensions = 16;
constexpr auto kMostElements = static_cast<int64_t>(limits::kTrackedValues);

/// None when there are too many.
std::optional<int64_t> count_of(const IntList& extents) {
    int64_t count = 1;
    bool empty = false;
    for (const int64_t extent : extents) {
        if (extent < 0) return std::nullopt;
        empty = empty || extent == 0;
        if (!empty && extent > kMostElements / count) return std::nullopt;
        if (!empty) count *= extent;
    }
    return empty ? 0 : count;
}

}  // namespace

std::optional<IntList> small_extents(Context& c, const DimList& shape) {
    if (shape.size() > kMostDimensions) return std::nullopt;
    IntList extents;
    for (const DimId d : shape) {
        const auto number = c.dims().value(d);
        if (!number) return std::nullopt;
        extents.push(*number);
    }
    return count_of(extents) ? std::optional(extents) : std::nullopt;
}

std::optional<IntList> known_extents(Context& c, size_t slot) {
    const auto shape = c.shape(slot);
    const auto elements = shape ? c.value(slot) : std::nullopt;
    auto extents = elements ? small_extents(c, *shape) : std::nullopt;
    if (!extents || *count_of(*extents) != static_cast<int64_t>(elements->size())) return std::nullopt;
    return extents;
}

ElementView whole_view(const IntList& extents) {
    ElementView view{extents, IntList(extents.size(), 0)};
    int64_t stride = 1;
    for (size_t i = extents.size(); i-- > 0;) {
        view.strides[i] = stride;
        stride *= extents[i];
    }
    return view;
}

std::optional<ElementView> broadcast_view(const IntList& extents, const IntList& result) {
    if (extents.size() > result.size()) return std::nullopt;
    const ElementView whole = whole_view(extents);
    ElementView view{result, IntList(result.size(), 0)};
    const size_t added = result.size() - extents.size();
    for (size_t i = 0; i < extents.size(); ++i) {
        if (extents[i] == result[added + i]) {
            view.strides[added + i] = whole.strides[i];
        } else if (extents[i] != 1) {
            return std::nullopt;
        }
    }
    return view;
}

std::optional<DimList> elements_of(const DimList& elements, const ElementView& view) {
    const auto count = count_of(view.extents);
    if (!count) return std::nullopt;
    DimList chosen;
    for (int64_t i = 0; i < *count; ++i) {
        int64_t at = view.first;
        int64_t rest = i;
        for (size_t d = view.extents.size(); d-- > 0;) {
            at += rest % view.extents[d] * view.strides[d];
            rest /= view.extents[d];
        }
        if (at < 0 || at >= static_cast<int64_t>(elements.size())) return std::nullopt;
        chosen.push(elements[static_cast<size_t>(at)]);
    }
    return chosen;
}

std::optional<DimList> broadcast_value(Context& c, size_t slot, const DimList& result) {
    const auto extents = known_extents(c, slot);
    const auto wanted = extents ? small_extents(c, result) : std::nullopt;
    const auto view = wanted ? broadcast_view(*extents, *wanted) : std::nullopt;
    return view ? elements_of(*c.value(slot), *view) : std::nullopt;
}

void transpose_value(Context& c, std::span<const int64_t> permutation) {
    const auto extents = known_extents(c, 0);
    if (!extents || permutation.size() != extents->size()) return;
    const ElementView whole = whole_view(*extents);
    ElementView view;
    for (const int64_t axis : permutation) {
        const auto from = normal_axis(axis, extents->size());
        if (!from) return;
        view.extents.push(whole.extents[*from]);
        view.strides.push(whole.strides[*from]);
    }
    if (const auto elements = elements_of(*c.value(0), view)) c.set_value(0, *elements);
}

void tile_value(Context& c, std::span<const int64_t> repeats) {
    const auto extents = known_extents(c, 0);
    if (!extents || repeats.size() != extents->size()) return;
    const ElementView whole = whole_view(*extents);
    // The repetitions of each dimension stand around it.
    ElementView view;
    for (size_t i = 0; i < repeats.size(); ++i) {
        view.extents.push(repeats[i]);
        view.strides.push(0);
        view.extents.push(whole.extents[i]);
        view.strides.push(whole.strides[i]);
    }
    if (const auto elements = elements_of(*c.value(0), view)) c.set_value(0, *elements);
}

void cut_value(Context& c, size_t output, size_t input, std::span<const Cut> cuts) {
    const auto extents = known_extents(c, input);
    if (!extents || cuts.size() != extents->size()) return;
    ElementView view = whole_view(*extents);
    for (size_t i = 0; i < cuts.size(); ++i) {
        const Cut& cut = cuts[i];
        // An empty cut may begin behind the end.
        const bool inside = cut.count == 0 || (cut.begin >= 0 && cut.begin < (*extents)[i]);
        if (!inside || cut.count < 0 || cut.count > (*extents)[i]) return;
        if (cut.count > 0) view.first += cut.begin * view.strides[i];
        view.extents[i] = cut.count;
        // Steps beyond the extent lead to no second element.
        view.strides[i] *= cut.count > 1 ? cut.step : 0;
    }
    if (const auto elements = elements_of(*c.value(input), view)) c.set_value(output, *elements);
}

void split_value(Context& c, size_t input, size_t axis, const DimList& parts) {
    const auto extents = known_extents(c, input);
    if (!extents || axis >= extents->size()) return;
    std::vector<Cut> cuts;
    cuts.reserve(extents->size());
    for (const int64_t extent : *extents) cuts.push_back({0, extent, 1});
    int64_t begin = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
        const auto count = c.dims().value(parts[i]);
        if (!count || *count < 0 || *count > (*extents)[axis]) return;
        cuts[axis] = {begin, *count, 1};
        cut_value(c, i, input, cuts);
        begin += *count;
    }
}

void gather_value(Context& c, size_t axis) {
    const auto extents = known_extents(c, 0);
    const auto places = extents ? c.ints(1) : std::nullopt;
    if (!places || axis >= extents->size()) return;
    const DimList elements = *c.value(0);
    const ElementView whole = whole_view(*extents);
    const int64_t rows = (*extents)[axis];
    const int64_t inner = whole.strides[axis];
    const int64_t outer = rows * inner == 0 ? 0 : static_cast<int64_t>(elements.size()) / (rows * inner);
    DimList chosen;
    for (int64_t o = 0; o < outer && !chosen.overflowed(); ++o) {
        for (const int64_t place : *places) {
            const auto at = normal_axis(place, static_cast<size_t>(rows));
            if (!at) return c.conflict(fmt::format("Index {} is outside of {} elements.", place, rows));
            const int64_t begin = (o * rows + static_cast<int64_t>(*at)) * inner;
            chosen.append(elements.span().subspan(static_cast<size_t>(begin), static_cast<size_t>(inner)));
        }
    }
    c.set_value(0, chosen);
}

void concat_value(Context& c, int64_t axis, std::span<const size_t> slots) {
    struct Part {
        DimList elements;
        size_t row;  ///< Elements that stand together.
    };
    std::vector<Part> parts;
    size_t outer = 1;
    for (const size_t slot : slots) {
        const auto shape = c.shape(slot);
        const auto extents = shape ? small_extents(c, *shape) : std::nullopt;
        const auto place = extents ? normal_axis(axis, extents->size()) : std::nullopt;
        if (!place) return;
        const auto count = static_cast<size_t>(*count_of(*extents));
        // What is not known of some need not hide the rest.
        const auto known = c.value(slot);
        const DimList elements = known && known->size() == count ? *known : DimList(count, DimId());
        outer = 1;
        for (size_t i = 0; i < *place; ++i) outer *= static_cast<size_t>((*extents)[i]);
        if (outer == 0) return;
        parts.push_back({elements, count / outer});
    }
    DimList all;
    for (size_t o = 0; o < outer && !all.overflowed(); ++o) {
        for (const Part& part : parts) all.append(part.elements.span().subspan(o * part.row, part.row));
    }
    c.set_value(0, all);
}

}  // namespace netloupe::infer
