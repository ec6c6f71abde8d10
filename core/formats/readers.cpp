#include "formats/reader.h"

namespace netloupe {

std::span<const FormatReader* const> format_readers() {
    return {};
}

}  // namespace netloupe
