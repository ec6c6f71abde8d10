#include "operator_tables.h"

namespace netloupe {

std::vector<OperatorSource> operator_sources() {
    return {
        {Dialect::kOnnx, "", {kOnnxTextAToF, kOnnxTextGToQ, kOnnxTextRToZ, kOnnxRemovedText}},
        {Dialect::kOnnx, "ai.onnx.ml", {kOnnxMlText}},
        {Dialect::kOnnx, "ai.onnx.preview", {kOnnxPreviewText}},
        {Dialect::kOnnx, "ai.onnx.preview.training", {kOnnxTrainingText}},
        {Dialect::kOnnx, "ai.onnx.training", {kOnnxTrainingText}},
        {Dialect::kTflite, "", {kTfliteText, kTfliteLayoutText}},
        {Dialect::kTflite, "custom", {kTfliteCustomText}},
    };
}

}  // namespace netloupe
