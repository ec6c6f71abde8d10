// Reads any bytes as a TensorFlow Lite model.

#include "formats/tflite.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kTfliteReader, data, size);
    return 0;
}
