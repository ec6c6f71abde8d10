#include "query/describe.h"

#include <gtest/gtest.h>

#include "support/graph_text.h"

namespace netloupe {
namespace {

Model quantized() {
    return test::graph_from_text(
        "tflite\ninput x:int8[1,4](0.5, -3)\nRELU(x) -> y:int8[1,4](0.5, -3)\noutput y\n");
}

TEST(QuantizationText, TellsScaleAndZeroPoint) {
    const Model model = quantized();
    EXPECT_EQ(query::quantization_text(model, model.quantizations.front()), "scale 0.5 · zero point −3");
}

TEST(QuantizationText, TellsWhatCalibrationObservedWhereNothingWasQuantized) {
    Model model = quantized();
    Quantization& quantization = model.quantizations.front();
    quantization.scale = {};
    quantization.zero_point = {};
    EXPECT_EQ(query::quantization_text(model, quantization), "");
    const auto pool = [&](double value) {
        model.floats.push_back(value);
        ParameterSource source;
        source.kind = ParameterSource::Kind::kPool;
        source.pool = {static_cast<uint32_t>(model.floats.size() - 1), 1};
        return source;
    };
    quantization.min = pool(-1.5);
    quantization.max = pool(6);
    EXPECT_EQ(query::quantization_text(model, quantization), "observed -1.5 … 6");
}

}  // namespace
}  // namespace netloupe
