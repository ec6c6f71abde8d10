#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace netloupe {

/// A 32-bit index into the vector that holds a Tag's elements. Distinct tags do not mix. Default is "none".
template <typename Tag>
struct Id {
    static constexpr uint32_t kNone = UINT32_MAX;

    uint32_t value = kNone;

    constexpr Id() = default;
    constexpr explicit Id(uint32_t v) : value(v) {}
    constexpr explicit Id(size_t v) : value(static_cast<uint32_t>(v)) {}

    [[nodiscard]] constexpr bool valid() const { return value != kNone; }
    [[nodiscard]] constexpr size_t index() const { return value; }
    friend constexpr bool operator==(Id, Id) = default;
    friend constexpr auto operator<=>(Id, Id) = default;
};

/// Elements [begin, begin + count) of some pool.
struct Range {
    uint32_t begin = 0;
    uint32_t count = 0;

    [[nodiscard]] constexpr bool empty() const { return count == 0; }
    [[nodiscard]] constexpr uint32_t end() const { return begin + count; }
    friend constexpr bool operator==(Range, Range) = default;
};

}  // namespace netloupe

template <typename Tag>
struct std::hash<netloupe::Id<Tag>> {
    size_t operator()(netloupe::Id<Tag> id) const noexcept { return std::hash<uint32_t>{}(id.value); }
};
