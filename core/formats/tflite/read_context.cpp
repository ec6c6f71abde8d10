#include "read_context.h"

#include <utility>

#include "base/limits.h"
#include "schemas/tflite_bfbs_generated.h"

namespace netloupe::tflite {

ReadContext::ReadContext(Model& into, const CancelToken& token)
    : model(into), cancel(token), source(into.files[0].bytes()), schema(wire::ModelBinarySchema::data()) {}

void ReadContext::damage(Error error, Place place) {
    if (model.damages.size() >= limits::kDamages) return;
    model.damages.push_back({std::move(error), place.graph, place.node, place.tensor});
}

bool ReadContext::hopeless() const {
    return source.exhausted() || model.damages.size() >= limits::kDamages || cancel.cancelled();
}

}  // namespace netloupe::tflite
