// Reads any bytes as an ONNX model, in the binary and the text forms.

#include "formats/onnx.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kOnnxReader, data, size);
    return 0;
}
