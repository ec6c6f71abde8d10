#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "infer/dimension.h"

namespace netloupe::cost {

/// A count of something: a number, a formula over the symbols of shapes, or unknown. Never negative.
class Quantity {
public:
    Quantity() = default;
    explicit Quantity(int64_t number) : number_(number) {}
    explicit Quantity(infer::DimId formula) : formula_(formula) {}

    [[nodiscard]] bool known() const { return number_ >= 0 || formula_.valid(); }
    [[nodiscard]] std::optional<int64_t> number() const {
        return number_ >= 0 ? std::optional(number_) : std::nullopt;
    }
    /// Invalid for a number and for an unknown.
    [[nodiscard]] infer::DimId formula() const { return formula_; }
    friend bool operator==(const Quantity&, const Quantity&) = default;

private:
    int64_t number_ = -1;
    infer::DimId formula_;
};

/// Computes with quantities; formulas are made in a DimensionTable. What exceeds 64 bits, or what is computed
/// from an unknown, is unknown.
class Arithmetic {
public:
    explicit Arithmetic(infer::DimensionTable& table) : table_(table) {}

    /// Extents that are negative, or that hang on a dimension without a name, are unknown.
    [[nodiscard]] Quantity of(infer::DimId extent) const;
    Quantity add(Quantity a, Quantity b);
    Quantity sub(Quantity a, Quantity b);
    Quantity mul(Quantity a, Quantity b);
    Quantity mul(Quantity a, int64_t factor) { return mul(a, Quantity(factor)); }
    Quantity max(Quantity a, Quantity b);
    /// Rounds down; unknown for a divisor 0.
    Quantity div(Quantity a, Quantity b);
    /// Rounds up.
    Quantity ceil_div(Quantity a, int64_t divisor);
    Quantity product(std::span<const infer::DimId> extents);

private:
    infer::DimId id(Quantity q);
    using Operation = infer::DimId (infer::DimensionTable::*)(infer::DimId, infer::DimId);
    Quantity compute(Operation operation, Quantity a, Quantity b);

    infer::DimensionTable& table_;
};

}  // namespace netloupe::cost
