// Reads any bytes as a Darknet network.

#include "formats/darknet.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kDarknetReader, data, size);
    return 0;
}
