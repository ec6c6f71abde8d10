#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "weight_totals.h"

namespace netloupe::lint {

/// How the channels of a constant lie in its row-major elements: element i is of channel i / inner % count.
struct ChannelLayout {
    uint64_t count = 0;
    uint64_t inner = 1;

    [[nodiscard]] uint64_t channel(uint64_t element) const { return element / inner % count; }
};

/// The channels that a window of a constant's elements touches. Takes the window's blocks in order.
class ChannelWindow {
public:
    /// `low` and `high`: integers at or beyond them are at a limit. `zero_points`: one for all, or one each.
    ChannelWindow(const ChannelLayout& layout, uint64_t first, uint64_t size,
                  std::span<const int64_t> zero_points, int64_t low, int64_t high)
        : layout_(layout),
          next_(first),
          first_channel_(layout.channel(first)),
          zero_points_(zero_points),
          low_(low),
          high_(high),
          channels_(std::min(layout.count, size / layout.inner + 2)) {}

    /// `all_finite`: of floats, that none of the block is infinite or not a number.
    template <typename T>
    void add(std::span<const T> block, bool all_finite) {
        all_finite_ = all_finite;
        while (!block.empty()) {
            if constexpr (sizeof(T) <= 4) {
                if (layout_.inner == 1 && has_one_zero_point()) {
                    block = block.subspan(add_rows(block));
                    continue;
                }
            }
            const uint64_t left = layout_.inner - next_ % layout_.inner;
            const auto run = block.first(std::min<uint64_t>(left, block.size()));
            const uint64_t channel = layout_.channel(next_);
            if constexpr (kIsFloat<T>) {
                add_run(run, all_finite, channels_[slot(channel)]);
            } else {
                add_run(run, marks<T>(channel), channels_[slot(channel)]);
            }
            next_ += run.size();
            block = block.subspan(run.size());
        }
    }

    /// Makes the range of a whole hold those of the channels.
    void widen_to(ConstantStatistics& whole) const {
        for (const ChannelStatistics& channel : channels_) widen(whole, channel.min, channel.max);
    }

    void merge_into(std::span<ChannelStatistics> all) const {
        for (size_t i = 0; i < channels_.size(); ++i) {
            ChannelStatistics& into = all[(first_channel_ + i) % layout_.count];
            into.min = std::min(into.min, channels_[i].min);
            into.max = std::max(into.max, channels_[i].max);
            into.zeros += channels_[i].zeros;
            into.at_limits += channels_[i].at_limits;
        }
    }

private:
    /// A column at a time is slow for caches, a row at a time for short rows; a strip of columns is neither.
    static constexpr size_t kStrip = 256;

    [[nodiscard]] bool has_one_zero_point() const { return zero_points_.size() <= 1; }
    [[nodiscard]] size_t slot(uint64_t channel) const {
        return channel >= first_channel_ ? channel - first_channel_
                                         : channel + layout_.count - first_channel_;
    }
    template <typename T>
    [[nodiscard]] Marks<T> marks(uint64_t channel) const {
        const int64_t zero = zero_points_.empty() ? 0 : zero_points_[has_one_zero_point() ? 0 : channel];
        return {static_cast<T>(zero), static_cast<T>(low_), static_cast<T>(high_)};
    }

    /// Elements whose neighbours are of the next channel: as many whole rows of channels as counters of the
    /// element's width bear, column by column. Returns how many it took.
    template <typename T>
    size_t add_rows(std::span<const T> block) {
        const uint64_t channel = layout_.channel(next_);
        const size_t width = std::min<uint64_t>(layout_.count - channel, block.size());
        const bool whole = channel == 0 && width == layout_.count;
        const size_t rows = whole ? std::min(block.size() / width, kCountable<T>) : 1;
        for (size_t strip = 0; strip < width; strip += kStrip) {
            const size_t strip_width = std::min(kStrip, width - strip);
            const T* values = block.data() + strip;
            if constexpr (kIsFloat<T>) {
                if (all_finite_) {
                    add_floats<T, true>(values, rows, width, strip_width, channel + strip);
                } else {
                    add_floats<T, false>(values, rows, width, strip_width, channel + strip);
                }
            } else {
                add_integers(values, rows, width, strip_width, channel + strip);
            }
        }
        next_ += rows * width;
        return rows * width;
    }

    template <typename T, bool kFinite>
    void add_floats(const T* values, size_t rows, size_t stride, size_t width, uint64_t channel) {
        using P = Pattern<T>;
        std::array<typename P::Signed, kStrip> low;
        std::array<typename P::Signed, kStrip> high;
        low.fill(P::kHighest);
        high.fill(P::kLowest);
        for (size_t r = 0; r < rows; ++r, values += stride) {
            for (size_t c = 0; c < width; ++c) {
                const auto pattern = P::of(values[c]);
                if constexpr (!kFinite) {
                    if (P::magnitude(pattern) >= P::kInfinity) continue;
                }
                const auto place = P::ordered(pattern);
                low[c] = std::min(low[c], place);
                high[c] = std::max(high[c], place);
            }
        }
        for (size_t c = 0; c < width; ++c) {
            if (low[c] > high[c]) continue;
            widen(channels_[slot(channel + c)], P::number(low[c]), P::number(high[c]));
        }
    }

    template <typename T>
    void add_integers(const T* values, size_t rows, size_t stride, size_t width, uint64_t channel) {
        const Marks<T> marked = marks<T>(channel);
        using Count = std::make_unsigned_t<T>;
        std::array<T, kStrip> low;
        std::array<T, kStrip> high;
        std::array<Count, kStrip> zeros{};
        std::array<Count, kStrip> at_limits{};
        low.fill(std::numeric_limits<T>::max());
        high.fill(std::numeric_limits<T>::min());
        for (size_t r = 0; r < rows; ++r, values += stride) {
            for (size_t c = 0; c < width; ++c) {
                const T value = values[c];
                zeros[c] = static_cast<Count>(zeros[c] + Count{value == marked.zero});
                const bool at_limit = (value <= marked.low) | (value >= marked.high);
                at_limits[c] = static_cast<Count>(at_limits[c] + Count{at_limit});
                low[c] = std::min(low[c], value);
                high[c] = std::max(high[c], value);
            }
        }
        for (size_t c = 0; c < width; ++c) {
            ChannelStatistics& into = channels_[slot(channel + c)];
            widen(into, to_double(low[c]), to_double(high[c]));
            into.zeros += zeros[c];
            into.at_limits += at_limits[c];
        }
    }

    const ChannelLayout& layout_;
    uint64_t next_;  ///< Place of the next block's first element in the constant.
    uint64_t first_channel_;
    bool all_finite_ = true;
    std::span<const int64_t> zero_points_;
    int64_t low_;
    int64_t high_;
    std::vector<ChannelStatistics> channels_;
};

}  // namespace netloupe::lint
