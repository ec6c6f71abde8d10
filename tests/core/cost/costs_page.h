#pragma once

#include <map>
#include <string>

#include "cost/coverage.h"

namespace netloupe::cost::test {

/// docs/costs.md.
inline std::string costs_page() {
    std::string page = R"(# Costs

Netloupe counts what each node of a model costs each time it runs, from the shapes of its tensors: as a number, as a formula over the names of
dimensions that have no number (`32*batch*seq`), or as unknown, never as a guess. A sum of which a part is unknown says so: "at least 4.09 G; 2 nodes
unknown". So does what exceeds 64 bits. `netloupe show --bind batch=1,seq=128` and the setting `bindings` give names numbers. Dynamic
dimensions of TensorFlow Lite have the extents that the file keeps for an interpreter that nobody resizes.

- A **MAC** is a multiplication with its addition. **FLOPs** are two for each MAC, and one for each other operation on an element: an addition, a
  comparison, a root, an exponential. Integer operations count like those of real numbers. Biases are FLOPs, and so are fused activations.
- **Bytes read and written** are those of the tensors as an operator sees them, each once for a node; no cache is assumed. Elements of less than a
  byte are packed. **Activation traffic** is what of them is not constant. **Intensity** is FLOPs for each byte read or written.
- **Parameters** are elements of the distinct stored constants that are data, weights or biases: no shapes, indices, bounds, scales or zero points,
  and no integers of 64 bits, booleans or texts. Two tensors that are the same bytes of the file are one. Weights of classical models, which are
  attributes, are not counted.
- Nodes that hang on **constants alone** (a DequantizeLinear of weights, a Constant) run once when the model is loaded and cost nothing after; the
  stored constants behind them belong to the node that uses them, who reads them as they are stored.
- **Views** (Reshape, Flatten, Squeeze, Unsqueeze, Identity, Bitcast, Dropout) cost nothing: runtimes give the same bytes another name.
- **If** costs its dearer branch, metric by metric; **Loop** and **Scan** the body times the trips, where nothing can end them sooner, and a While is unknown; a
  function call costs the function's body. A function that is called with different shapes is unknown where they differ. What runs once
  (CALL_ONCE) costs nothing.

## The memory plan

Every graph has a plan of its activations in one block of memory, in the order of the file: what lives throughout first (the graph's inputs and
variable tensors), then the largest, each into the smallest gap that fits among what is alive at the same time, as the arena planner of
TensorFlow Lite does. In graphs where some hundred tensors on average are alive at once, looking for gaps would take too long: the smallest then lie above
what is alive with them. Offsets are multiples of 64. Outputs live to the end; constants and captured values are not in it. The output of a view is in its input's buffer unless it is an
output of the graph. The memory of a graph that a node runs counts while the node runs. The **peak** is the node at which most bytes are alive; no plan takes
less than these.

This page is written by `cost_coverage` from the tables of `core/cost` and `core/ops`.
)";
    for (const Dialect dialect : {Dialect::kOnnx, Dialect::kTflite}) {
        std::map<std::string, std::map<std::string, std::string>> domains;
        for (const OperatorSchema* schema : all_operators(dialect)) {
            std::string& names = domains[std::string(schema->domain)][counting_words(dialect, *schema)];
            const std::string name = "`" + std::string(schema->name) + "`";
            if (!names.contains(name)) names += (names.empty() ? "" : ", ") + name;
        }
        for (const auto& [domain, words] : domains) {
            page += "\n## " +
                    (dialect == Dialect::kTflite ? "TensorFlow Lite" + (domain.empty() ? "" : ", " + domain)
                     : domain.empty()            ? "ai.onnx"
                                                 : domain) +
                    "\n\n| operators | what is counted |\n| --- | --- |\n";
            for (const auto& [how, names] : words) {
                page +=
                    "| " + names + " | " + (how.empty() ? "unknown work; bytes are counted" : how) + " |\n";
            }
        }
    }
    return page;
}

}  // namespace netloupe::cost::test
