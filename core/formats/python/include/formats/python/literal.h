#pragma once

#include <string>

#include "containers/pickle.h"

namespace netloupe::python {

/// The value as Python would write it, cut off where it is long: "('a', 1, [True, None])",
/// "os.system('ls')", "{'lr': 0.1, …}".
std::string literal(const pickle::Pickle& pickle, pickle::ValueId id);

/// The same, but a text stands for itself, without quotes.
std::string plain_text(const pickle::Pickle& pickle, pickle::ValueId id);

/// Whether the value is none that holds others: a number, a text, None.
bool is_scalar(const pickle::Pickle& pickle, pickle::ValueId id);

}  // namespace netloupe::python
