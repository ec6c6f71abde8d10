#pragma once

#include <map>
#include <set>
#include <string>

#include "infer/coverage.h"
#include "ops/operator_schema.h"

namespace netloupe::infer::test {

/// Operators of a dialect by domain, and whether shapes are inferred for them.
inline std::map<std::string, std::map<std::string, bool>> coverage(Dialect dialect) {
    std::map<std::string, std::map<std::string, bool>> domains;
    for (const OperatorSchema* schema : all_operators(dialect)) {
        domains[std::string(schema->domain)][std::string(schema->name)] =
            covers(dialect, schema->domain, schema->name);
    }
    return domains;
}

inline std::string names(const std::map<std::string, bool>& operators, bool covered) {
    std::string text;
    for (const auto& [name, is_covered] : operators) {
        if (is_covered == covered) text += (text.empty() ? "`" : ", `") + name + "`";
    }
    return text;
}

/// docs/shapes.md.
inline std::string coverage_page() {
    std::string page = R"(# Shapes

Netloupe infers the shape and the element type of every tensor, with symbolic dimensions where the file has them. What an operator that is not
listed here gives is what the file declares, else unknown; operators behind it are inferred all the same.

- A dimension is a number, a name of the file (`batch`), an expression of them (`batch*seq`, `floor((h+1)/2)`), or unknown (`?`). Names stand
  for integers of at least 0. `broadcast(a,b)` is what two extents give of which one may be 1.
- What operators demand is learnt: after `MatMul` of `n×k` with `768×10`, `k` is 768 everywhere. Branches and loop bodies, which may never run,
  teach nothing, and shapes noted in the middle of the file do not change the names of the graph's inputs.
- Elements of small integer tensors (up to 64) are followed, as numbers and as expressions: `Shape`, `Gather`, `Concat`, `Slice`, `Cast`, `Reshape`,
  `Transpose`, `Tile`, `Where`, `Range`, comparisons and arithmetic fold, in any rank and with broadcasting. What the type cannot hold is unknown.
- An extent that was cut off at a number, and must broadcast with the whole, is the whole: `min(n,1024)` of a causal mask is `n`.
- A `Loop` runs as often as its trip count says only where its condition cannot end it sooner; else the number is unknown.
- A shape that the file declares and the operator contradicts is kept in the model; the operator's is shown, and the contradiction is noted.

This page is written by `infer_coverage` from the tables of `core/infer` and `core/ops`.
)";
    for (const Dialect dialect : {Dialect::kOnnx, Dialect::kTflite}) {
        for (const auto& [domain, operators] : coverage(dialect)) {
            const std::string covered = names(operators, true);
            if (covered.empty()) continue;
            const std::string title = dialect == Dialect::kTflite ? "TensorFlow Lite"
                                      : domain.empty()            ? "ai.onnx"
                                                                  : domain;
            page += "\n## " + title + "\n\nInferred: " + covered + ".\n";
            const std::string missing = names(operators, false);
            if (!missing.empty()) page += "\nTaken from the file: " + missing + ".\n";
        }
    }
    return page;
}

}  // namespace netloupe::infer::test
