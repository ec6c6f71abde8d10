// Reads any bytes as an MNN network.

#include "formats/mnn.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kMnnReader, data, size);
    return 0;
}
