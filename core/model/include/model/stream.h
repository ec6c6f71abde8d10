#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <variant>

#include "model/model.h"

namespace netloupe {

/// Bit patterns of 16-bit floating formats, which C++ has no types for.
struct Float16 {
    uint16_t bits;
};
struct BFloat16 {
    uint16_t bits;
};

/// Some consecutive elements of a constant. Integers of less than 8 bits arrive as 8-bit ones, booleans as
/// uint8, floats of less than 16 bits as float; 16-bit floats as float where the file does not keep a dense
/// array of them.
using Block = std::variant<std::span<const int8_t>, std::span<const uint8_t>, std::span<const int16_t>,
                           std::span<const uint16_t>, std::span<const int32_t>, std::span<const uint32_t>,
                           std::span<const int64_t>, std::span<const uint64_t>, std::span<const float>,
                           std::span<const double>, std::span<const Float16>, std::span<const BFloat16>>;

/// Elements of a window of a constant: all that needs to be in memory of it at one time.
uint64_t window_elements(const Constant& constant);

/// Calls `visit` with elements [first, first + count) in row-major order, block by block; fewer when the
/// constant ends. The blocks of a dense constant hold a multiple of 64 bytes, but for the last. Much faster
/// than read_values(), and the memory it needs is bounded for dense constants. Errors: as read_values();
/// kUnsupported for text and complex numbers.
Result<void> stream(const Model& model, const Constant& constant, uint64_t first, uint64_t count,
                    const std::function<void(const Block&)>& visit);

/// Asks the system to read the elements' bytes ahead (`expect`), or to take them off this process's memory
/// (`release`). Only hints; bytes that were released come back when they are touched.
void expect(const Model& model, const Constant& constant, uint64_t first, uint64_t count);
void release(const Model& model, const Constant& constant, uint64_t first, uint64_t count);

double to_double(Float16 value);
double to_double(BFloat16 value);
template <typename T>
    requires std::is_arithmetic_v<T>
double to_double(T value) {
    return static_cast<double>(value);
}

}  // namespace netloupe
