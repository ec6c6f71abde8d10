#pragma once

#include <cstddef>

/// ggml's blocks of quantized weights: each function decodes one block.
namespace netloupe::gguf {

void decode_q4_0(const std::byte* block, float* out);
void decode_q4_1(const std::byte* block, float* out);
void decode_q5_0(const std::byte* block, float* out);
void decode_q5_1(const std::byte* block, float* out);
void decode_q8_0(const std::byte* block, float* out);
void decode_q8_1(const std::byte* block, float* out);
void decode_q2_k(const std::byte* block, float* out);
void decode_q3_k(const std::byte* block, float* out);
void decode_q4_k(const std::byte* block, float* out);
void decode_q5_k(const std::byte* block, float* out);
void decode_q6_k(const std::byte* block, float* out);
void decode_q8_k(const std::byte* block, float* out);
void decode_q1_0(const std::byte* block, float* out);
void decode_q2_0(const std::byte* block, float* out);
void decode_tq1_0(const std::byte* block, float* out);
void decode_tq2_0(const std::byte* block, float* out);
void decode_mxfp4(const std::byte* block, float* out);
void decode_nvfp4(const std::byte* block, float* out);
void decode_iq4_nl(const std::byte* block, float* out);
void decode_iq4_xs(const std::byte* block, float* out);
// By codebooks.
void decode_iq2_xxs(const std::byte* block, float* out);
void decode_iq2_xs(const std::byte* block, float* out);
void decode_iq2_s(const std::byte* block, float* out);
void decode_iq3_xxs(const std::byte* block, float* out);
void decode_iq3_s(const std::byte* block, float* out);
void decode_iq1_s(const std::byte* block, float* out);
void decode_iq1_m(const std::byte* block, float* out);

}  // namespace netloupe::gguf
