#pragma once

#include <string>
#include <vector>

#include "support/wire_text.h"

/// Programs and parameters of PaddlePaddle for tests.
namespace netloupe::paddle_test {

/// A tensor as it stands in a file of parameters; type 5 is float32.
inline std::string stored(const std::string& dims, const std::string& values, int type = 5) {
    using support::bytes_of;
    const std::string description =
        support::message("paddle", "TensorDesc", "data_type: " + std::to_string(type) + dims);
    return bytes_of<uint32_t>(0) + bytes_of<uint64_t>(0) + bytes_of<uint32_t>(0) +
           bytes_of(static_cast<int32_t>(description.size())) + description + values;
}

inline std::string floats(const std::vector<float>& values) {
    std::string out;
    for (const float value : values) out += support::bytes_of(value);
    return out;
}

inline std::string variable(const std::string& name, const std::string& dims, bool kept = false) {
    return "vars { name: '" + name + "' type { type: 7 lod_tensor { tensor { data_type: 5 " + dims +
           " } } }" + (kept ? " persistable: true" : "") + " } ";
}

/// y = x * w + b, where w and b are parameters.
inline std::string small_program() {
    return support::message("paddle", "ProgramDesc",
                            "blocks { idx: 0 parent_idx: -1 "
                            "vars { name: 'feed' type { type: 9 } persistable: true } "
                            "vars { name: 'fetch' type { type: 10 } persistable: true } " +
                                variable("x", "dims: -1 dims: 2") + variable("w", "dims: 2 dims: 1", true) +
                                variable("b", "dims: 1", true) + variable("t", "dims: -1 dims: 1") +
                                variable("y", "dims: -1 dims: 1") +
                                R"(ops { type: 'feed' inputs { parameter: 'X' arguments: 'feed' }
                     outputs { parameter: 'Out' arguments: 'x' } attrs { name: 'col' type: INT i: 0 } }
               ops { type: 'matmul_v2' inputs { parameter: 'X' arguments: 'x' }
                     inputs { parameter: 'Y' arguments: 'w' } outputs { parameter: 'Out' arguments: 't' }
                     attrs { name: 'trans_x' type: BOOLEAN b: true } attrs { name: 'alpha' type: FLOAT f: 0.5 }
                     attrs { name: 'shape' type: INTS ints: 3 ints: -4 } attrs { name: 'mode' type: STRING s: 'a' }
                     attrs { name: 'big' type: LONG l: 5000000000 } }
               ops { type: 'elementwise_add' inputs { parameter: 'X' arguments: 't' }
                     inputs { parameter: 'Y' arguments: 'b' } outputs { parameter: 'Out' arguments: 'y' } }
               ops { type: 'fetch' inputs { parameter: 'X' arguments: 'y' }
                     outputs { parameter: 'Out' arguments: 'fetch' } }
             } version { version: 2004001 })");
}

/// The parameters of small_program(), in the order of their names.
inline std::string small_parameters() {
    return stored(" dims: 1", floats({7})) + stored(" dims: 2 dims: 1", floats({1, 2}));
}

inline std::string small_pir() {
    return R"({"base_code": {"magic": "pir", "version": 1}, "program": {"regions": [{"#": "region_0", "blocks": [
      {"#": "block_0", "args": [], "ops": [
        {"#": "p", "A": [0, 1, 1, "w"], "O": {"%": 1, "TT": {"#": "0.t_dtensor", "D": [{"#": "0.t_f32"}, [2, 1], "NCHW", [], 0]}}},
        {"#": "1.data", "A": [{"N": "name", "AT": {"#": "0.a_str", "D": "x"}}], "I": [],
         "O": [{"%": 2, "TT": {"#": "0.t_dtensor", "D": [{"#": "0.t_f32"}, [-1, 2], "NCHW", [], 0]}}]},
        {"#": "1.if", "A": [{"N": "n", "AT": {"#": "0.a_i32", "D": 3}}], "I": [{"%": 2}],
         "O": [{"%": 3, "TT": {"#": "0.t_dtensor", "D": [{"#": "0.t_f32"}, [-1, 1], "NCHW", [], 0]}}],
         "regions": [{"#": "region_1", "blocks": [{"#": "block_1", "args": [], "ops": [
            {"#": "1.matmul", "A": [{"N": "s", "AT": {"#": "0.a_array", "D": [{"#": "0.a_i32", "D": 1}, {"#": "0.a_i32", "D": 2}]}}],
             "I": [{"%": 2}, {"%": 1}], "O": [{"%": 4, "TT": {"#": "0.t_dtensor", "D": [{"#": "0.t_f32"}, [-1, 1], "NCHW", [], 0]}}]},
            {"#": "2.yield", "A": [], "I": [{"%": 4}], "O": []}]}]}]},
        {"#": "1.fetch", "A": [], "I": [{"%": 3}], "O": [{"%": 5}]}]}]}]}})";
}

}  // namespace netloupe::paddle_test
