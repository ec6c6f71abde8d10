#pragma once

#include "formats/reader.h"

namespace netloupe {

/// Caffe: a network as text (.prototxt) or binary with its weights (.caffemodel), with layers of all three
/// generations.
extern const FormatReader kCaffeReader;

}  // namespace netloupe
