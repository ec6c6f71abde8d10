#pragma once

#include <memory>
#include <unordered_map>

#include "containers/pickle.h"
#include "formats/python/object_graph.h"

namespace netloupe::sklearn {

/// A pickle as joblib writes it: behind the description of an array stand its data, not instructions; arrays
/// of objects are pickles of their own there.
struct JoblibPickle {
    pickle::Pickle pickle;
    std::unordered_map<pickle::ValueId, python::Span> data;
    std::unordered_map<pickle::ValueId, std::unique_ptr<JoblibPickle>> nested;
};

/// Takes apart the pickle that is that file of the model, or what of it begins at `begin`.
std::unique_ptr<JoblibPickle> read_joblib(const Model& model, FileId file, uint64_t begin = 0);

}  // namespace netloupe::sklearn
