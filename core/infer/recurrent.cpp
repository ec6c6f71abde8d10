// Recurrent layers of ONNX.

#include "recurrent.h"

#include <array>

#include "operator_functions.h"
#include "shape_rules.h"

namespace netloupe::infer {

void recur(Context& c) {
    for (size_t i = 0; i < c.outputs(); ++i) c.set_type(i, c.dtype(0));
    const auto data = c.shape(0);
    const bool batch_first = c.integer("layout", 0) == 1;
    const bool complete = data && data->size() == 3;
    const DimId steps = complete ? (*data)[batch_first ? 1 : 0] : DimId();
    const DimId batch = complete ? (*data)[batch_first ? 0 : 1] : DimId();
    const DimId directions = c.dims().constant(c.text("direction", "forward") == "bidirectional" ? 2 : 1);
    DimId hidden;
    const auto recurrence = c.shape(2);
    if (c.has_attribute("hidden_size")) {
        hidden = c.dims().constant(c.integer("hidden_size", 0));
    } else if (recurrence && recurrence->size() == 3) {
        hidden = (*recurrence)[2];
    }
    const DimList last =
        batch_first ? DimList{batch, directions, hidden} : DimList{directions, batch, hidden};
    c.set_shape(0, batch_first ? DimList{batch, steps, directions, hidden}
                               : DimList{steps, directions, batch, hidden});
    c.set_shape(1, last);
    c.set_shape(2, last);
}

namespace {

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"GRU", recur},
    {"LSTM", recur},
    {"RNN", recur},
});

}  // namespace

std::span<const OperatorFunction> recurrent_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
