#pragma once

#include <array>
#include <cstdint>

namespace netloupe::gguf {

// Points of 8 elements of 2 bits.
extern const std::array<uint16_t, 256> kIq2Xxs;
extern const std::array<uint16_t, 512> kIq2Xs;
extern const std::array<uint16_t, 1024> kIq2S;
extern const std::array<uint16_t, 2048> kIq1;
// Points of 4 elements of 3 bits.
extern const std::array<uint16_t, 256> kIq3Xxs;
extern const std::array<uint16_t, 512> kIq3S;

}  // namespace netloupe::gguf
