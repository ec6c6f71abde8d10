#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "lint/weights.h"
#include "model/stream.h"

/// The inner loops of the pass over all weights, written so that compilers turn them into vector code: one
/// type in a loop, no branches, counters as wide as the elements.
namespace netloupe::lint {

template <typename T>
constexpr bool kIsFloat =
    std::is_floating_point_v<T> || std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>;

/// The bit pattern of a binary floating format, as integers.
template <typename T>
struct Pattern {
    using Unsigned =
        std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;
    using Signed = std::make_signed_t<Unsigned>;
    static constexpr int kMantissa = std::is_same_v<T, Float16>    ? 10
                                     : std::is_same_v<T, BFloat16> ? 7
                                     : sizeof(T) == 4              ? 23
                                                                   : 52;
    static constexpr Signed kMagnitude = std::numeric_limits<Signed>::max();
    /// Magnitudes from here on are infinite or not a number.
    static constexpr auto kInfinity = static_cast<Signed>(kMagnitude >> kMantissa << kMantissa);
    static constexpr auto kHighest = std::numeric_limits<Signed>::max();
    static constexpr auto kLowest = std::numeric_limits<Signed>::min();
    static constexpr auto kSmallestNormal = static_cast<Signed>(Signed{1} << kMantissa);

    static Signed of(const T& value) {
        if constexpr (sizeof(T) == 2) {
            return static_cast<Signed>(value.bits);
        } else {
            return std::bit_cast<Signed>(value);
        }
    }
    static Signed magnitude(Signed pattern) { return static_cast<Signed>(pattern & kMagnitude); }
    /// Integers in the order of the numbers; its own inverse.
    static Signed ordered(Signed pattern) {
        return static_cast<Signed>(pattern ^ (pattern < 0 ? kMagnitude : Signed{0}));
    }
    static double number(Signed ordered_pattern) {
        return to_double(std::bit_cast<T>(ordered(ordered_pattern)));
    }
};

/// Makes a range of statistics hold [low, high] too.
template <typename Range>
void widen(Range& range, double low, double high) {
    range.min = std::min(range.min, low);
    range.max = std::max(range.max, high);
}

/// Elements that a counter of the element's width can count.
template <typename T>
constexpr size_t kCountable = sizeof(T) == 1 ? 255 : (sizeof(T) == 2 ? 65535 : (1U << 30));

/// Smallest and largest of some floats, in the order of their patterns.
template <typename T>
struct FloatRange {
    typename Pattern<T>::Signed low = Pattern<T>::kHighest;
    typename Pattern<T>::Signed high = Pattern<T>::kLowest;

    template <typename Range>
    void widen_to(Range& range) const {
        if (low <= high) widen(range, Pattern<T>::number(low), Pattern<T>::number(high));
    }
};

/// Where all of them are finite, a loop without a condition does.
template <typename T>
FloatRange<T> range_of(std::span<const T> floats, bool all_finite) {
    using P = Pattern<T>;
    typename P::Signed low = P::kHighest;
    typename P::Signed high = P::kLowest;
    for (const T& value : floats) {
        const auto pattern = P::of(value);
        if (!all_finite && P::magnitude(pattern) >= P::kInfinity) continue;
        const auto place = P::ordered(pattern);
        low = place < low ? place : low;
        high = place > high ? place : high;
    }
    return {low, high};
}

/// `ranges`: whether the smallest and largest are looked for too.
template <typename T>
void add_floats(std::span<const T> block, bool ranges, ConstantStatistics& totals) {
    using P = Pattern<T>;
    using Count = typename P::Unsigned;
    Count not_finite = 0;
    Count small = 0;
    Count zeros = 0;
    for (const T& value : block) {
        const auto magnitude = P::magnitude(P::of(value));
        not_finite = static_cast<Count>(not_finite + Count{magnitude >= P::kInfinity});
        small = static_cast<Count>(small + Count{magnitude < P::kSmallestNormal});
        zeros = static_cast<Count>(zeros + Count{magnitude == 0});
    }
    totals.subnormal += small - zeros;
    totals.zeros += zeros;
    if (ranges) range_of(block, not_finite == 0).widen_to(totals);
    if (not_finite == 0) return;
    const auto infinite = std::ranges::count_if(
        block, [](const T& value) { return P::magnitude(P::of(value)) == P::kInfinity; });
    totals.infinite += infinite;
    totals.nan += not_finite - infinite;
}

template <typename T>
void add_integers(std::span<const T> block, bool ranges, ConstantStatistics& totals) {
    std::make_unsigned_t<T> zeros = 0;
    if (!ranges) {
        for (const T value : block)
            zeros = static_cast<std::make_unsigned_t<T>>(zeros + (value == 0 ? 1 : 0));
        totals.zeros += zeros;
        return;
    }
    T low = std::numeric_limits<T>::max();
    T high = std::numeric_limits<T>::min();
    for (const T value : block) {
        if (value == 0) ++zeros;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    totals.zeros += zeros;
    widen(totals, to_double(low), to_double(high));
}

/// Adds a block to the totals of its constant; without the ranges where somebody finds these anyway.
template <typename T>
void add_totals(std::span<const T> block, bool ranges, ConstantStatistics& totals) {
    totals.count += block.size();
    while (!block.empty()) {
        const auto part = block.first(std::min(kCountable<T>, block.size()));
        if constexpr (kIsFloat<T>) {
            add_floats(part, ranges, totals);
        } else {
            add_integers(part, ranges, totals);
        }
        block = block.subspan(part.size());
    }
}

/// What the integers of a channel are compared with.
template <typename T>
struct Marks {
    T zero = 0;
    T low = std::numeric_limits<T>::min();  ///< At or below: at the limit.
    T high = std::numeric_limits<T>::max();
};

/// Adds consecutive elements of one channel.
template <typename T>
void add_run(std::span<const T> run, const Marks<T>& marks, ChannelStatistics& channel)
    requires(!kIsFloat<T>)
{
    for (size_t at = 0; at < run.size(); at += kCountable<T>) {
        std::make_unsigned_t<T> zeros = 0;
        std::make_unsigned_t<T> at_limits = 0;
        T low = std::numeric_limits<T>::max();
        T high = std::numeric_limits<T>::min();
        for (const T value : run.subspan(at, std::min(kCountable<T>, run.size() - at))) {
            if (value == marks.zero) ++zeros;
            if ((value <= marks.low) | (value >= marks.high)) ++at_limits;
            low = std::min(low, value);
            high = std::max(high, value);
        }
        channel.zeros += zeros;
        channel.at_limits += at_limits;
        widen(channel, to_double(low), to_double(high));
    }
}

template <typename T>
void add_run(std::span<const T> run, bool all_finite, ChannelStatistics& channel)
    requires kIsFloat<T>
{
    range_of(run, all_finite).widen_to(channel);
}

}  // namespace netloupe::lint
