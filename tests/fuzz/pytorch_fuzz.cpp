// Reads any bytes as what PyTorch saved.

#include "formats/pytorch.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kPytorchReader, data, size);
    return 0;
}
