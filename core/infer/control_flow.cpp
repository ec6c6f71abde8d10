// Operators that run graphs, and calls of functions.

#include <array>

#include "operator_functions.h"
#include "shape_rules.h"

namespace netloupe::infer {

void call_node(Context& c, GraphId function) {
    const auto results = c.call(function);
    for (size_t i = 0; i < results.size(); ++i) c.set_fact(i, results[i]);
}

}  // namespace netloupe::infer
