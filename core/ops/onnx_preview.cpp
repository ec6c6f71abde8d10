#include "operator_tables.h"

namespace netloupe {

const std::string_view kOnnxTrainingText = R"(
Adagrad = Optimizer: One step of Adagrad.
  1: R:p T:p inputs... -> outputs... | decay_factor:f=0.0 epsilon:f=1e-06 norm_coefficient:f=0.0
Adam = Optimizer: One step of Adam.
  1: R:p T:p inputs... -> outputs... | alpha:f=0.9 beta:f=0.999 epsilon:f=1e-06 norm_coefficient:f=0.0
      norm_coefficient_post:f=0.0
Gradient = Gradient: Derivatives of a graph output with respect to some inputs.
  1: Inputs... -> Outputs... | xs:ss! y:s! zs:ss
Momentum = Optimizer: One step of stochastic gradient descent with momentum.
  1: R:p T:p inputs... -> outputs... | alpha:f! beta:f! mode:s! norm_coefficient:f!
)";

const std::string_view kOnnxPreviewText = R"(
FlexAttention = Attention: Attention whose scores subgraphs may change.
  1: Q K V -> Y | prob_mod:g scale:f score_mod:g softmax_precision:i
)";

}  // namespace netloupe
