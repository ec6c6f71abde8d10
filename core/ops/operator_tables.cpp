#include "operator_tables.h"

namespace netloupe {

std::vector<OperatorSource> operator_sources() {
    return {
        {Dialect::kOnnx, "", {kOnnxTextAToF, kOnnxTextGToQ, kOnnxTextRToZ, kOnnxRemovedText}},
        {Dialect::kOnnx, "ai.onnx.ml", {kOnnxMlText}},
        {Dialect::kOnnx, "ai.onnx.preview", {kOnnxPreviewText}},
        {Dialect::kOnnx, "ai.onnx.preview.training", {kOnnxTrainingText}},
        {Dialect::kOnnx, "ai.onnx.training", {kOnnxTrainingText}},
        {Dialect::kOnnx, "com.microsoft", {kMicrosoftTextAToL, kMicrosoftTextMToZ, kMicrosoftTrainingText}},
        {Dialect::kOnnx, "com.microsoft.nchwc", {kMicrosoftNchwcText}},
        {Dialect::kOnnx, "com.ms.internal.nhwc", {kMicrosoftNhwcText}},
        {Dialect::kOnnx, "org.pytorch.aten", {kPytorchText}},
        {Dialect::kTflite, "", {kTfliteText, kTfliteLayoutText}},
        {Dialect::kTflite, "custom", {kTfliteCustomText}},
        {Dialect::kOpenvino, "", {kOpenvinoText}},
        {Dialect::kCaffe, "", {kCaffeText}},
        {Dialect::kDarknet, "", {kDarknetText}},
        {Dialect::kKeras, "", {kKerasText}},
        {Dialect::kNcnn, "", {kNcnnText}},
    };
}

}  // namespace netloupe
