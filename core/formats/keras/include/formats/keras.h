#pragma once

#include "formats/reader.h"

namespace netloupe {

/// Keras of every generation: HDF5 files and archives with a model, its weights alone, and JSON with its
/// layers alone. HDF5 files of others are trees of their datasets.
extern const FormatReader kKerasReader;

}  // namespace netloupe
