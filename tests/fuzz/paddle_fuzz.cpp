// Reads any bytes as a PaddlePaddle program or its parameters.

#include "formats/paddle.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kPaddleReader, data, size);
    return 0;
}
