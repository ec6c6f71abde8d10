#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "model/model.h"

namespace netloupe {

/// Decoded values of a constant. Floating types arrive as double (exact), signed integers and booleans as
/// int64, unsigned as uint64, complex as alternating real and imaginary doubles.
using Values =
    std::variant<std::vector<double>, std::vector<int64_t>, std::vector<uint64_t>, std::vector<std::string>>;

/// Reads values that are not a dense little-endian array (typed protobuf fields, sparse tensors, string
/// tables). A format registers one static object per storage form and points Constant::decoder at it.
/// Thread-safe, because it has no state.
class ConstantDecoder {
public:
    ConstantDecoder() = default;
    ConstantDecoder(const ConstantDecoder&) = delete;
    ConstantDecoder& operator=(const ConstantDecoder&) = delete;
    virtual ~ConstantDecoder() = default;
    /// Elements [first, first + count) of the dense row-major tensor, fewer at its end.
    [[nodiscard]] virtual Result<Values> decode(const Model& model, const Constant& constant, uint64_t first,
                                                uint64_t count) const = 0;
};

/// The bytes of the constant's span. Error kCorrupt when the span leaves its file, kNotFound when state is
/// not kPresent.
Result<Bytes> constant_bytes(const Model& model, const Constant& constant);

/// Elements [first, first + count) in row-major order; fewer when the tensor ends. Reads only the bytes it
/// needs. Errors: as constant_bytes(); kUnsupported for types without values (resource, variant).
Result<Values> read_values(const Model& model, const Constant& constant, uint64_t first, uint64_t count);

/// Decodes `count` densely packed little-endian elements at the front of `bytes`, skipping `first`.
Result<Values> decode_dense(DataType dtype, Bytes bytes, uint64_t first, uint64_t count);

/// All values as double; empty for strings.
std::vector<double> to_doubles(const Values& values);
size_t size(const Values& values);

/// IEEE binary16 and the smaller floating formats to double, by their bit patterns.
double half_to_double(uint16_t bits);
double small_float_to_double(DataType dtype, uint8_t bits);

}  // namespace netloupe
