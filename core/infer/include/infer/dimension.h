#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/id.h"
#include "infer/span_pool.h"

namespace netloupe::infer {

/// An extent (or another integer of a shape computation) in a DimensionTable. Equal ids are equal integers
/// whatever the symbols stand for. An invalid id is unknown.
using DimId = Id<struct DimTag>;

/// `name` of a symbol and the extent to give it.
struct Binding {
    std::string name;
    int64_t value = 0;
    friend bool operator==(const Binding&, const Binding&) = default;
};

/// What DimensionTable::equate() found.
enum class Equality : uint8_t {
    kHolds,      ///< They were the same, or a symbol was bound so that they are now.
    kUndecided,  ///< They may be equal; nothing was learnt.
    kBroken,     ///< They cannot be equal.
};

/// Integer expressions over symbols, each stored once. An expression is a polynomial with integer
/// coefficients over atoms: symbols, and floor divisions, maxima, minima and broadcasts of expressions.
/// Symbols stand for integers >= 0. Arithmetic on an unknown, an overflow, or a result of more than
/// limits::kDimensionTerms terms or limits::kDimensionWeight parts is unknown. Copy it to compute with the
/// dimensions of an immutable result. Not thread-safe while computing.
class DimensionTable {
public:
    DimensionTable();

    DimId constant(int64_t value);
    /// The symbol of that name. Free symbols are those of the graph's inputs; see equate().
    DimId symbol(std::string_view name, bool free = false);
    /// Makes d, when it is a symbol, one of the graph's inputs.
    void make_free(DimId d);
    /// A new symbol without name, shown as "?".
    DimId fresh(bool free = false);

    DimId add(DimId a, DimId b);
    DimId sub(DimId a, DimId b);
    DimId mul(DimId a, DimId b);
    /// Rounds down. Unknown for a divisor 0. Exact quotients of polynomials are found: a*b*c / (b*c) is a.
    DimId floor_div(DimId a, DimId b);
    /// Rounds up; for divisors > 0.
    DimId ceil_div(DimId a, DimId b);
    /// a - b * floor(a / b).
    DimId mod(DimId a, DimId b);
    DimId max(DimId a, DimId b);
    DimId min(DimId a, DimId b);
    /// The extent that a and b broadcast to: the other one where one is 1, else both. Unknown when both are
    /// different numbers other than 1.
    DimId broadcast(DimId a, DimId b);
    DimId product(std::span<const DimId> dims);

    /// The number, when it is one.
    [[nodiscard]] std::optional<int64_t> value(DimId d) const;
    [[nodiscard]] bool is(DimId d, int64_t number) const { return value(d) == number; }
    /// Whether d >= bound for all symbols >= 0. False when that is not clear.
    [[nodiscard]] bool at_least(DimId d, int64_t bound) const;
    /// Whether a symbol without name is in it.
    [[nodiscard]] bool anonymous(DimId d) const;

    /// Learns that a and b are equal by binding a symbol of one of them, if that makes it so. Free symbols
    /// are bound only where `bind_free` says so: what an operator demands of its inputs holds for them, a
    /// shape noted in the middle of the graph may be stale.
    Equality equate(DimId a, DimId b, bool bind_free = true);
    /// Learns from a and b broadcasting to each other: an extent that was cut off at a number of at least 2
    /// (`min(n,8)`) and broadcasts with the whole (`n`) is the whole.
    void learn_broadcast(DimId a, DimId b);
    /// Gives the symbol of that name a value; false when it has another value or there is no such symbol.
    bool bind(const Binding& binding);
    /// The expression with everything put in that was learnt.
    DimId resolve(DimId d);

    /// "224", "batch*seq", "floor((h+1)/2)"; "?" for an unknown and for symbols without name.
    [[nodiscard]] std::string text(DimId d) const;
    /// Names of the symbols in d, each once.
    [[nodiscard]] std::vector<std::string> symbols(DimId d) const;
    /// Distinct expressions so far.
    [[nodiscard]] size_t size() const { return polynomials_.size(); }
    /// Symbols, divisions and the like so far.
    [[nodiscard]] size_t atoms() const { return atoms_.size(); }
    /// Whether d has a symbol or the like in it that was made when there were at least `atoms` already.
    [[nodiscard]] bool newer_than(DimId d, size_t atoms) const;

private:
    friend class DimensionText;

