#pragma once

#include <span>
#include <string_view>

namespace netloupe::targets {

/// A file of data/, as it is.
struct BundledTarget {
    std::string_view id;  ///< Its name without the extension.
    std::string_view json;
};

/// In alphabetical order. The build writes the definition from the files.
std::span<const BundledTarget> bundled_targets();

}  // namespace netloupe::targets
