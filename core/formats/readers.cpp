#include <array>

#include "formats/reader.h"
#include "formats/tflite.h"

namespace netloupe {

std::span<const FormatReader* const> format_readers() {
    static constexpr std::array<const FormatReader*, 1> kReaders = {&kTfliteReader};
    return kReaders;
}

}  // namespace netloupe
