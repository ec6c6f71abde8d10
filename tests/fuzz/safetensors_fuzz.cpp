// Reads any bytes as Safetensors.

#include "formats/safetensors.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kSafetensorsReader, data, size);
    return 0;
}
