// Reads any bytes as NumPy array or archive.

#include "formats/numpy.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kNumpyReader, data, size);
    return 0;
}
