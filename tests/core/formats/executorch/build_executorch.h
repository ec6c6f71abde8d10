#pragma once

#include <string>

#include "support/wire_text.h"

/// Programs of ExecuTorch for tests.
namespace netloupe::executorch_test {

/// A header with segments behind a flatbuffer of that many bytes.
inline std::string header(const std::string& magic, uint64_t flatbuffer_bytes, bool tensors) {
    using support::bytes_of;
    const uint64_t whole = flatbuffer_bytes + 4 + (tensors ? 40 : 32);
    std::string out = magic + bytes_of<uint32_t>(tensors ? 40 : 32);
    if (tensors) out += bytes_of<uint64_t>(0);
    return out + bytes_of<uint64_t>(whole) + bytes_of<uint64_t>(whole) + bytes_of<uint64_t>(0);
}

/// A program without segments.
inline std::string program(const std::string& json) {
    return support::with_identifier(support::flatbuffer("executorch", json), "ET12");
}

/// A program with `segments` behind it.
inline std::string program(const std::string& json, const std::string& segments) {
    const std::string plain = support::flatbuffer("executorch", json);
    return support::with_identifier(plain, "ET12" + header("eh00", plain.size(), false)) + segments;
}

inline std::string tensors(const std::string& json, const std::string& segments) {
    const std::string plain = support::flatbuffer("executorch", json, "netloupe.wire.executorch.TensorFile");
    return support::with_identifier(plain, "FT01" + header("FH01", plain.size(), true)) + segments;
}

inline std::string float_tensor(const std::string& sizes, const std::string& rest = "") {
    return R"({"value_type": "Tensor", "value": {"scalar_type": "FLOAT", "sizes": )" + sizes + rest + "}}";
}

/// y = x + w * 2, then a delegate, then a copy.
inline std::string small_program() {
    const std::string values = "[" + float_tensor("[2]") + "," +
                               float_tensor("[2]", R"(, "buffer": 1, "dim_order": [0])") + "," +
                               R"({"value_type": "Int", "value": {"value": 2}},)" +
                               float_tensor("[2]", R"(, "allocation": {"memory_id": 1, "offset_low": 16})") +
                               "," + float_tensor("[2]") + "," + float_tensor("[2]") + "]";
    return program(R"({
        "version": 0,
        "plans": [{
            "name": "forward",
            "values": )" +
                       values + R"(,
            "inputs": [0], "outputs": [5],
            "operators": [{"name": "aten::add", "overload": "out"}],
            "delegates": [{"backend": "XnnpackBackend", "processed": {"location": "SEGMENT", "index": 1},
                           "compile_specs": [{"key": "level", "value": [52]}]}],
            "chains": [{"instructions": [
                {"call_type": "KernelCall", "call": {"op_index": 0, "args": [0, 1, 2, 3, 3]}},
                {"call_type": "DelegateCall", "call": {"delegate": 0, "args": [3, 4]}},
                {"call_type": "MoveCall", "call": {"from": 4, "to": 5}}
            ]}],
            "buffer_sizes": [0, 64]
        }],
        "segments": [{"offset": 0, "size": 8}, {"offset": 8, "size": 3}],
        "constant_segment": {"segment": 0, "offsets": [0, 0]}
    })",
                   support::bytes_of(1.5F) + support::bytes_of(2.5F) + "abc");
}

}  // namespace netloupe::executorch_test
