// Reads any bytes as an ExecuTorch program.

#include "formats/executorch.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kExecutorchReader, data, size);
    return 0;
}
