#include "value_rules.h"

#include <algorithm>

namespace netloupe::infer {

namespace {

DimId truth(DimensionTable& table, std::optional<bool> value) {
    return value ? table.constant(*value ? 1 : 0) : DimId();
}

std::optional<bool> is_at_least(DimensionTable& table, DimId a, DimId b) {
    if (!a.valid() || !b.valid()) return std::nullopt;
    if (table.at_least(table.sub(a, b), 0)) return true;
    if (table.at_least(table.sub(b, a), 1)) return false;
    return std::nullopt;
}

std::optional<bool> flipped(std::optional<bool> value) {
    return value ? std::optional(!*value) : std::nullopt;
}

/// The element that broadcasting a list of one or `count` elements puts at a place.
DimId element(const DimList& list, size_t i) {
    return list.size() == 1 ? list[0] : list[i];
}

bool can_broadcast(const DimList& list, size_t count) {
    return list.size() == 1 || list.size() == count;
}

}  // namespace

DimId sum(DimensionTable& table, DimId a, DimId b) {
    return table.add(a, b);
}
DimId difference(DimensionTable& table, DimId a, DimId b) {
    return table.sub(a, b);
}
DimId product(DimensionTable& table, DimId a, DimId b) {
    return table.is(a, 0) ? a : table.is(b, 0) ? b : table.mul(a, b);
}
DimId quotient(DimensionTable& table, DimId a, DimId b) {
    const DimId exact = table.floor_div(a, b);
    if (!exact.valid() || (table.at_least(a, 0) && table.at_least(b, 0))) return exact;
    return table.mul(exact, b) == a ? exact : DimId();
}
DimId floor_quotient(DimensionTable& table, DimId a, DimId b) {
    return table.floor_div(a, b);
}
DimId remainder(DimensionTable& table, DimId a, DimId b) {
    return table.at_least(a, 0) && table.at_least(b, 0) ? table.mod(a, b) : DimId();
}
DimId larger(DimensionTable& table, DimId a, DimId b) {
    return table.max(a, b);
}
DimId smaller(DimensionTable& table, DimId a, DimId b) {
    return table.min(a, b);
}
DimId equal(DimensionTable& table, DimId a, DimId b) {
    if (a.valid() && a == b) return table.constant(1);
    const auto upper = is_at_least(table, a, b);
    const auto lower = is_at_least(table, b, a);
    return upper == false || lower == false ? table.constant(0) : DimId();
}
DimId not_equal(DimensionTable& table, DimId a, DimId b) {
    return opposite(table, equal(table, a, b));
}
DimId less(DimensionTable& table, DimId a, DimId b) {
    return truth(table, flipped(is_at_least(table, a, b)));
}
DimId less_or_equal(DimensionTable& table, DimId a, DimId b) {
    return truth(table, is_at_least(table, b, a));
}
DimId greater(DimensionTable& table, DimId a, DimId b) {
    return truth(table, flipped(is_at_least(table, b, a)));
}
DimId greater_or_equal(DimensionTable& table, DimId a, DimId b) {
    return truth(table, is_at_least(table, a, b));
}
DimId both(DimensionTable& table, DimId a, DimId b) {
    if (table.is(a, 0) || table.is(b, 0)) return table.constant(0);
    return table.is(a, 1) && table.is(b, 1) ? a : DimId();
}
DimId either(DimensionTable& table, DimId a, DimId b) {
    if (table.is(a, 1) || table.is(b, 1)) return table.constant(1);
    return table.is(a, 0) && table.is(b, 0) ? a : DimId();
}

DimId negative(DimensionTable& table, DimId a) {
    return table.sub(table.constant(0), a);
}
DimId absolute(DimensionTable& table, DimId a) {
    if (table.at_least(a, 0)) return a;
    return table.value(a) ? negative(table, a) : DimId();
}
DimId opposite(DimensionTable& table, DimId a) {
    return a.valid() ? table.sub(table.constant(1), a) : a;
}
DimId whole(DimensionTable&, DimId a) {
    return a;
}

void fold_unary(Context& c, ElementRule rule) {
    auto elements = c.value(0);
    if (!elements) return;
    for (DimId& element : *elements) {
        if (element.valid()) element = rule(c.dims(), element);
    }
    c.set_value(0, *elements);
}

void fold_binary(Context& c, ValueRule rule) {
    if (rule == nullptr) return;
    const auto a = c.value(0);
    const auto b = a ? c.value(1) : std::nullopt;
    if (!a || !b) return;
    const size_t count = a->size() == 1 ? b->size() : a->size();
    if (!can_broadcast(*b, count)) return;
    const bool real = is_floating(c.dtype(0));
    DimList result;
    for (size_t i = 0; i < count; ++i) {
        const DimId x = element(*a, i);
        const DimId y = element(*b, i);
        DimId value = rule(c.dims(), x, y);
        // What a division of reals leaves over is no whole number.
        if (real && rule == quotient && c.dims().mul(value, y) != x) value = {};
        result.push(value);
    }
    c.set_value(0, result);
}

void fold_where(Context& c) {
    const auto condition = c.value(0);
    if (!condition) return;
    const auto yes = c.value(1);
    const auto no = c.value(2);
    if (!yes && !no) return;
    size_t count = condition->size();
    for (const auto* list : {&yes, &no}) {
        if (*list) count = std::max(count, (*list)->size());
    }
    if (!can_broadcast(*condition, count) || (yes && !can_broadcast(*yes, count)) ||
        (no && !can_broadcast(*no, count))) {
        return;
    }
    DimList result;
    for (size_t i = 0; i < count; ++i) {
        const auto chosen = c.dims().value(element(*condition, i));
        const DimId if_true = yes ? element(*yes, i) : DimId();
        const DimId if_false = no ? element(*no, i) : DimId();
        result.push(chosen ? (*chosen != 0 ? if_true : if_false) : if_true == if_false ? if_true : DimId());
    }
    c.set_value(0, result);
}

}  // namespace netloupe::infer
