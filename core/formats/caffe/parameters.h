#pragma once

#include "base/mapped_file.h"
#include "model/model.h"

namespace netloupe::caffe {

/// Which generation of layers a message is of.
enum class Generation : uint8_t { kV0, kV1, kV2 };

/// The attributes of a layer, from those of its fields that are options: what an *_param message has, each by
/// its name; other messages as JSON. Fields that the schema does not have are left out. Names of the first
/// generation are told as today's.
void read_parameters(Model& model, Generation generation, Bytes fields, std::vector<Attribute>& attributes);

}  // namespace netloupe::caffe
