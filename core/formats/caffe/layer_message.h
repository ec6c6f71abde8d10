#pragma once

#include <string_view>
#include <vector>

#include "containers/protobuf_wire.h"
#include "parameters.h"

namespace netloupe::caffe {

/// A layer of any generation as it lies in its file.
struct LayerMessage {
    Generation generation = Generation::kV2;
    std::string_view name;
    std::string_view type;  ///< Today's name: "InnerProduct" for INNER_PRODUCT and innerproduct.
    std::vector<std::string_view> bottoms;
    std::vector<std::string_view> tops;
    std::vector<wire::Field> blobs;
    std::vector<std::byte> options;  ///< The other fields, one behind the other.
    bool is_cut = false;             ///< Its message ends before its fields do.

    static LayerMessage read(Bytes file, const wire::Field& message, bool is_v1);
};

}  // namespace netloupe::caffe
