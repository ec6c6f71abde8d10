#pragma once

#include <string_view>

#include "containers/hdf5.h"
#include "model/model.h"

namespace netloupe::hdf5 {

/// Where an HDF5 file stands in a model: the bytes [offset, offset + length) of one of its files.
struct Place {
    FileId file;
    uint64_t offset = 0;
    uint64_t length = 0;
};

/// Adds the constant that the dataset of `object` is. What stands in one piece, as numbers in our order of
/// bytes, is a span; all else is decoded when somebody asks for values. `dtype` overrides the type where the
/// format that uses the file knows better (bfloat16). Where the values cannot be read, the state says so and
/// `why` gets the reason.
ConstantId add_constant(Model& model, const Place& place, const Object& object, std::string_view name,
                        std::optional<DataType> dtype, std::optional<Error>& why);

}  // namespace netloupe::hdf5
