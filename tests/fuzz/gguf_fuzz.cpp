// Reads any bytes as GGUF.

#include "formats/gguf.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kGgufReader, data, size);
    return 0;
}
