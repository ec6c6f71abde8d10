#include "element_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/limits.h"
#include "base/utf8.h"
#include "model/quantization.h"
#include "model/values.h"

namespace netloupe::signature {

namespace {

/// Casts and the like between a constant and what reads it.
constexpr int kHops = 4;

}  // namespace

std::optional<size_t> View::rank(TensorId t) const {
    if (tensor(t).shape.known) return model.dims_of(tensor(t).shape).size();
    if (shapes == nullptr || !shapes->tensor(id, t).ranked) return std::nullopt;
    return shapes->dims(shapes->tensor(id, t)).size();
}

std::optional<int64_t> View::extent(TensorId t, size_t axis) const {
    if (tensor(t).shape.known) {
        const auto dims = model.dims_of(tensor(t).shape);
        if (axis >= dims.size()) return std::nullopt;
        if (dims[axis].fixed()) return dims[axis].value;
    }
    if (shapes == nullptr || !shapes->tensor(id, t).ranked) return std::nullopt;
    const auto dims = shapes->dims(shapes->tensor(id, t));
    return axis < dims.size() ? shapes->table().value(dims[axis]) : std::nullopt;
}

std::vector<Use> View::readers(TensorId t) const {
    std::vector<Use> uses;
    for (const Use& use : graph().consumers(tensor(t))) {
        const OpKind reader = kind(use.node);
        if (reader != OpKind::kShape && reader != OpKind::kSize && reader != OpKind::kRank)
            uses.push_back(use);
    }
    return uses;
}

TensorId View::output(NodeId n, size_t slot) const {
    const auto all = model.outputs(node(n));
    return slot < all.size() ? all[slot] : TensorId();
}

TensorId View::input(NodeId n, size_t slot) const {
    const auto all = model.inputs(node(n));
    return slot < all.size() ? all[slot] : TensorId();
}

std::string View::label(NodeId n) const {
    const std::string op = to_utf8(text(node(n).op));
    const auto own = text(node(n).name);
    return own.empty() ? op : fmt::format("{} \"{}\"", op, to_utf8(own));
}

std::optional<std::vector<double>> View::constant(TensorId t, size_t most) const {
    for (int hop = 0; hop < kHops && t.valid(); ++hop) {
        if (tensor(t).constant.valid()) break;
        const NodeId maker = tensor(t).producer;
        if (!maker.valid()) return std::nullopt;
        const OpKind made = kind(maker);
        // Dequantized integers would need their scale.
        const bool same = made == OpKind::kCast || made == OpKind::kIdentity ||
                          (made == OpKind::kDequantize && input(maker, 0).valid() &&
                           is_floating(tensor(input(maker, 0)).dtype));
        t = same ? input(maker, 0) : TensorId();
    }
    if (!t.valid() || !tensor(t).constant.valid()) return std::nullopt;
    const Constant& stored = model.constant(tensor(t).constant);
    const auto count = element_count(model, stored.shape);
    if (!count || *count == 0 || *count > most || tensor(t).quantization.valid()) return std::nullopt;
    const auto values = read_values(model, stored, 0, *count);
    if (!values) return std::nullopt;
    auto numbers = to_doubles(*values);
    return numbers.size() == *count ? std::optional(std::move(numbers)) : std::nullopt;
}

std::optional<std::vector<int64_t>> View::integers(NodeId n, std::string_view attribute, size_t slot) const {
    const Attribute* written = model.find_attribute(node(n), attribute);
    if (written != nullptr && written->type == AttributeType::kInts && !written->constant.valid()) {
        const auto list = Model::slice_of(model.ints, written->list);
        return std::vector<int64_t>(list.begin(), list.end());
    }
    const auto numbers = constant(input(n, slot), limits::kRank);
    if (!numbers) return std::nullopt;
    std::vector<int64_t> list;
    for (const double number : *numbers) list.push_back(static_cast<int64_t>(number));
    return list;
}

std::optional<std::vector<size_t>> View::permutation(NodeId n) const {
    const auto dims = input(n, 0).valid() ? rank(input(n, 0)) : std::nullopt;
    if (!dims) return std::nullopt;
    std::vector<size_t> order(*dims);
    std::iota(order.rbegin(), order.rend(), size_t{0});
    const bool written = model.find_attribute(node(n), "perm") != nullptr || input(n, 1).valid();
    if (!written) return order;
    const auto given = integers(n, "perm", 1);
    if (!given || given->size() != order.size()) return std::nullopt;
    std::vector<bool> seen(order.size());
    for (size_t i = 0; i < order.size(); ++i) {
        const int64_t from = (*given)[i];
        if (from < 0 || static_cast<size_t>(from) >= order.size() || seen[static_cast<size_t>(from)])
            return std::nullopt;
        seen[static_cast<size_t>(from)] = true;
        order[i] = static_cast<size_t>(from);
    }
    return order;
}

std::string short_text(double value) {
    const double size = std::abs(value);
    const bool whole = size < 1e9 && std::floor(size) == size;
    return fmt::format("{}{}", value < 0 ? "−" : "",
                       whole ? fmt::format("{:.0f}", size) : fmt::format("{:.4g}", size));
}

std::string list_text(const std::vector<double>& values) {
    constexpr size_t kListed = 8;
    std::string text = "(";
    for (size_t i = 0; i < std::min(values.size(), kListed); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : ", ", short_text(values[i]));
    return text + (values.size() > kListed ? fmt::format(" … {} values)", values.size()) : ")");
}

}  // namespace netloupe::signature
