#pragma once

#include "formats/reader.h"

namespace netloupe {

/// Pickled objects of Python: estimators of scikit-learn and whatever else pickle and joblib wrote,
/// compressed or not.
extern const FormatReader kSklearnReader;

}  // namespace netloupe
