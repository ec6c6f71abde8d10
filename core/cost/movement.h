#pragma once

#include <span>

#include "formulas.h"

namespace netloupe::cost {

/// What an operator without MACs and FLOPs moves.
struct Move {
    OpKind kind;
    Reading reading = Reading::kAll;
    bool view = false;  ///< Gives the bytes of its input another name, or those of a constant.
};

std::span<const Move> moves();

}  // namespace netloupe::cost
