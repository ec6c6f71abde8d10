#pragma once

#include <cstdint>
#include <span>

#include "base/cancellation.h"
#include "model/model.h"

namespace netloupe::caffe {

/// Reads the NetParameter message in files[0]. `lines` are those of its layers when it was a text, whose
/// weights are then looked for in the .caffemodel of the same name.
Result<void> read_network(Model& model, const CancelToken& cancel, std::span<const uint32_t> lines,
                          bool is_text);

}  // namespace netloupe::caffe
