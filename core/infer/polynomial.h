#pragma once

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "infer/dimension.h"

namespace netloupe::infer {

/// Terms in the making, sorted by monomial, none with coefficient 0. Does not allocate.
class DimensionTable::Polynomial {
public:
    void add(uint32_t monomial, int64_t coefficient) {
        Term* end = terms_.data() + count_;
        Term* at = std::lower_bound(terms_.data(), end, monomial,
                                    [](const Term& term, uint32_t m) { return term.monomial < m; });
        if (at != end && at->monomial == monomial) {
            if (__builtin_add_overflow(at->coefficient, coefficient, &at->coefficient)) overflowed_ = true;
            if (at->coefficient == 0) {
                std::copy(at + 1, end, at);
                --count_;
            }
            return;
        }
        if (coefficient == 0) return;
        if (count_ == terms_.size()) {
            overflowed_ = true;
            return;
        }
        std::copy_backward(at, end, end + 1);
        *at = {monomial, coefficient};
        ++count_;
    }
    /// Adds factor * terms.
    void add(std::span<const Term> terms, int64_t factor) {
        for (const Term& term : terms) add_product(term.monomial, term.coefficient, factor);
    }
    void add_product(uint32_t monomial, int64_t a, int64_t b) {
        int64_t product = 0;
        if (__builtin_mul_overflow(a, b, &product)) overflowed_ = true;
        add(monomial, product);
    }
    void fail() { overflowed_ = true; }
    [[nodiscard]] bool failed() const { return overflowed_; }
    [[nodiscard]] std::span<const Term> terms() const { return {terms_.data(), count_}; }

private:
    std::array<Term, limits::kDimensionTerms> terms_;
    size_t count_ = 0;
    bool overflowed_ = false;
};

}  // namespace netloupe::infer
