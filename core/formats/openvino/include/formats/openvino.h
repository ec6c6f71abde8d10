#pragma once

#include "formats/reader.h"

namespace netloupe {

/// OpenVINO IR, versions 2 to 11: the network in .xml, its weights in the .bin of the same name beside it.
extern const FormatReader kOpenVinoReader;

}  // namespace netloupe
