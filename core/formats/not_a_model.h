#pragma once

#include <string_view>

#include "base/mapped_file.h"

namespace netloupe {

/// What a file is that is not a model, told by its first bytes: "a Git LFS pointer; fetch the real file with
/// git lfs pull". Empty when the bytes tell nothing.
std::string_view what_else_it_is(Bytes head);

}  // namespace netloupe
