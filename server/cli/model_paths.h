#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace netloupe::cli {

/// Standard input, as a path on the command line.
inline constexpr std::string_view kStandardInput = "-";

/// The files that paths on the command line mean, each once, in their order: a folder means the models in it
/// and below, known by their extension and sorted; a pattern (`models/**/*.onnx`) that names no file itself
/// means the files that it fits. A file of weights whose model is among them too is left out. Hidden folders
/// are. Errors: kNotFound for a folder without models, and for a pattern that fits nothing.
Result<std::vector<std::string>> model_paths(std::span<const std::string> paths);

}  // namespace netloupe::cli
