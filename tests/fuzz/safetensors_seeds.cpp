// safetensors_seeds FOLDER: writes seeds for safetensors_fuzz.

#include "build_safetensors.h"
#include "write_seeds.h"

int main(int argc, char** argv) {
    using netloupe::safetensors_test::file;
    return netloupe::fuzz::write_seeds(
        argc, argv,
        {{"two.safetensors",
          file(R"({"__metadata__":{"format":"pt"},"a.w":{"dtype":"F16","shape":[2],"data_offsets":[0,4]},)"
               R"("a.b":{"dtype":"F6_E2M3","shape":[4],"data_offsets":[4,7]}})",
               7)},
         {"index.json",
          R"({"metadata":{"total_size":4},"weight_map":{"a":"m-00001-of-00001.safetensors"}})"}});
}
