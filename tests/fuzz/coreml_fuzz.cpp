// Reads any bytes as a Core ML model.

#include "formats/coreml.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kCoremlReader, data, size);
    return 0;
}
