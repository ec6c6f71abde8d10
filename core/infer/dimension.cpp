#include "infer/dimension.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "polynomial.h"

namespace netloupe::infer {

namespace {

constexpr int64_t kNoBound = std::numeric_limits<int64_t>::min();
/// Of resolve() in resolve(); expressions nest less, but chains of bindings may be long.
constexpr uint32_t kResolveDepth = 200;

int64_t floor_of(int64_t a, int64_t b) {
    const int64_t quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

/// Operands of what is commutative, in the order in which they are stored.
std::pair<DimId, DimId> ordered(DimId a, DimId b) {
    return a < b ? std::pair(a, b) : std::pair(b, a);
}

}  // namespace

size_t DimensionTable::AtomKeyHash::operator()(const AtomKey& key) const {
    const uint64_t operands = uint64_t{key.a.value} << 32 | key.b.value;
    return (operands + static_cast<uint64_t>(key.kind)) * 0x9E3779B97F4A7C15ULL >> 7;
}

DimensionTable::DimensionTable() {
    monomials_.intern({});
}

// ---- Making expressions ------------------------------------------------------------------------------

uint32_t DimensionTable::weight(DimId d) const {
    uint32_t sum = 0;
    for (const Term& term : terms(d)) {
        ++sum;
        for (const uint32_t factor : factors(term.monomial)) sum += atoms_[factor].weight;
    }
    return sum;
}

DimId DimensionTable::intern(const Polynomial& polynomial) {
    if (polynomial.failed()) return {};
    uint32_t parts = 0;
    for (const Term& term : polynomial.terms()) {
        ++parts;
        for (const uint32_t factor : factors(term.monomial)) parts += atoms_[factor].weight;
    }
    if (parts > limits::kDimensionWeight) return {};
    return DimId(polynomials_.intern(polynomial.terms()));
}

DimId DimensionTable::constant(int64_t value) {
    const Term term{0, value};
    return DimId(polynomials_.intern(std::span(&term, value == 0 ? 0 : 1)));
}

DimId DimensionTable::new_symbol(uint32_t name, bool free) {
    const auto id = static_cast<AtomId>(atoms_.size());
    Atom made;
    made.free = free;
    made.name = name;
    atoms_.push_back(made);
    const Term term{monomials_.intern(std::span(&id, 1)), 1};
    const DimId self(polynomials_.intern(std::span(&term, 1)));
    atoms_[id].self = self;
    return self;
}

DimId DimensionTable::symbol(std::string_view name, bool free) {
    const auto [at, added] = symbols_.try_emplace(std::string(name));
    if (added) {
        names_.emplace_back(name);
        at->second = new_symbol(static_cast<uint32_t>(names_.size() - 1), free);
    } else if (free) {
        make_free(at->second);
    }
    return at->second;
}

void DimensionTable::make_free(DimId d) {
    if (d.valid() && only_symbol(d) != nullptr) atoms_[factors(terms(d)[0].monomial)[0]].free = true;
}

DimId DimensionTable::fresh(bool free) {
    return new_symbol(UINT32_MAX, free);
}

DimId DimensionTable::atom(AtomKind kind, DimId a, DimId b) {
    if (const auto known = atom_ids_.find({kind, a, b}); known != atom_ids_.end()) {
        return atoms_[known->second].self;
    }
    const uint32_t parts = 1 + weight(a) + weight(b);
    if (parts > limits::kDimensionWeight) return {};
    Atom made;
    made.kind = kind;
    made.weight = parts;
    made.a = a;
    made.b = b;
    const int64_t low_a = lower_bound(a);
    const int64_t low_b = lower_bound(b);
    switch (kind) {
        case AtomKind::kMax:
            made.lower = std::max(low_a, low_b);
            break;
        case AtomKind::kMin:
            made.lower = std::min(low_a, low_b);
            break;
        case AtomKind::kFloorDiv:
            made.lower = low_a >= 0 && low_b >= 0 ? 0 : kNoBound;
            break;
        default:
            made.lower = 0;
    }
    const auto id = static_cast<AtomId>(atoms_.size());
    const Term term{monomials_.intern(std::span(&id, 1)), 1};
    made.self = DimId(polynomials_.intern(std::span(&term, 1)));
    atoms_.push_back(made);
    atom_ids_.emplace(AtomKey{kind, a, b}, id);
    return made.self;
}

// ---- Facts about expressions -------------------------------------------------------------------------

std::optional<int64_t> DimensionTable::value(DimId d) const {
    if (!d.valid()) return std::nullopt;
    const auto parts = terms(d);
    if (parts.empty()) return 0;
    if (parts.size() == 1 && parts[0].monomial == 0) return parts[0].coefficient;
    return std::nullopt;
}

const DimensionTable::Atom* DimensionTable::only_atom(DimId d) const {
    const auto parts = terms(d);
    if (parts.size() != 1 || parts[0].coefficient != 1) return nullptr;
    const auto atoms = factors(parts[0].monomial);
    return atoms.size() == 1 ? &atoms_[atoms[0]] : nullptr;
}

const DimensionTable::Atom* DimensionTable::only_symbol(DimId d) const {
    const Atom* found = only_atom(d);
    return found != nullptr && found->kind == AtomKind::kSymbol ? found : nullptr;
}

bool DimensionTable::contains(DimId d, const Atom& symbol) const {
    for (const Term& term : terms(d)) {
        for (const uint32_t factor : factors(term.monomial)) {
            const Atom& part = atoms_[factor];
            if (&part == &symbol) return true;
            if (part.kind != AtomKind::kSymbol && (contains(part.a, symbol) || contains(part.b, symbol))) {
                return true;
            }
        }
    }
    return false;
}

bool DimensionTable::anonymous(DimId d) const {
    if (!d.valid()) return false;
    for (const Term& term : terms(d)) {
        for (const uint32_t factor : factors(term.monomial)) {
            const Atom& part = atoms_[factor];
            if (part.kind == AtomKind::kSymbol ? part.name == UINT32_MAX
                                               : anonymous(part.a) || anonymous(part.b)) {
                return true;
            }
        }
    }
    return false;
}

bool DimensionTable::newer_than(DimId d, size_t atoms) const {
    if (!d.valid()) return false;
    for (const Term& term : terms(d)) {
        const auto parts = factors(term.monomial);
        // The largest comes first.
        if (!parts.empty() && parts[0] >= atoms) return true;
    }
    return false;
}

int64_t DimensionTable::lower_bound(DimId d) const {
    int64_t sum = 0;
    for (const Term& term : terms(d)) {
        int64_t low = term.coefficient;
        const auto atoms = factors(term.monomial);
        if (!atoms.empty() && term.coefficient < 0) return kNoBound;
        for (const uint32_t factor : atoms) {
            if (atoms_[factor].lower < 0 && atoms.size() > 1) return kNoBound;
            if (__builtin_mul_overflow(low, atoms_[factor].lower, &low)) return kNoBound;
        }
        if (__builtin_add_overflow(sum, low, &sum)) return kNoBound;
    }
    return sum;
}

bool DimensionTable::at_least(DimId d, int64_t bound) const {
    return d.valid() && lower_bound(d) >= bound;
}

// ---- Arithmetic --------------------------------------------------------------------------------------

DimId DimensionTable::add(DimId a, DimId b) {
    if (!a.valid() || !b.valid()) return {};
    Polynomial sum;
    sum.add(terms(a), 1);
    sum.add(terms(b), 1);
    return intern(sum);
}

DimId DimensionTable::sub(DimId a, DimId b) {
    if (!a.valid() || !b.valid()) return {};
    Polynomial difference;
    difference.add(terms(a), 1);
    difference.add(terms(b), -1);
    return intern(difference);
}

DimId DimensionTable::scale(DimId d, int64_t factor) {
    Polynomial scaled;
    scaled.add(terms(d), factor);
    return intern(scaled);
}

std::optional<uint32_t> DimensionTable::multiply(uint32_t a, uint32_t b) {
    if (a == 0) return b;
    if (b == 0) return a;
    const auto left = factors(a);
    const auto right = factors(b);
    std::array<uint32_t, limits::kDimensionTerms> merged;
    if (left.size() + right.size() > merged.size()) return std::nullopt;
    std::ranges::merge(left, right, merged.begin(), std::greater{});
    return monomials_.intern(std::span(merged).first(left.size() + right.size()));
}

DimId DimensionTable::mul(DimId a, DimId b) {
    if (!a.valid() || !b.valid()) return {};
    if (const auto factor = value(b)) return scale(a, *factor);
    if (const auto factor = value(a)) return scale(b, *factor);
    Polynomial product;
    for (size_t i = 0; i < terms(a).size() && !product.failed(); ++i) {
        for (size_t j = 0; j < terms(b).size() && !product.failed(); ++j) {
            const Term left = terms(a)[i];
            const Term right = terms(b)[j];
            const auto monomial = multiply(left.monomial, right.monomial);
            if (!monomial) return {};
            product.add_product(*monomial, left.coefficient, right.coefficient);
        }
    }
    return intern(product);
}

DimId DimensionTable::product(std::span<const DimId> dims) {
    DimId result = constant(1);
    // A zero anywhere makes even an unknown product known.
    for (const DimId d : dims) {
        if (is(d, 0)) return d;
    }
    for (const DimId d : dims) result = mul(result, d);
    return result;
}

bool DimensionTable::precedes(uint32_t a, uint32_t b) const {
    const auto left = factors(a);
    const auto right = factors(b);
    if (left.size() != right.size()) return left.size() < right.size();
    return std::ranges::lexicographical_compare(left, right);
}

std::optional<uint32_t> DimensionTable::divide(uint32_t a, uint32_t b) {
    const auto dividend = factors(a);
    const auto divisor = factors(b);
    if (!std::ranges::includes(dividend, divisor, std::greater{})) return std::nullopt;
    std::array<uint32_t, limits::kDimensionTerms> quotient;
    const auto end = std::ranges::set_difference(dividend, divisor, quotient.begin(), std::greater{}).out;
    return monomials_.intern(std::span(quotient.begin(), end));
}

DimId DimensionTable::exact_quotient(DimId a, DimId b) {
    const auto leading = [&](std::span<const Term> parts) {
        return *std::ranges::max_element(
            parts, [&](const Term& x, const Term& y) { return precedes(x.monomial, y.monomial); });
    };
    const Term divisor = leading(terms(b));
    Polynomial rest;
    Polynomial quotient;
    rest.add(terms(a), 1);
    for (size_t step = 0; !rest.terms().empty(); ++step) {
        const Term dividend = leading(rest.terms());
        const auto monomial = divide(dividend.monomial, divisor.monomial);
        if (!monomial || dividend.coefficient == std::numeric_limits<int64_t>::min()) return {};
        if (dividend.coefficient % divisor.coefficient != 0) return {};
        const int64_t factor = dividend.coefficient / divisor.coefficient;
        quotient.add(*monomial, factor);
        for (size_t i = 0; i < terms(b).size(); ++i) {
            const Term term = terms(b)[i];
            const auto product = multiply(term.monomial, *monomial);
            if (!product) return {};
            int64_t coefficient = 0;
            if (__builtin_mul_overflow(term.coefficient, factor, &coefficient)) return {};
            if (__builtin_sub_overflow(int64_t{0}, coefficient, &coefficient)) return {};
            rest.add(*product, coefficient);
        }
        if (rest.failed() || quotient.failed() || step > limits::kDimensionTerms) return {};
    }
    return intern(quotient);
}

/// floor((divisor * q + rest) / divisor) = q + floor(rest / divisor)
DimId DimensionTable::divide_by_number(DimId a, int64_t divisor) {
    Polynomial quotient;
    Polynomial rest;
    for (const Term& term : terms(a)) {
        const int64_t whole = floor_of(term.coefficient, divisor);
        const int64_t left = term.coefficient - whole * divisor;
        // Only the constant part is split; 3*n is not taken apart by 2.
        if (left == 0 || term.monomial == 0) {
            quotient.add(term.monomial, whole);
            rest.add(term.monomial, left);
        } else {
            rest.add(term.monomial, term.coefficient);
        }
    }
    const DimId remainder = intern(rest);
    if (!remainder.valid()) return {};
    return add(intern(quotient), divide_remainder(remainder, divisor));
}

/// floor((floor(x / c) + k) / d) = floor((x + c * k) / (c * d)) for c, d > 0
DimId DimensionTable::divide_remainder(DimId rest, int64_t divisor) {
    if (const auto number = value(rest)) return constant(floor_of(*number, divisor));
    int64_t shift = 0;
    const Atom* inner = nullptr;
    bool nested = divisor > 0 && terms(rest).size() <= 2;
    for (const Term& term : terms(rest)) {
        const auto atoms = factors(term.monomial);
        if (atoms.empty()) {
            shift = term.coefficient;
        } else if (atoms.size() == 1 && term.coefficient == 1 && inner == nullptr &&
                   atoms_[atoms[0]].kind == AtomKind::kFloorDiv) {
            inner = &atoms_[atoms[0]];
        } else {
            nested = false;
        }
    }
    if (nested && inner != nullptr) {
        const auto inner_divisor = value(inner->b);
        int64_t combined = 0;
        if (inner_divisor && *inner_divisor > 0 &&
            !__builtin_mul_overflow(*inner_divisor, divisor, &combined)) {
            const DimId dividend = inner->a;
            return floor_div(add(dividend, mul(constant(shift), constant(*inner_divisor))),
                             constant(combined));
        }
    }
    return atom(AtomKind::kFloorDiv, rest, constant(divisor));
}

DimId DimensionTable::floor_div(DimId a, DimId b) {
    if (!a.valid() || !b.valid() || is(b, 0)) return {};
    if (a == b) return constant(1);
    if (is(a, 0)) return a;
    if (const auto divisor = value(b)) {
        if (*divisor == 1) return a;
        if (*divisor == -1) return scale(a, -1);
        if (*divisor == std::numeric_limits<int64_t>::min()) return {};
        return divide_by_number(a, *divisor);
    }
    const DimId exact = exact_quotient(a, b);
    return exact.valid() ? exact : atom(AtomKind::kFloorDiv, a, b);
}

DimId DimensionTable::ceil_div(DimId a, DimId b) {
    return floor_div(add(a, sub(b, constant(1))), b);
}

DimId DimensionTable::mod(DimId a, DimId b) {
    return sub(a, mul(b, floor_div(a, b)));
}

DimId DimensionTable::max(DimId a, DimId b) {
    if (!a.valid() || !b.valid()) return {};
    if (at_least(sub(a, b), 0)) return a;
    if (at_least(sub(b, a), 0)) return b;
    std::tie(a, b) = ordered(a, b);
    return atom(AtomKind::kMax, a, b);
}

DimId DimensionTable::min(DimId a, DimId b) {
    if (!a.valid() || !b.valid()) return {};
    if (at_least(sub(a, b), 0)) return b;
    if (at_least(sub(b, a), 0)) return a;
    std::tie(a, b) = ordered(a, b);
    return atom(AtomKind::kMin, a, b);
}

DimId DimensionTable::broadcast(DimId a, DimId b) {
    if (a == b || is(b, 1)) return a;
    if (is(a, 1)) return b;
    const auto left = value(a);
    const auto right = value(b);
    if (left && right) return {};
    // A number other than 1 cannot be stretched, so it is the result.
    if (left) return a;
    if (right) return b;
    if (!a.valid() || !b.valid()) return {};
    for (const auto& [whole, part] : {std::pair(a, b), std::pair(b, a)}) {
        const Atom* known = only_atom(whole);
        if (known != nullptr && known->kind == AtomKind::kBroadcast &&
            (known->a == part || known->b == part)) {
            return whole;
        }
    }
    std::tie(a, b) = ordered(a, b);
    return atom(AtomKind::kBroadcast, a, b);
}

DimId DimensionTable::make(AtomKind kind, DimId a, DimId b) {
    switch (kind) {
        case AtomKind::kFloorDiv:
            return floor_div(a, b);
        case AtomKind::kMax:
            return max(a, b);
        case AtomKind::kMin:
            return min(a, b);
        default:
            return broadcast(a, b);
    }
}

// ---- Equalities --------------------------------------------------------------------------------------

void DimensionTable::bind(AtomId symbol, DimId to) {
    atoms_[symbol].binding = to;
    ++epoch_;
}

bool DimensionTable::try_bind(DimId symbol, DimId to, bool bind_free) {
    const Atom* known = only_symbol(symbol);
    if (known == nullptr || (known->free && !bind_free) || contains(to, *known)) return false;
    if (const auto number = value(to); number && *number < 0) return false;
    bind(static_cast<AtomId>(known - atoms_.data()), to);
    return true;
}

Equality DimensionTable::solve(DimId difference, bool bind_free) {
    int64_t rest = 0;
    const Term* unknown = nullptr;
    for (const Term& term : terms(difference)) {
        if (term.monomial == 0) {
            rest = term.coefficient;
        } else if (unknown != nullptr || factors(term.monomial).size() != 1) {
            return Equality::kUndecided;
        } else {
            unknown = &term;
        }
    }
    if (unknown == nullptr || rest == std::numeric_limits<int64_t>::min()) return Equality::kUndecided;
    const AtomId id = factors(unknown->monomial)[0];
    if (atoms_[id].kind != AtomKind::kSymbol) return Equality::kUndecided;
    if (-rest % unknown->coefficient != 0 || -rest / unknown->coefficient < 0) return Equality::kBroken;
    if (atoms_[id].free && !bind_free) return Equality::kUndecided;
    bind(id, constant(-rest / unknown->coefficient));
    return Equality::kHolds;
}

Equality DimensionTable::equate(DimId a, DimId b, bool bind_free) {
    a = resolve(a);
    b = resolve(b);
    if (!a.valid() || !b.valid()) return Equality::kUndecided;
    if (a == b) return Equality::kHolds;
    const DimId difference = sub(a, b);
    if (!difference.valid()) return Equality::kUndecided;
    if (at_least(difference, 1) || at_least(sub(b, a), 1)) return Equality::kBroken;
    // Of two symbols the one without name goes, else the one that is no input's, else the later one.
    const Atom* left = only_symbol(a);
    const Atom* right = only_symbol(b);
    if (left != nullptr && right != nullptr) {
        const auto stays = [](const Atom& s) {
            return std::tuple(s.name != UINT32_MAX, s.free, -int64_t{s.self.value});
        };
        if (stays(*left) > stays(*right)) std::swap(a, b);
    }
    if (try_bind(a, b, bind_free) || try_bind(b, a, bind_free)) return Equality::kHolds;
    return solve(difference, bind_free);
}

void DimensionTable::learn_broadcast(DimId a, DimId b) {
    a = resolve(a);
    b = resolve(b);
    if (!a.valid() || !b.valid()) return;
    for (const auto& [cut, whole] : {std::pair(a, b), std::pair(b, a)}) {
        const Atom* known = only_atom(cut);
        if (known == nullptr || known->kind != AtomKind::kMin || known->binding.valid()) continue;
        const DimId other = known->a == whole ? known->b : known->b == whole ? known->a : DimId();
        const auto number = value(other);
        if (number && *number >= 2) bind(static_cast<AtomId>(known - atoms_.data()), whole);
    }
}

bool DimensionTable::bind(const Binding& binding) {
    const auto known = symbols_.find(binding.name);
    if (known == symbols_.end() || binding.value < 0) return false;
    return equate(known->second, constant(binding.value)) == Equality::kHolds;
}

DimId DimensionTable::resolve(DimId d) {
    if (!d.valid() || epoch_ == 0 || value(d)) return d;
    if (d.index() < memo_.size() && memo_[d.index()].epoch == epoch_) return memo_[d.index()].to;
    if (depth_ > kResolveDepth) return {};
    ++depth_;
    const DimId result = resolve_terms(d);
    --depth_;
    if (memo_.size() < polynomials_.size()) memo_.resize(polynomials_.size());
    memo_[d.index()] = {epoch_, result};
    return result;
}

DimId DimensionTable::resolve_terms(DimId d) {
    bool same = true;
    DimId sum = constant(0);
    for (size_t i = 0; i < terms(d).size(); ++i) {
        const Term term = terms(d)[i];
        DimId product = constant(term.coefficient);
        for (size_t j = 0; j < factors(term.monomial).size(); ++j) {
            const AtomId id = factors(term.monomial)[j];
            const DimId factor = resolve_atom(id);
            same = same && factor == atoms_[id].self;
            product = mul(product, factor);
        }
        sum = add(sum, product);
    }
    return same ? d : sum;
}

DimId DimensionTable::resolve_atom(AtomId id) {
    const Atom known = atoms_[id];
    if (known.binding.valid()) {
        const DimId to = resolve(known.binding);
        if (to.valid()) atoms_[id].binding = to;
        return to;
    }
    if (known.kind == AtomKind::kSymbol) return known.self;
    const DimId a = resolve(known.a);
    const DimId b = resolve(known.b);
    if (a == known.a && b == known.b) return known.self;
    const DimId made = make(known.kind, a, b);
    const Atom* again = made.valid() ? only_atom(made) : nullptr;
    return again != nullptr && again->binding.valid() ? resolve(again->binding) : made;
}

}  // namespace netloupe::infer
