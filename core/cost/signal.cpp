// Fourier transforms.

#include <array>
#include <bit>

#include "formulas.h"

namespace netloupe::cost {

namespace {

/// The usual estimate of a fast Fourier transform of n complex numbers.
constexpr int64_t kButterfly = 5;

/// FLOPs of `signals` transforms of n numbers each, n being a number because of its logarithm.
Quantity transforms(const Operation& op, Quantity signals, Quantity n, bool real) {
    const auto length = n.number();
    if (!length) return {};
    const auto levels = *length > 1 ? std::bit_width(static_cast<uint64_t>(*length - 1)) : 0;
    Arithmetic& math = op.math();
    const Quantity all = math.mul(math.mul(signals, *length), kButterfly * levels);
    return real ? math.div(all, Quantity(int64_t{2})) : all;
}

/// The last dimension is 1 for real numbers and 2 for complex ones; `axis` counts from the front.
Work dft(const Operation& op) {
    const auto shape = op.shape(0);
    if (!shape || shape->size() < 2) return Operation::only(Quantity());
    int64_t axis = op.integer("axis", op.node().version >= 20 ? -2 : 1).value_or(INT64_MAX);
    if (op.has(2)) axis = op.scalar(2).number().value_or(INT64_MAX);
    const auto rank = static_cast<int64_t>(shape->size());
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank - 1) return Operation::only(Quantity());
    const int dimension = static_cast<int>(axis);
    Arithmetic& math = op.math();
    const Quantity parts = op.extent(0, -1);
    const Quantity length = op.has(1) ? op.scalar(1) : op.extent(0, dimension);
    const Quantity signals = math.div(op.elements_per(0, dimension), parts);
    return Operation::only(transforms(op, signals, length, parts == Quantity(int64_t{1})));
}

/// batch, frames, bins, 2. Frames are as long as the window.
Work stft(const Operation& op) {
    Arithmetic& math = op.math();
    const auto shape = op.output_shape();
    if (!shape || shape->size() != 4) return Operation::only(Quantity());
    const Quantity length = op.has(2) ? op.elements(2) : op.scalar(3);
    const Quantity frames = math.mul(op.output_extent(0), op.output_extent(1));
    const auto signal = op.shape(0);
    const bool real = signal && (signal->size() < 3 || op.extent(0, -1) == Quantity(int64_t{1}));
    const Quantity windowed = op.has(2) ? math.mul(frames, length) : Quantity(int64_t{0});
    return Operation::only(math.add(transforms(op, frames, length, real), windowed));
}

/// Real numbers, over the last `count` dimensions; halves of spectra are symmetric.
Work real_fft(const Operation& op, bool inverse, int count) {
    Arithmetic& math = op.math();
    const auto shape = inverse ? op.output_shape() : op.shape(0);
    if (!shape || shape->size() < static_cast<size_t>(count)) return Operation::only(Quantity());
    const Quantity lengths = math.product(shape->subspan(shape->size() - static_cast<size_t>(count)));
    const Quantity signals = math.product(shape->first(shape->size() - static_cast<size_t>(count)));
    return Operation::only(transforms(op, signals, lengths, true));
}

Work rfft(const Operation& op) {
    return real_fft(op, false, op.integer("signal_ndim", 1).value_or(1) == 2 ? 2 : 1);
}
Work irfft(const Operation& op) {
    return real_fft(op, true, op.integer("signal_ndim", 1).value_or(1) == 2 ? 2 : 1);
}
Work rfft_2d(const Operation& op) {
    return real_fft(op, false, 2);
}
Work irfft_2d(const Operation& op) {
    return real_fft(op, true, 2);
}

constexpr std::string_view kTransform =
    "FLOPs: 5 × n × log2(n), rounded up, for each transform; half of it for real numbers";

constexpr auto kKinds = std::to_array<KindFormula>({
    {OpKind::kDft, dft, kTransform},
    {OpKind::kStft, stft, "as DFT for each frame, and a FLOP for each element of a window"},
});

constexpr auto kExceptions = std::to_array<NameFormula>({
    {Dialect::kOnnx, "com.microsoft", "Rfft", rfft, kTransform},
    {Dialect::kOnnx, "com.microsoft", "Irfft", irfft, kTransform},
    {Dialect::kTflite, "", "RFFT2D", rfft_2d, kTransform},
    {Dialect::kTflite, "custom", "Irfft2d", irfft_2d, kTransform},
    {Dialect::kTflite, "custom", "SignalRfft", rfft, kTransform},
    {Dialect::kTflite, "custom", "SignalIrfft", irfft, kTransform},
    {Dialect::kTflite, "custom", "AudioSpectrogram", nullptr, "unknown"},
});

}  // namespace

std::span<const KindFormula> signal_formulas() {
    return kKinds;
}
std::span<const NameFormula> signal_exceptions() {
    return kExceptions;
}

}  // namespace netloupe::cost