    enum class AtomKind : uint8_t { kSymbol, kFloorDiv, kMax, kMin, kBroadcast };
    using AtomId = uint32_t;
    struct Atom {
        AtomKind kind = AtomKind::kSymbol;
        bool free = false;
        uint32_t weight = 1;
        uint32_t name = UINT32_MAX;  ///< Of a symbol, in names_; none when it has no name.
        DimId a;                     ///< Operands.
        DimId b;
        DimId self;     ///< The expression that is this atom alone.
        DimId binding;  ///< What it was learnt to be.
        int64_t lower = 0;
    };
    /// coefficient * product of the atoms of a monomial; monomial 0 is the empty one.
    struct Term {
        uint32_t monomial = 0;
        int64_t coefficient = 0;
        friend bool operator==(const Term&, const Term&) = default;
        friend uint64_t hash_value(const Term& t) {
            return uint64_t{t.monomial} * 0x9E3779B97F4A7C15ULL ^
                   static_cast<uint64_t>(t.coefficient) * 0xC2B2AE3D27D4EB4FULL;
        }
    };
    struct AtomKey {
        AtomKind kind;
        DimId a;
        DimId b;
        friend bool operator==(const AtomKey&, const AtomKey&) = default;
    };
    struct AtomKeyHash {
        size_t operator()(const AtomKey& key) const;
    };
    /// Terms in the making, sorted by monomial.
    class Polynomial;
    struct Memo {
        uint32_t epoch = 0;
        DimId to;
    };

    [[nodiscard]] std::span<const Term> terms(DimId d) const { return polynomials_.view(d.value); }
    [[nodiscard]] std::span<const uint32_t> factors(uint32_t monomial) const {
        return monomials_.view(monomial);
    }
    [[nodiscard]] const Atom* only_symbol(DimId d) const;
    [[nodiscard]] const Atom* only_atom(DimId d) const;
    [[nodiscard]] bool contains(DimId d, const Atom& symbol) const;
    [[nodiscard]] int64_t lower_bound(DimId d) const;
    [[nodiscard]] uint32_t weight(DimId d) const;
    /// Whether monomial a comes before b in an order that multiplication keeps.
    [[nodiscard]] bool precedes(uint32_t a, uint32_t b) const;
    std::optional<uint32_t> multiply(uint32_t a, uint32_t b);
    std::optional<uint32_t> divide(uint32_t a, uint32_t b);

    DimId intern(const Polynomial& polynomial);
    DimId atom(AtomKind kind, DimId a, DimId b);
    DimId new_symbol(uint32_t name, bool free);
    DimId scale(DimId d, int64_t factor);
    DimId divide_by_number(DimId a, int64_t divisor);
    DimId divide_remainder(DimId rest, int64_t divisor);
    DimId exact_quotient(DimId a, DimId b);
    DimId make(AtomKind kind, DimId a, DimId b);
    DimId resolve_terms(DimId d);
    DimId resolve_atom(AtomId id);
    void bind(AtomId symbol, DimId to);
    Equality solve(DimId difference, bool bind_free);
    bool try_bind(DimId symbol, DimId to, bool bind_free);

    SpanPool<uint32_t> monomials_;  ///< Factors (atoms), largest first.
    SpanPool<Term> polynomials_;    ///< Sorted by monomial. A DimId is an index here.
    std::vector<Atom> atoms_;
    std::unordered_map<AtomKey, AtomId, AtomKeyHash> atom_ids_;
    std::vector<std::string> names_;
    std::unordered_map<std::string, DimId> symbols_;
    std::vector<Memo> memo_;  ///< Of resolve().
    uint32_t epoch_ = 0;      ///< Bindings so far.
    uint32_t depth_ = 0;      ///< Of resolve() in resolve().
};

}  // namespace netloupe::infer
