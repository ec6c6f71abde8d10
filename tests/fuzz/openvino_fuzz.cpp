// Reads any bytes as OpenVINO IR.

#include "formats/openvino.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kOpenVinoReader, data, size);
    return 0;
}
