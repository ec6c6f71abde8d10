#pragma once

#include "base/cancellation.h"
#include "formats/python/object_graph.h"
#include "formats/pytorch/tensors.h"

namespace netloupe::torch {

/// What was saved, as it is read into the model: one file's objects, or those of several.
struct Checkpoint {
    explicit Checkpoint(Model& into) : model(into), graph(into) {}

    /// Adds the objects of a pickle, which is part of that file, below a path.
    void add(const pickle::Pickle& pickle, FileId file, const Tensors::Find& find, bool big_endian,
             std::string_view path = {});
    void damage(Error error);

    Model& model;
    python::ObjectGraph graph;
    std::string location;  ///< Of the file that is being read, when it is not the one that was opened.
};

/// Reads a file in whichever of its forms it is. Errors: kUnknownFormat, kCorrupt, kLimit.
Result<void> read_checkpoint(Checkpoint& checkpoint, FileId file);

}  // namespace netloupe::torch
