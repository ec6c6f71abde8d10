#pragma once

#include "checkpoint.h"

namespace netloupe::torch {

/// Whether the file begins like what torch.save() wrote before version 1.6: a pickle of a magic number.
bool is_legacy(Bytes head);
/// Reads such a file: pickles one after the other, then the storages.
Result<void> read_legacy(Checkpoint& checkpoint, FileId file);

/// Whether the file is the tar archive of the first versions of PyTorch.
bool is_legacy_tar(Bytes head);
Result<void> read_legacy_tar(Checkpoint& checkpoint, FileId file);

}  // namespace netloupe::torch
