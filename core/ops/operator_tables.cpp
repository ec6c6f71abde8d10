#include "operator_tables.h"

namespace netloupe {

std::vector<OperatorSource> operator_sources() {
    return {
        {Dialect::kOnnx, "", {kOnnxText}},
        {Dialect::kTflite, "", {kTfliteText}},
    };
}

}  // namespace netloupe
