// Matrix products of all formats.

#include <array>
#include <map>

#include "formulas.h"
#include "infer/einsum.h"

namespace netloupe::cost {

namespace {

/// Output elements, each a sum over dimension `axis` of the first operand.
Work product(const Operation& op, int axis) {
    return op.with_bias(op.math().mul(op.output_elements(), op.extent(0, axis)));
}

Work matmul(const Operation& op) {
    const auto transposed = op.integer("transA", 0);
    if (!transposed) return {};
    // A batch that is turned, too, moves the rows to the front.
    if (*transposed != 0) return product(op, op.integer("transBatchA", 0) == 0 ? -2 : 0);
    return product(op, -1);
}

Work batch_matmul(const Operation& op) {
    return product(op, op.integer("adj_x", 0) == 0 ? -1 : -2);
}

/// alpha and beta that are not 1 are folded into the weights.
Work gemm(const Operation& op) {
    const auto transposed = op.integer("transA", 0);
    return transposed ? product(op, *transposed != 0 ? 0 : -1) : Work();
}

/// Weights are outputs × inputs.
Work fully_connected(const Operation& op) {
    return op.with_bias(op.math().mul(op.output_elements(), op.extent(1, -1)));
}

Work stablehlo_dot(const Operation& op) {
    const auto axes = op.list("lhs_contracting_dimensions");
    if (!axes) return {};
    Quantity depth(int64_t{1});
    for (const int64_t axis : *axes) {
        const bool possible = axis >= 0 && axis <= INT8_MAX;
        depth = possible ? op.math().mul(depth, op.extent(0, static_cast<int>(axis))) : Quantity();
    }
    return op.with_bias(op.math().mul(op.output_elements(), depth));
}

/// Two projections of one input, a gate with its activation, and their product.
Work gated_mlp(const Operation& op) {
    Arithmetic& math = op.math();
    const Quantity outputs = op.output_elements();
    const Quantity macs = math.mul(math.mul(outputs, op.count("K", 0)), 2);
    return {macs, math.mul(outputs, 6)};
}

Work qkv(const Operation& op) {
    Arithmetic& math = op.math();
    const Quantity outputs =
        math.add(op.output_elements(0), math.add(op.output_elements(1), op.output_elements(2)));
    return {math.mul(outputs, op.count("K", 0)), math.mul(op.elements(0), 4)};
}

/// Every combination of all letters, once for each operand beyond the first; with one operand it is a sum.
Work einsum(const Operation& op) {
    Arithmetic& math = op.math();
    const infer::EinsumEquation equation(op.text("equation"));
    std::map<int, Quantity> extents;
    for (size_t slot = 0; slot < op.inputs(); ++slot) {
        const auto shape = op.shape(slot);
        if (!shape || slot >= equation.operands.size()) return {};
        const auto labels = infer::einsum_labels(equation.operands[slot], shape->size());
        if (!labels) return {};
        for (size_t i = 0; i < labels->size(); ++i) {
            Quantity& extent = extents.try_emplace((*labels)[i], int64_t{1}).first->second;
            if (extent == Quantity(int64_t{1})) extent = math.of((*shape)[i]);
        }
    }
    Quantity all(int64_t{1});
    for (const auto& [label, extent] : extents) all = math.mul(all, extent);
    if (op.inputs() == 1) return Operation::only(all == op.output_elements() ? Quantity(int64_t{0}) : all);
    return {math.mul(all, static_cast<int64_t>(op.inputs()) - 1), Quantity(int64_t{0})};
}

/// LU decomposition.
Work cubic(const Operation& op, int64_t divisor) {
    const Quantity n = op.extent(0, -1);
    Arithmetic& math = op.math();
    return {math.div(math.mul(op.elements(0), n), Quantity(divisor)), Quantity(int64_t{0})};
}
Work det(const Operation& op) {
    return cubic(op, 3);
}
Work inverse(const Operation& op) {
    return cubic(op, 1);
}

/// Distances of all pairs of rows.
Work cdist(const Operation& op) {
    Arithmetic& math = op.math();
    const Quantity pairs = op.output_elements();
    const Quantity all = math.mul(pairs, op.extent(0, -1));
    return {all, math.add(all, pairs)};
}

/// The angle of each pair rotates it: two multiplications and an addition for each element.
Work rotary(const Operation& op) {
    Arithmetic& math = op.math();
    Quantity turned = op.output_elements(0);
    for (size_t slot = 1; slot < op.outputs(); ++slot) turned = math.add(turned, op.output_elements(slot));
    return Operation::only(math.mul(turned, 3));
}

constexpr auto kKinds = std::to_array<KindFormula>({
    {OpKind::kMatMul, matmul, "MACs: output elements × K, the extent that is summed over"},
    {OpKind::kGemm, gemm, "MACs: output elements × K; alpha and beta are not counted"},
    {OpKind::kFullyConnected, fully_connected, "MACs: output elements × columns of the weights"},
    {OpKind::kEinsum, einsum,
     "MACs: extents of all distinct letters × (operands − 1); of one operand: a FLOP for each element "
     "summed"},
    {OpKind::kDet, det, "MACs: n³/3 for each matrix"},
    {OpKind::kRotaryEmbedding, rotary, "3 FLOPs for each output element"},
});

constexpr auto kExceptions = std::to_array<NameFormula>({
    {Dialect::kTflite, "", "BATCH_MATMUL", batch_matmul, "MACs: output elements × K"},
    {Dialect::kTflite, "", "STABLEHLO_DOT_GENERAL", stablehlo_dot,
     "MACs: output elements × contracted extents"},
    {Dialect::kOnnx, "com.microsoft", "SparseToDenseMatMul", nullptr,
     "unknown: hangs on how many elements are not zero"},
    {Dialect::kOnnx, "com.microsoft", "MatMulNBitsMlp", gated_mlp,
     "MACs: 2 × output elements × K, and 6 FLOPs an element for the gate"},
    {Dialect::kOnnx, "com.microsoft", "MatMulNBitsQkv", qkv,
     "MACs: elements of the three outputs × K, and 4 FLOPs an input element for the normalization"},
    {Dialect::kOnnx, "com.microsoft", "Inverse", inverse, "MACs: n³ for each matrix"},
    {Dialect::kOnnx, "com.microsoft", "CDist", cdist,
     "MACs: pairs of rows × columns; a FLOP for each difference and root"},
});

}  // namespace

std::span<const KindFormula> matrix_formulas() {
    return kKinds;
}
std::span<const NameFormula> matrix_exceptions() {
    return kExceptions;
}

}  // namespace netloupe::cost
