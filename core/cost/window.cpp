// Pooling, and sampling between pixels.

#include <array>

#include "formulas.h"

namespace netloupe::cost {

namespace {

/// Samples between the neighbours of `dimensions` dimensions: each neighbour times its weight, added up.
int64_t interpolation(size_t dimensions, bool cubic) {
    int64_t neighbours = 1;
    for (size_t i = 0; i < dimensions && i < 8; ++i) neighbours *= cubic ? 4 : 2;
    return 2 * neighbours - 1;
}
constexpr int64_t kBilinear = 7;

/// Elements of a window.
Quantity kernel(const Operation& op) {
    Arithmetic& math = op.math();
    if (const auto sizes = op.list("kernel_shape")) {
        Quantity product(int64_t{1});
        for (const int64_t size : *sizes)
            product = math.mul(product, size >= 0 ? Quantity(size) : Quantity());
        return product;
    }
    return math.mul(op.count("filter_height", -1), op.count("filter_width", -1));
}

Work pool(const Operation& op, int64_t each, int64_t last) {
    Arithmetic& math = op.math();
    const Quantity elements = op.output_elements();
    return Operation::only(
        math.add(math.mul(math.mul(elements, kernel(op)), each), math.mul(elements, last)));
}

Work max_pool(const Operation& op) {
    return pool(op, 1, 0);
}
Work average_pool(const Operation& op) {
    return pool(op, 1, 1);
}
Work lp_pool(const Operation& op) {
    return pool(op, 2, 1);
}

Work global(const Operation& op, int64_t each, int64_t last) {
    Arithmetic& math = op.math();
    return Operation::only(math.add(math.mul(op.elements(0), each), math.mul(op.output_elements(), last)));
}
Work global_max(const Operation& op) {
    return global(op, 1, 0);
}
Work global_average(const Operation& op) {
    return global(op, 1, 1);
}
Work global_lp(const Operation& op) {
    return global(op, 2, 1);
}

/// Dimensions whose extent changes.
size_t resized(const Operation& op) {
    const auto from = op.shape(0);
    const auto to = op.output_shape();
    if (!from || !to || from->size() != to->size()) return 0;
    size_t count = 0;
    for (size_t i = 0; i < from->size(); ++i) {
        if ((*from)[i] != (*to)[i] || !(*from)[i].valid()) ++count;
    }
    return count;
}

Work resize(const Operation& op) {
    const bool cubic = op.text("mode").contains("cubic");
    return Operation::only(op.math().mul(op.output_elements(), interpolation(resized(op), cubic)));
}

Work bilinear(const Operation& op) {
    return Operation::only(op.math().mul(op.output_elements(), kBilinear));
}

/// The grid has a coordinate for each dimension that is sampled.
Work grid_sample(const Operation& op) {
    const auto shape = op.shape(0);
    if (!shape || shape->size() < 3) return {};
    const std::string_view mode = op.text("mode");
    if (mode.starts_with("nearest")) return Operation::only(Quantity(int64_t{0}));
    const int64_t each = interpolation(shape->size() - 2, mode.contains("cubic"));
    return Operation::only(op.math().mul(op.output_elements(), each));
}

/// Every output element is the mean of ratio × ratio samples; a ratio of 0 is chosen by the region's size.
Work roi_align(const Operation& op) {
    const Quantity ratio = op.count("sampling_ratio", 0);
    if (ratio == Quantity(int64_t{0})) return Operation::only(Quantity());
    Arithmetic& math = op.math();
    const Quantity samples = math.mul(math.mul(ratio, ratio), kBilinear + 1);
    return Operation::only(math.mul(op.output_elements(), samples));
}

/// The body, or the function, is taken for one operation.
Work reduce_window(const Operation& op) {
    Arithmetic& math = op.math();
    Quantity window = op.product(2);
    if (const auto extents = op.list("window_dimensions")) {
        window = Quantity(int64_t{1});
        for (const int64_t extent : *extents)
            window = math.mul(window, extent >= 0 ? Quantity(extent) : Quantity());
    }
    return Operation::only(math.mul(op.output_elements(), window));
}

/// How many pixels a region covers is known only when the model runs.
Work roi_pool(const Operation&) {
    return Operation::only(Quantity());
}

/// A matrix of d × (d + 1) for each point.
Work affine_grid(const Operation& op) {
    return {op.math().mul(op.output_elements(), op.extent(0, -1)), Quantity(int64_t{0})};
}

/// Overlapping blocks are added up.
Work col2im(const Operation& op) {
    return Operation::only(op.elements(0));
}

constexpr std::string_view kWindow = "a FLOP for each output element and element of its window";

constexpr auto kKinds = std::to_array<KindFormula>({
    {OpKind::kMaxPool, max_pool, kWindow},
    {OpKind::kAveragePool, average_pool, "FLOPs: output elements × (window + 1)"},
    {OpKind::kLpPool, lp_pool, "FLOPs: output elements × (2 × window + 1)"},
    {OpKind::kGlobalMaxPool, global_max, "a FLOP for each input element"},
    {OpKind::kGlobalAveragePool, global_average, "a FLOP for each input element and each output element"},
    {OpKind::kGlobalLpPool, global_lp, "2 FLOPs for each input element and one for each output element"},
    {OpKind::kResize, resize,
     "FLOPs: output elements × (2 × neighbours − 1); neighbours: 2, cubic 4, for each dimension that "
     "changes"},
    {OpKind::kResizeLinear, resize,
     "FLOPs: output elements × (2 × neighbours − 1); neighbours: 2 for each dimension that changes"},
    {OpKind::kGridSample, grid_sample,
     "FLOPs: output elements × (2 × neighbours − 1); neighbours: 2, cubic 4, for each sampled dimension; "
     "nearest none"},
    {OpKind::kRoiAlign, roi_align,
     "FLOPs: output elements × 8 × ratio²; unknown where the ratio hangs on the region"},
    {OpKind::kRoiPool, roi_pool, "FLOPs unknown: they hang on the regions"},
    {OpKind::kAffineGrid, affine_grid, "MACs: output elements × columns of the matrix"},
    {OpKind::kCol2Im, col2im, "a FLOP for each input element"},
});

constexpr auto kExceptions = std::to_array<NameFormula>({
    {Dialect::kOnnx, "com.microsoft", "CropAndResize", bilinear, "7 FLOPs for each output element"},
    {Dialect::kTflite, "", "REDUCE_WINDOW", reduce_window, kWindow},
    {Dialect::kTflite, "", "STABLEHLO_REDUCE_WINDOW", reduce_window, kWindow},
    {Dialect::kTflite, "custom", "Resampler", bilinear, "7 FLOPs for each output element"},
    {Dialect::kTflite, "custom", "TransformTensorBilinear", bilinear, "7 FLOPs for each output element"},
});

}  // namespace

std::span<const KindFormula> window_formulas() {
    return kKinds;
}
std::span<const NameFormula> window_exceptions() {
    return kExceptions;
}

}  // namespace netloupe::cost
