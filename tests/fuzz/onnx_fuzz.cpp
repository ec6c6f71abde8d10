// Reads any bytes as ONNX, in whichever form they look like, and then what a view or a rule would read of the
// result: values, quantization parameters, the texts of shapes.

#include <algorithm>
#include <cstdint>

#include "formats/onnx.h"
#include "model/quantization.h"
#include "model/values.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace netloupe;
    const auto* bytes = reinterpret_cast<const std::byte*>(data);
    Model model;
    // A folder that does not exist, so that no external file is ever opened.
    model.files.push_back({"/nonexistent/fuzz.onnx", std::vector<std::byte>(bytes, bytes + size)});
    kOnnxReader.sniff(model.files[0].bytes().first(std::min(size, kSniffBytes)));
    if (!kOnnxReader.read(model, {})) return 0;
    for (const Constant& constant : model.constants) {
        const uint64_t elements = element_count(model, constant.shape).value_or(0);
        (void)read_values(model, constant, 0, 8);
        (void)read_values(model, constant, elements / 2, 8);
    }
    for (const Quantization& quantization : model.quantizations) (void)quant_parameters(model, quantization);
    for (const Graph& graph : model.graphs) {
        for (const Tensor& tensor : graph.tensors) (void)shape_text(model, tensor.shape);
        for (const Node& node : graph.nodes) {
            for (const TensorId id : model.inputs(node)) {
                if (id.valid() && id.index() >= graph.tensors.size()) __builtin_trap();
            }
        }
    }
    return 0;
}
