#pragma once

#include "formats/reader.h"

namespace netloupe {

/// What torch.save() wrote, as a zip archive, as the pickles of before version 1.6, and as the tar archive of
/// the first versions; and the index of a checkpoint that is split over several files.
extern const FormatReader kPytorchReader;

}  // namespace netloupe
