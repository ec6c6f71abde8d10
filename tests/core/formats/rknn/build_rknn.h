#pragma once

#include <string>

#include "support/wire_text.h"

/// RKNN models for tests.
namespace netloupe::rknn_test {

inline std::string container(uint64_t version, const std::string& data, const std::string& json) {
    using support::bytes_of;
    return std::string("RKNN\0\0\0\0", 8) + bytes_of(version) + bytes_of<uint64_t>(data.size()) +
           (version > 1 ? std::string(40, '\0') : "") + data + bytes_of<uint64_t>(json.size()) + json;
}

/// A convolution whose constant stands at offset 4 of the data, and the compiled model behind it.
inline std::string small_json() {
    return R"({"name": "n", "version": "1.6.0-abc", "ori_network_platform": "onnx", "target_platform": ["rk3588"],
      "nodes": [{"name": "c", "op": "VSI_NN_OP_CONV2D", "nn": {"conv2d": {"stride": [2, 1], "group": 3}}},
                {"name": "b", "op": "RKNN_OP_NNBG", "nn": {}}],
      "norm_tensor": [
        {"tensor_id": 0, "size": [1, 4], "dtype": {"vx_type": "VSI_NN_TYPE_UINT8", "scale": 0.5, "zero_point": 3,
                                                    "qnt_type": "VSI_NN_QNT_TYPE_AFFINE_ASYMMETRIC"}},
        {"tensor_id": 1, "size": [4], "dtype": {"vx_type": "VSI_NN_TYPE_INT8", "fl": 2, "qnt_type": "VSI_NN_QNT_TYPE_DFP"}}],
      "const_tensor": [{"tensor_id": 0, "size": [2], "offset": 4, "dtype": {"vx_type": "VSI_NN_TYPE_INT8"}}],
      "virtual_tensor": [],
      "connection": [
        {"node_id": 0, "left": "input", "left_tensor_id": 0, "right_tensor": {"type": "norm_tensor", "tensor_id": 0}},
        {"node_id": 0, "left": "input", "left_tensor_id": 1, "right_tensor": {"type": "const_tensor", "tensor_id": 0}},
        {"node_id": 1, "left": "input", "left_tensor_id": 0, "right_node": {"node_id": 0, "tensor_id": 0}},
        {"node_id": 1, "left": "output", "left_tensor_id": 0, "right_tensor": {"type": "norm_tensor", "tensor_id": 1}}],
      "graph": [{"left": "input", "right": "norm_tensor", "right_tensor_id": 0},
                {"left": "output", "right": "norm_tensor", "right_tensor_id": 1}]})";
}

inline std::string compiled() {
    return support::with_identifier(support::flatbuffer("rknn", R"({"compiler": "k", "graphs": [{
        "tensors": [{"name": "x", "data_type": 10, "shape": [1, 2]}, {"name": "w", "data_type": 3, "kind": 4, "shape": [2]},
                    {"name": "y", "data_type": 10, "shape": [1, 2]}],
        "nodes": [{"type": "Conv", "name": "Conv:1", "inputs": [0, 1], "outputs": [2]}], "inputs": [0], "outputs": [2]}]})"),
                                    "RKNN");
}

}  // namespace netloupe::rknn_test
