// Reads any bytes as a model of Keras: HDF5, an archive or JSON.

#include "formats/keras.h"
#include "touch_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    netloupe::fuzz::read_and_touch(netloupe::kKerasReader, data, size);
    return 0;
}
