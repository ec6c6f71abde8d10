#include <array>

#include "formats/onnx.h"
#include "formats/ort.h"
#include "formats/reader.h"
#include "formats/tflite.h"

namespace netloupe {

std::span<const FormatReader* const> format_readers() {
    static constexpr std::array<const FormatReader*, 3> kReaders = {&kOnnxReader, &kOrtReader,
                                                                    &kTfliteReader};
    return kReaders;
}

}  // namespace netloupe
