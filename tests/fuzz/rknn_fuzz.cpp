// Reads any bytes as an RKNN model.

#include "formats/rknn.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kRknnReader, data, size);
    return 0;
}
