// Reads any bytes as pickled objects.

#include "formats/sklearn.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kSklearnReader, data, size);
    return 0;
}
