#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "model/model.h"

namespace netloupe::python {

/// How the elements of an array stand in its bytes.
struct Layout {
    enum class Element : uint8_t { kNumber, kLatin, kUcs4 };

    Element element = Element::kNumber;
    uint64_t element_bytes = 0;
    bool big_endian = false;
    bool deflated =
        false;           ///< The span is raw deflate data of a storage, in which the array begins at `start`.
    uint64_t start = 0;  ///< Bytes in front of the first element of a deflated array.
    std::span<const int64_t> shape;
    std::span<const int64_t> strides;  ///< In elements, one a dimension.
};

/// Bytes from the first element of the array to behind its last; 0 for an array without elements. Nothing
/// when a number is negative or the sum overflows.
std::optional<uint64_t> extent_bytes(const Layout& layout);

/// Strides of a dense array, the last index running fastest, or the first one.
std::vector<int64_t> dense_strides(std::span<const int64_t> shape, bool fortran);

/// Whether the elements are a dense row of little-endian numbers in the order of C.
bool is_dense(const Layout& layout);

/// Gives the constant, whose span is set, its shape and, where it is not dense, what its decoder needs.
void set_layout(Model& model, Constant& constant, const Layout& layout);

}  // namespace netloupe::python
