#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace netloupe {

/// Why a file name that a model gives for its external data must not be opened, judged by its text alone;
/// empty when the text is fine. A model from a stranger may name only files in its own folder or below: no
/// empty name, no absolute path, drive, `file:` or `~`, no `..` component (split on / and \), no NUL.
std::string_view why_location_escapes(std::string_view location);

/// The path of `location` inside the folder of `model_path`, its symbolic links followed. Errors: kInvalid
/// when the text or a symbolic link leads outside that folder, kNotFound when there is no such file, kIo when
/// it is not a regular file.
Result<std::string> resolve_beside(const std::string& model_path, std::string_view location);

}  // namespace netloupe
