#include "value_rules.h"

#include "tensor_values.h"

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

/// The greatest power of 2 that fits.
constexpr int64_t kMostExponent = 62;

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
DimId power(DimensionTable& table, DimId a, DimId b) {
    const auto exponent = table.value(b);
    if (!exponent || *exponent < 0 || *exponent > kMostExponent) return {};
    DimId result = table.constant(1);
    for (int64_t i = 0; i < *exponent; ++i) result = table.mul(result, a);
    return result;
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
DimId sign(DimensionTable& table, DimId a) {
    if (table.at_least(a, 1)) return table.constant(1);
    if (table.at_least(negative(table, a), 1)) return table.constant(-1);
    return table.is(a, 0) ? a : DimId();
}
DimId not_below_zero(DimensionTable& table, DimId a) {
    return table.max(a, table.constant(0));
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

void fold_inputs(Context& c, ValueRule rule) {
    if (rule == nullptr || c.inputs() == 0 || !c.outputs() || !c.staged()[0].ranked) return;
    const DimList shape = c.dims_of(c.staged()[0]);
    auto result = broadcast_value(c, 0, shape);
    const bool real = is_floating(c.dtype(0));
    for (size_t slot = 1; result && slot < c.inputs(); ++slot) {
        const auto others = broadcast_value(c, slot, shape);
        if (!others) return;
        for (size_t i = 0; i < result->size(); ++i) {
            const DimId x = (*result)[i];
            const DimId value = rule(c.dims(), x, (*others)[i]);
            // What a division of reals leaves over is no whole number.
            const bool broken = real && rule == quotient && c.dims().mul(value, (*others)[i]) != x;
            (*result)[i] = broken ? DimId() : value;
        }
    }
    if (result) c.set_value(0, *result);
}

void fold_where(Context& c) {
    if (!c.outputs() || !c.staged()[0].ranked) return;
    const DimList shape = c.dims_of(c.staged()[0]);
    const auto condition = broadcast_value(c, 0, shape);
    if (!condition) return;
    const auto yes = broadcast_value(c, 1, shape);
    const auto no = broadcast_value(c, 2, shape);
    if (!yes && !no) return;
    DimList result;
    for (size_t i = 0; i < condition->size(); ++i) {
        const auto chosen = c.dims().value((*condition)[i]);
        const DimId if_true = yes ? (*yes)[i] : DimId();
        const DimId if_false = no ? (*no)[i] : DimId();
        result.push(chosen ? (*chosen != 0 ? if_true : if_false) : if_true == if_false ? if_true : DimId());
    }
    c.set_value(0, result);
}

}  // namespace netloupe::infer
