#pragma once

#include <optional>

#include "containers/hdf5.h"
#include "object_header.h"

/// What the messages of an object's header say.
namespace netloupe::hdf5 {

/// A type; form kOther when it is none that is known.
ElementType read_type(Fields fields);

/// The extents of a dataspace; nothing when it is damaged.
std::optional<std::vector<int64_t>> read_extents(Fields fields);

Result<Attribute> read_attribute(Image& image, Fields fields);

/// A link, which its message or a heap holds; nothing when it is damaged.
std::optional<Link> read_link(Fields fields);

/// The dataset that the header describes. Errors: kCorrupt, kUnsupported when its type or shape is not known.
Result<Dataset> read_dataset(Image& image, const Header& header);

}  // namespace netloupe::hdf5
