// Classical machine learning, and text.

#include <array>

#include "formulas.h"

namespace netloupe::cost {

namespace {

/// Rows of features: dimension 0, or one row.
Quantity rows(const Operation& op) {
    const auto shape = op.shape(0);
    if (!shape) return {};
    return shape->size() < 2 ? Quantity(int64_t{1}) : op.extent(0, 0);
}

Work linear(const Operation& op) {
    Arithmetic& math = op.math();
    const Quantity count = rows(op);
    return {math.mul(count, op.list_size("coefficients")), math.mul(count, op.list_size("intercepts"))};
}

/// Every row with every support vector, and the kernels with their coefficients.
Work support_vectors(const Operation& op) {
    Arithmetic& math = op.math();
    const Quantity each = math.add(op.list_size("support_vectors"), op.list_size("coefficients"));
    return {math.mul(rows(op), each), Quantity(int64_t{0})};
}

/// As many as the trees have nodes at most: which of them a row meets, its values tell.
Work trees(const Operation&) {
    return Operation::only(Quantity());
}

/// A look-up for each token, length of an n-gram and skip.
Work tf_idf(const Operation& op) {
    Arithmetic& math = op.math();
    const auto longest = op.integer("max_gram_length", 1);
    const auto shortest = op.integer("min_gram_length", 1);
    const auto skips = op.integer("max_skip_count", 0);
    if (!longest || !shortest || !skips || *longest < *shortest || *skips < 0)
        return Operation::only(Quantity());
    const Quantity lengths = math.sub(Quantity(*longest), Quantity(*shortest - 1));
    const Quantity kinds = math.mul(lengths, math.add(Quantity(*skips), Quantity(int64_t{1})));
    return Operation::only(math.mul(op.elements(0), kinds));
}

constexpr std::string_view kMl = "ai.onnx.ml";
constexpr std::string_view kTrees = "FLOPs unknown: how deep a row goes hangs on its values";

constexpr auto kExceptions = std::to_array<NameFormula>({
    {Dialect::kOnnx, kMl, "LinearClassifier", linear, "MACs: rows × coefficients; a FLOP for each intercept"},
    {Dialect::kOnnx, kMl, "LinearRegressor", linear, "MACs: rows × coefficients; a FLOP for each intercept"},
    {Dialect::kOnnx, kMl, "SVMClassifier", support_vectors,
     "MACs: rows × (elements of the support vectors + coefficients)"},
    {Dialect::kOnnx, kMl, "SVMRegressor", support_vectors,
     "MACs: rows × (elements of the support vectors + coefficients)"},
    {Dialect::kOnnx, kMl, "TreeEnsemble", trees, kTrees},
    {Dialect::kOnnx, kMl, "TreeEnsembleClassifier", trees, kTrees},
    {Dialect::kOnnx, kMl, "TreeEnsembleRegressor", trees, kTrees},
    {Dialect::kOnnx, "", "TfIdfVectorizer", tf_idf,
     "FLOPs: tokens × lengths of n-grams × (skips + 1), a look-up each"},
});

}  // namespace

std::span<const NameFormula> classical_formulas() {
    return kExceptions;
}

}  // namespace netloupe::cost
