// Reductions, normalization and selection by rank.

#include <array>
#include <bit>

#include "formulas.h"

namespace netloupe::cost {

namespace {

/// `each` for every input element and `last` for every output element.
template <int64_t each, int64_t last>
Work reduce(const Operation& op) {
    const auto data = op.slot_of(OperandRole::kData);
    if (!data) return {};
    Arithmetic& math = op.math();
    return Operation::only(
        math.add(math.mul(op.elements(*data), each), math.mul(op.output_elements(), last)));
}

/// `each` for every element of the first input, which the first output is as large as.
template <int64_t each>
Work normalize(const Operation& op) {
    return Operation::only(op.math().mul(op.elements(0), each));
}

/// Scale and offset, where they are given, count one each.
template <int64_t each>
Work normalize_and_scale(const Operation& op) {
    const int64_t scale = op.slot_of(OperandRole::kWeight) ? 1 : 0;
    const int64_t bias = op.slot_of(OperandRole::kBias) ? 1 : 0;
    return Operation::only(op.math().mul(op.elements(0), each + scale + bias));
}

/// Gathers rows of tables by the ids, adds them up and normalizes.
Work embed_normalize(const Operation& op) {
    return Operation::only(op.math().mul(op.output_elements(), 9));
}

Work local_response(const Operation& op) {
    const Quantity size = op.model().find_attribute(op.node(), "radius") == nullptr
                              ? op.count("size", -1)
                              : op.math().add(op.math().mul(op.count("radius", -1), 2), Quantity(int64_t{1}));
    Arithmetic& math = op.math();
    return Operation::only(math.mul(op.output_elements(), math.add(size, Quantity(int64_t{5}))));
}

int64_t levels(uint64_t count) {
    return std::bit_width(count);
}

/// A heap of k elements.
Work top_k(const Operation& op) {
    const Quantity given = op.has(1) ? op.scalar(1) : op.count("k", -1);
    const auto k = given.known() ? given.number() : op.output_extent(-1).number();
    if (!k) return Operation::only(Quantity());
    return Operation::only(op.math().mul(op.elements(0), levels(static_cast<uint64_t>(*k))));
}

Work depends_on_values(const Operation&) {
    return Operation::only(Quantity());
}

/// A binary search.
Work bucketize(const Operation& op) {
    const auto boundaries = op.list_size("boundaries").number();
    if (!boundaries || *boundaries == 0) return Operation::only(Quantity());
    return Operation::only(op.math().mul(op.elements(0), levels(static_cast<uint64_t>(*boundaries))));
}

/// As many comparisons as a merge sort.
Work sort(const Operation& op) {
    const auto axis = op.integer("dimension", -1);
    const auto fits = axis && *axis >= INT8_MIN && *axis <= INT8_MAX;
    const auto extent = fits ? op.extent(0, static_cast<int>(*axis)).number() : std::nullopt;
    if (!extent) return Operation::only(Quantity());
    const int64_t rounds = *extent > 1 ? levels(static_cast<uint64_t>(*extent - 1)) : 0;
    return Operation::only(op.math().mul(op.elements(0), rounds));
}

/// `each` for every score, and the loss of every target times its weight, added up.
template <int64_t each>
Work loss(const Operation& op) {
    Arithmetic& math = op.math();
    return Operation::only(math.add(math.mul(op.elements(0), each), math.mul(op.elements(1), 2)));
}

constexpr std::string_view kEach = "a FLOP for each input element";
constexpr std::string_view kEachAndResult = "a FLOP for each input element and each output element";

constexpr auto kKinds = std::to_array<KindFormula>({
    {OpKind::kReduceSum, reduce<1, 0>, kEach},
    {OpKind::kReduceMean, reduce<1, 1>, kEachAndResult},
    {OpKind::kReduceMax, reduce<1, 0>, kEach},
    {OpKind::kReduceMin, reduce<1, 0>, kEach},
    {OpKind::kReduceProd, reduce<1, 0>, kEach},
    {OpKind::kReduceL1, reduce<2, 0>, "2 FLOPs for each input element"},
    {OpKind::kReduceL2, reduce<2, 1>, "2 FLOPs for each input element and one for each output element"},
    {OpKind::kReduceLogSum, reduce<1, 1>, kEachAndResult},
    {OpKind::kReduceLogSumExp, reduce<4, 2>, "4 FLOPs for each input element and 2 for each output element"},
    {OpKind::kReduceSumSquare, reduce<2, 0>, "2 FLOPs for each input element"},
    {OpKind::kReduceAny, reduce<1, 0>, kEach},
    {OpKind::kReduceAll, reduce<1, 0>, kEach},
    {OpKind::kSegmentSum, reduce<1, 0>, kEach},
    {OpKind::kArgMax, reduce<1, 0>, kEach},
    {OpKind::kArgMin, reduce<1, 0>, kEach},
    {OpKind::kTopK, top_k, "FLOPs: input elements × bits of k"},
    {OpKind::kNonMaxSuppression, depends_on_values, "FLOPs unknown: they hang on the boxes"},
    {OpKind::kDetectionPostProcess, depends_on_values, "FLOPs unknown: they hang on the boxes"},
    {OpKind::kBucketize, bucketize, "FLOPs: input elements × bits of the number of boundaries"},
    {OpKind::kSoftmax, normalize<5>, "5 FLOPs an element: maximum, difference, exp, sum, quotient"},
    {OpKind::kLogSoftmax, normalize<5>, "5 FLOPs an element: maximum, difference, exp, sum, difference"},
    {OpKind::kHardmax, normalize<1>, "a FLOP an element"},
    {OpKind::kBatchNormalization, normalize<2>,
     "2 FLOPs an element: statistics are folded into scale and offset"},
    {OpKind::kInstanceNormalization, normalize_and_scale<5>,
     "5 FLOPs an element: sum, difference, square, sum, product; and one each for scale and offset"},
    {OpKind::kLayerNormalization, normalize_and_scale<5>,
     "5 FLOPs an element: sum, difference, square, sum, product; and one each for scale and offset"},
    {OpKind::kGroupNormalization, normalize_and_scale<5>,
     "5 FLOPs an element: sum, difference, square, sum, product; and one each for scale and offset"},
    {OpKind::kRmsNormalization, normalize_and_scale<3>,
     "3 FLOPs an element: square, sum, product; and one each for scale and offset"},
    {OpKind::kMeanVarianceNormalization, normalize<5>, "5 FLOPs an element"},
    {OpKind::kLpNormalization, normalize<3>, "3 FLOPs an element"},
    {OpKind::kL2Normalization, normalize<3>, "3 FLOPs an element"},
    {OpKind::kLocalResponseNormalization, local_response, "FLOPs: elements × (window + 5)"},
});

constexpr auto kExceptions = std::to_array<NameFormula>({
    {Dialect::kTflite, "", "UNSORTED_SEGMENT_MAX", reduce<1, 0>, kEach},
    {Dialect::kTflite, "", "UNSORTED_SEGMENT_MIN", reduce<1, 0>, kEach},
    {Dialect::kTflite, "", "UNSORTED_SEGMENT_PROD", reduce<1, 0>, kEach},
    {Dialect::kTflite, "", "STABLEHLO_REDUCE", reduce<1, 0>,
     "a FLOP for each input element: the body is taken for one operation"},
    {Dialect::kTflite, "", "STABLEHLO_SORT", sort,
     "FLOPs: input elements × log2 of the sorted extent, rounded up"},
    {Dialect::kOnnx, "", "NegativeLogLikelihoodLoss", loss<0>, "2 FLOPs a target: product, sum"},
    {Dialect::kOnnx, "", "SoftmaxCrossEntropyLoss", loss<5>,
     "5 FLOPs a score: LogSoftmax; and 2 a target: product, sum"},
    {Dialect::kOnnx, "com.microsoft", "IsAllFinite", reduce<1, 0>, kEach},
    {Dialect::kOnnx, "com.microsoft", "SkipLayerNormalization", normalize_and_scale<6>,
     "as LayerNormalization, and a FLOP an element for the sum"},
    {Dialect::kOnnx, "com.microsoft", "SkipSimplifiedLayerNormalization", normalize_and_scale<4>,
     "as RMSNormalization, and a FLOP an element for the sum"},
    {Dialect::kOnnx, "com.microsoft", "SkipGroupNorm", normalize_and_scale<6>,
     "as GroupNormalization, and a FLOP an element for the sum"},
    {Dialect::kOnnx, "com.microsoft", "EmbedLayerNormalization", embed_normalize,
     "9 FLOPs an output element: two sums, and LayerNormalization"},
    {Dialect::kOnnx, "com.microsoft", "QEmbedLayerNormalization", embed_normalize,
     "9 FLOPs an output element: two sums, and LayerNormalization"},
    {Dialect::kOnnx, "com.microsoft", "GatedRMSNorm", normalize<10>,
     "10 FLOPs an element: RMSNormalization, SiLU and a product"},
    {Dialect::kOnnx, "com.microsoft", "BiasSoftmax", normalize<6>, "6 FLOPs an element: a sum, and Softmax"},
});

}  // namespace

std::span<const KindFormula> reduction_formulas() {
    return kKinds;
}
std::span<const NameFormula> reduction_exceptions() {
    return kExceptions;
}

}  // namespace netloupe::cost
