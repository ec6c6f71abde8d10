#pragma once

#include <string_view>
#include <vector>

#include "operator_text.h"

namespace netloupe {

// See operator_text.h for the language.
extern const std::string_view kOnnxTextAToF;
extern const std::string_view kOnnxTextGToQ;
extern const std::string_view kOnnxTextRToZ;
extern const std::string_view kOnnxRemovedText;
extern const std::string_view kOnnxMlText;
extern const std::string_view kOnnxPreviewText;
extern const std::string_view kOnnxTrainingText;
extern const std::string_view kMicrosoftTextAToL;
extern const std::string_view kMicrosoftTextMToZ;
extern const std::string_view kMicrosoftTrainingText;
extern const std::string_view kMicrosoftNchwcText;
extern const std::string_view kMicrosoftNhwcText;
extern const std::string_view kPytorchText;
extern const std::string_view kTfliteText;
extern const std::string_view kTfliteLayoutText;
extern const std::string_view kTfliteCustomText;
extern const std::string_view kOpenvinoText;
extern const std::string_view kCaffeText;
extern const std::string_view kDarknetText;
extern const std::string_view kKerasText;
extern const std::string_view kNcnnText;

/// Every domain that is written down.
std::vector<OperatorSource> operator_sources();

}  // namespace netloupe
