#include "read_context.h"

#include "schemas/tflite_bfbs_generated.h"

namespace netloupe::tflite {

ReadContext::ReadContext(Model& into, const CancelToken& token)
    : FlatReading(into, token, wire::ModelBinarySchema::data()) {}

}  // namespace netloupe::tflite
