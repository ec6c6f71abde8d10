// caffe_seeds FOLDER: writes seeds for caffe_fuzz.

#include <google/protobuf/text_format.h>

#include "schemas/caffe.pb.h"
#include "write_seeds.h"

int main(int argc, char** argv) {
    const std::string today = R"(name: "n" input: "x" input_shape { dim: 1 dim: 3 }
        layer { name: "i" type: "Input" top: "d" input_param { shape { dim: 1 } } }
        layer { name: "c" type: "Convolution" bottom: "x" top: "c" convolution_param { num_output: 2 kernel_size: 3 }
                blobs { shape { dim: 2 } data: 1 data: 2 } blobs { num: 1 channels: 1 height: 1 width: 1 data: 5 }
                blobs { double_data: 1 } blobs { raw_data_type: FLOAT16 raw_data: "ab" } include { phase: TRAIN } }
        layer { name: "r" type: "ReLU" bottom: "c" top: "c" })";
    const std::string old = R"(input: "x" input_dim: 1 input_dim: 3 input_dim: 4 input_dim: 4
        layers { bottom: "x" top: "y" layer { name: "c" type: "conv" num_output: 5 kernelsize: 3 } }
        layers { name: "fc" type: INNER_PRODUCT bottom: "y" top: "z" inner_product_param { num_output: 4 } })";
    netloupe::schema::caffe::NetParameter network;
    if (!google::protobuf::TextFormat::ParseFromString(today, &network)) return 1;
    return netloupe::fuzz::write_seeds(
        argc, argv,
        {{"m.prototxt", today}, {"old.prototxt", old}, {"m.caffemodel", network.SerializeAsString()}});
}
