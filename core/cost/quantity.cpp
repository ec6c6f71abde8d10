#include "cost/quantity.h"

#include <algorithm>

namespace netloupe::cost {

using infer::DimensionTable;
using infer::DimId;

Quantity Arithmetic::of(DimId extent) const {
    if (!extent.valid()) return {};
    if (const auto number = table_.value(extent)) return *number < 0 ? Quantity() : Quantity(*number);
    return table_.anonymous(extent) ? Quantity() : Quantity(extent);
}

DimId Arithmetic::id(Quantity q) {
    const auto number = q.number();
    return number ? table_.constant(*number) : q.formula();
}

Quantity Arithmetic::compute(Operation operation, Quantity a, Quantity b) {
    if (!a.known() || !b.known()) return {};
    const DimId left = id(a);
    const DimId right = id(b);
    return of((table_.*operation)(left, right));
}

Quantity Arithmetic::add(Quantity a, Quantity b) {
    const auto x = a.number();
    const auto y = b.number();
    if (!x || !y) return x == 0 ? b : y == 0 ? a : compute(&DimensionTable::add, a, b);
    int64_t sum = 0;
    return __builtin_add_overflow(*x, *y, &sum) ? Quantity() : Quantity(sum);
}

Quantity Arithmetic::sub(Quantity a, Quantity b) {
    const auto x = a.number();
    const auto y = b.number();
    if (!x || !y) return y == 0 ? a : compute(&DimensionTable::sub, a, b);
    return *x < *y ? Quantity() : Quantity(*x - *y);
}

Quantity Arithmetic::mul(Quantity a, Quantity b) {
    const auto x = a.number();
    const auto y = b.number();
    if (!x || !y) return x == 1 ? b : y == 1 ? a : compute(&DimensionTable::mul, a, b);
    int64_t product = 0;
    return __builtin_mul_overflow(*x, *y, &product) ? Quantity() : Quantity(product);
}

Quantity Arithmetic::max(Quantity a, Quantity b) {
    const auto x = a.number();
    const auto y = b.number();
    return x && y ? Quantity(std::max(*x, *y)) : compute(&DimensionTable::max, a, b);
}

Quantity Arithmetic::div(Quantity a, Quantity b) {
    const auto x = a.number();
    const auto y = b.number();
    if (!x || !y) return compute(&DimensionTable::floor_div, a, b);
    return *y == 0 ? Quantity() : Quantity(*x / *y);
}

Quantity Arithmetic::ceil_div(Quantity a, int64_t divisor) {
    const auto x = a.number();
    if (!x) return compute(&DimensionTable::ceil_div, a, Quantity(divisor));
    return Quantity(*x / divisor + (*x % divisor != 0 ? 1 : 0));
}

Quantity Arithmetic::product(std::span<const DimId> extents) {
    Quantity result(int64_t{1});
    for (const DimId extent : extents) {
        result = mul(result, of(extent));
        if (!result.known()) break;
    }
    return result;
}

}  // namespace netloupe::cost
