#include "operator_tables.h"

namespace netloupe {

const std::string_view kTfliteText = R"(
ADD = Add: Adds the operands with broadcasting.
  1: input1 input2 -> output
CONV_2D = Conv: Convolves the input with the filter and adds the bias.
  1: input filter:w bias:b? -> output
)";

}  // namespace netloupe
