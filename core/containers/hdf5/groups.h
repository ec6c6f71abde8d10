#pragma once

#include "containers/hdf5.h"
#include "object_header.h"

namespace netloupe::hdf5 {

/// The links of the group that the header describes, wherever they stand. What is damaged is told in
/// `damages`. Error kLimit.
Result<std::vector<Link>> read_links(Image& image, const Header& header, std::vector<Error>& damages);

}  // namespace netloupe::hdf5
