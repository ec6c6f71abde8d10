// Reads any bytes as a Caffe network.

#include "formats/caffe.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kCaffeReader, data, size);
    return 0;
}
