#pragma once

#include <optional>

#include "model/model.h"

/// Weights that MNN keeps as bits: a header with their shape, a table of the integers that occur, and each
/// weight as the number of its integer, packed with the highest bits first. A sparse form keeps only those
/// that are not zero, each behind its distance from the last.
namespace netloupe::mnn {

enum class Coding : uint8_t { kDense, kSparse };

/// What the header says.
struct CodedHeader {
    uint64_t count = 0;       ///< Weights.
    uint32_t index_bits = 0;  ///< Of one weight.
};
std::optional<CodedHeader> coded_header(Bytes bytes, Coding coding, bool wide_shape);

/// Sets the decoder of a constant that is such bytes. What a sparse form leaves out is 0; where minimum and
/// scale of each channel stand in `ranges`, it is the integer that stands for 0 there.
void set_coded(Constant& constant, Coding coding, bool wide_shape, ConstantId ranges = {});

}  // namespace netloupe::mnn
