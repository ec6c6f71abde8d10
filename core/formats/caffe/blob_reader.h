#pragma once

#include "containers/protobuf_wire.h"
#include "model/model.h"

namespace netloupe::caffe {

/// What a blob is to its layer decides how many dimensions the old messages mean: they always have four.
enum class BlobUse : uint8_t { kKernel, kMatrix, kVector, kOther };

/// The values of a blob that lies in the file.
Constant read_blob(Model& model, FileId file, const wire::Field& message, StringId name, BlobUse use);

}  // namespace netloupe::caffe
