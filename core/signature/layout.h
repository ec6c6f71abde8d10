#pragma once

#include "element_walk.h"
#include "signature/card.h"

namespace netloupe::signature {

/// "NHWC" or the like, from the operators that read an input or made an output and from what the metadata
/// name its dimensions. Nothing when none of them says, or when they say different things.
Statement layout_of_input(const View& view, TensorId tensor);
Statement layout_of_output(const View& view, TensorId tensor);

/// Which dimension of the input the channels are, where its layout says so.
std::optional<size_t> channel_axis(const Statement& layout);

}  // namespace netloupe::signature
