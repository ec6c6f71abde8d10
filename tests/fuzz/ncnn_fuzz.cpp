// Reads any bytes as an ncnn network.

#include "formats/ncnn.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kNcnnReader, data, size);
    return 0;
}
