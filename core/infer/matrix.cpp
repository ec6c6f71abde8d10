// Matrix products of ONNX.

#include <array>
#include <cctype>
#include <map>

#include "operator_functions.h"
#include "shape_rules.h"

namespace netloupe::infer {

namespace {

void product_of(Context& c, size_t left, size_t right, DataType type) {
    c.set_type(0, type);
    const auto a = c.shape(left);
    const auto b = c.shape(right);
    if (!a || !b) return;
    if (const auto shape = matmul_shape(c, *a, *b)) c.set_shape(0, *shape);
}

void matmul(Context& c) {
    product_of(c, 0, 1, c.dtype(0));
}
void matmul_integer(Context& c) {
    product_of(c, 0, 1, DataType::kInt32);
}
void qlinear_matmul(Context& c) {
    product_of(c, 0, 3, c.dtype(7));
}

void gemm(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto a = c.shape(0);
    const auto b = c.shape(1);
    DimList result = unknown_dims(2);
    const size_t row = c.flag("transA") ? 1 : 0;
    const size_t column = c.flag("transB") ? 0 : 1;
    if ((a && a->size() != 2) || (b && b->size() != 2))
        return c.conflict("Gemm multiplies matrices of two dimensions.");
    if (a) result[0] = (*a)[row];
    if (b) result[1] = (*b)[column];
    if (a && b) c.same((*a)[1 - row], (*b)[1 - column], "Inner dimensions of a matrix product");
    c.set_shape(0, result);
}

/// The equation of an Einsum: "ij,jk->ik".
class Einsum {
public:
    Einsum(Context& c, std::string_view equation) : c_(c) {
        for (const char character : equation) {
            if (character != ' ') text_ += character;
        }
    }

    void infer() {
        const size_t arrow = text_.find("->");
        const std::string_view whole(text_);
        std::string_view left = whole.substr(0, arrow);
        for (size_t slot = 0; slot < c_.inputs(); ++slot) {
            const size_t comma = std::min(left.find(','), left.size());
            if (!take(slot, left.substr(0, comma))) return;
            left.remove_prefix(std::min(comma + 1, left.size()));
        }
        const std::string implied = arrow == std::string_view::npos ? implied_result() : std::string();
        give(arrow == std::string_view::npos ? std::string_view(implied) : whole.substr(arrow + 2));
    }

private:
    bool take(size_t slot, std::string_view term) {
        const auto shape = c_.shape(slot);
        if (!shape) return false;
        const size_t dots = term.find("...");
        const size_t letters = term.size() - (dots == std::string_view::npos ? 0 : 3);
        if (shape->size() < letters || (dots == std::string_view::npos && shape->size() != letters)) {
            c_.conflict("An operand has another number of dimensions than its term in the equation.");
            return false;
        }
        size_t at = 0;
        for (size_t i = 0; i < term.size(); ++i) {
            if (i == dots) {
                const size_t count = shape->size() - letters;
                const DimList dims(shape->from(at).first(count));
                ellipsis_ = broadcast(c_, ellipsis_, dims);
                at += count;
                i += 2;
            } else {
                label(term[i], (*shape)[at++]);
            }
        }
        return true;
    }

    void label(char letter, DimId extent) {
        const auto [known, added] = extents_.try_emplace(letter, extent);
        ++uses_[letter];
        if (!added) known->second = broadcast(c_, known->second, extent);
    }

    /// Without an arrow: the letters that occur once, in alphabetical order, behind the ellipsis.
    std::string implied_result() const {
        std::string result = text_.find("...") == std::string::npos ? "" : "...";
        for (const auto& [letter, count] : uses_) {
            if (count == 1) result += letter;
        }
        return result;
    }

    void give(std::string_view term) {
        DimList result;
        for (size_t i = 0; i < term.size(); ++i) {
            if (term.substr(i).starts_with("...")) {
                result.append(ellipsis_.span());
                i += 2;
                continue;
            }
            const auto known = extents_.find(term[i]);
            if (known == extents_.end())
                return c_.conflict("The equation's result has a letter that no operand has.");
            result.push(known->second);
        }
        c_.set_shape(0, result);
    }

    Context& c_;
    std::string text_;
    DimList ellipsis_;
    std::map<char, DimId> extents_;
    std::map<char, size_t> uses_;
};

void einsum(Context& c) {
    c.set_type(0, c.dtype(0));
    const std::string_view equation = c.text("equation", "");
    if (equation.size() <= limits::kDimensionTerms * limits::kRank) Einsum(c, equation).infer();
}

void det(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape || shape->size() < 2) return;
    shape->resize(shape->size() - 2);
    c.set_shape(0, *shape);
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"Det", det},
    {"Einsum", einsum},
    {"Gemm", gemm},
    {"MatMul", matmul},
    {"MatMulInteger", matmul_integer},
    {"QLinearMatMul", qlinear_matmul},
});

}  // namespace

std::span<const OperatorFunction> matrix_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
