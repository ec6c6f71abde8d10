// Reads any bytes as a model in ONNX Runtime's format.

#include "formats/ort.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kOrtReader, data, size);
    return 0;
}
