#include <array>

#include "formats/caffe.h"
#include "formats/coreml.h"
#include "formats/darknet.h"
#include "formats/executorch.h"
#include "formats/gguf.h"
#include "formats/keras.h"
#include "formats/mnn.h"
#include "formats/ncnn.h"
#include "formats/numpy.h"
#include "formats/onnx.h"
#include "formats/openvino.h"
#include "formats/ort.h"
#include "formats/paddle.h"
#include "formats/pytorch.h"
#include "formats/reader.h"
#include "formats/rknn.h"
#include "formats/safetensors.h"
#include "formats/sklearn.h"
#include "formats/tflite.h"

namespace netloupe {

std::span<const FormatReader* const> format_readers() {
    // clang-format off: one format a line.
    static constexpr auto kReaders = std::to_array<const FormatReader*>({
        &kOnnxReader,
        &kOrtReader,
        &kTfliteReader,
        &kSafetensorsReader,
        &kNumpyReader,
        &kGgufReader,
        &kGgmlReader,
        &kOpenVinoReader,
        &kNcnnReader,
        &kDarknetReader,
        &kCaffeReader,
        &kPytorchReader,
        &kSklearnReader,
        &kExecutorchReader,
        &kMnnReader,
        &kPaddleReader,
        &kCoremlReader,
        &kRknnReader,
        &kKerasReader,
    });
    // clang-format on
    return kReaders;
}

}  // namespace netloupe
