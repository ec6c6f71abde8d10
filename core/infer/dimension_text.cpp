#include <algorithm>
#include <vector>

#include "infer/dimension.h"

namespace netloupe::infer {

/// Writes expressions out.
class DimensionText {
public:
    explicit DimensionText(const DimensionTable& table) : table_(table) {}

    void expression(DimId d) {
        std::vector<DimensionTable::Term> terms(table_.terms(d).begin(), table_.terms(d).end());
        if (terms.empty()) text_ += '0';
        // Symbols in the order of their appearance, numbers last, a leading minus never if it can be helped.
        std::ranges::stable_sort(terms, {}, [](const auto& t) {
            return std::pair(t.monomial == 0, t.monomial != 0 && t.coefficient < 0);
        });
        bool first = true;
        for (const auto& term : terms) {
            if (!first && term.coefficient > 0) text_ += '+';
            first = false;
            this->term(term);
        }
    }
    [[nodiscard]] std::string take() { return std::move(text_); }

    void symbols(DimId d, std::vector<std::string>& names) const {
        if (!d.valid()) return;
        for (const auto& term : table_.terms(d)) {
            for (const uint32_t factor : table_.factors(term.monomial)) {
                const DimensionTable::Atom& atom = table_.atoms_[factor];
                symbols(atom.a, names);
                symbols(atom.b, names);
                if (atom.name == UINT32_MAX) continue;
                const std::string& name = table_.names_[atom.name];
                if (std::ranges::find(names, name) == names.end()) names.push_back(name);
            }
        }
    }

private:
    void term(const DimensionTable::Term& term) {
        const auto factors = table_.factors(term.monomial);
        if (factors.empty()) {
            text_ += std::to_string(term.coefficient);
            return;
        }
        if (term.coefficient == -1) {
            text_ += '-';
        } else if (term.coefficient != 1) {
            text_ += std::to_string(term.coefficient) + '*';
        }
        for (size_t i = factors.size(); i-- > 0;) {
            atom(table_.atoms_[factors[i]]);
            if (i > 0) text_ += '*';
        }
    }

    void atom(const DimensionTable::Atom& atom) {
        switch (atom.kind) {
            case DimensionTable::AtomKind::kSymbol:
                text_ += table_.names_[atom.name];
                return;
            case DimensionTable::AtomKind::kFloorDiv:
                return floor_division(atom);
            case DimensionTable::AtomKind::kMax:
                return call("max", atom);
            case DimensionTable::AtomKind::kMin:
                return call("min", atom);
            case DimensionTable::AtomKind::kBroadcast:
                return call("broadcast", atom);
        }
    }

    void floor_division(const DimensionTable::Atom& atom) {
        text_ += "floor(";
        operand(atom.a);
        text_ += '/';
        operand(atom.b);
        text_ += ')';
    }

    /// In parentheses unless it is one symbol or number.
    void operand(DimId d) {
        const bool simple =
            table_.terms(d).size() <= 1 && (table_.value(d) || table_.only_atom(d) != nullptr);
        if (!simple) text_ += '(';
        expression(d);
        if (!simple) text_ += ')';
    }

    void call(std::string_view name, const DimensionTable::Atom& atom) {
        text_ += name;
        text_ += '(';
        expression(atom.a);
        text_ += ',';
        expression(atom.b);
        text_ += ')';
    }

    const DimensionTable& table_;
    std::string text_;
};

std::string DimensionTable::text(DimId d) const {
    if (!d.valid() || anonymous(d)) return "?";
    DimensionText writer(*this);
    writer.expression(d);
    return writer.take();
}

std::vector<std::string> DimensionTable::symbols(DimId d) const {
    std::vector<std::string> names;
    DimensionText(*this).symbols(d, names);
    return names;
}

}  // namespace netloupe::infer
