// Matrix products of ONNX.

#include <array>
#include <map>

#include "infer/einsum.h"
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

/// Infers the result of an Einsum.
class Einsum {
public:
    Einsum(Context& c, std::string_view equation) : c_(c), equation_(equation) {}

    void infer() {
        for (size_t slot = 0; slot < c_.inputs(); ++slot) {
            if (!take(slot, slot < equation_.operands.size() ? equation_.operands[slot] : "")) return;
        }
        give();
    }

private:
    bool take(size_t slot, std::string_view term) {
        const auto shape = c_.shape(slot);
        if (!shape) return false;
        const auto labels = einsum_labels(term, shape->size());
        if (!labels) {
            c_.conflict("An operand has another number of dimensions than its term in the equation.");
            return false;
        }
        for (size_t i = 0; i < labels->size(); ++i) {
            const auto [known, added] = extents_.try_emplace((*labels)[i], (*shape)[i]);
            if (!added) known->second = broadcast(c_, known->second, (*shape)[i]);
        }
        return true;
    }

    void give() {
        // An ellipsis stands for as many dimensions as the longest one of the operands.
        const auto open = extents_.empty() || extents_.begin()->first > 0
                              ? 0U
                              : static_cast<size_t>(-extents_.begin()->first);
        const bool dots = equation_.result.find("...") != std::string::npos;
        const size_t letters = equation_.result.size() - (dots ? 3 : 0);
        const auto labels = einsum_labels(equation_.result, letters + (dots ? open : 0));
        DimList result;
        for (const int label : *labels) {
            const auto known = extents_.find(label);
            if (known == extents_.end())
                return c_.conflict("The equation's result has a letter that no operand has.");
            result.push(known->second);
        }
        c_.set_shape(0, result);
    }

    Context& c_;
    EinsumEquation equation_;
    std::map<int, DimId> extents_;  ///< By label.
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
