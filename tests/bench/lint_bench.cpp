#include <algorithm>
#include <cstdio>
#include <exception>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "infer/shapes.h"
#include "lint/lint.h"
#include "ops/meaning.h"
#include "processor_time.h"
#include "support/graph_text.h"
#include "targets/target.h"

/// Processor time of all rules that need no weights, without that of inferring shapes, on generated models:
/// chains and transformer blocks of ONNX in QDQ form, and of TensorFlow Lite; without targets and for
/// several.
namespace {

using namespace netloupe;

std::string onnx_layer(const std::string& in, const std::string& out) {
    return "QuantizeLinear(" + in + ", 0.05, 0:int8) -> q_" + out + "\nDequantizeLinear(q_" + out +
           ", 0.05, 0:int8) -> d_" + out + "\nDequantizeLinear(w, 0.01, 0:int8) -> w_" + out + "\nMatMul(d_" +
           out + ", w_" + out + ") -> " + out + "\n";
}

/// Attention and feed-forward with residuals: about 50 nodes a block.
std::string onnx_block(const std::string& in, const std::string& out) {
    std::string text;
    for (const char* part : {"_query", "_key", "_value"}) text += onnx_layer(in, out + part);
    text += "Transpose(" + out + "_key) -> " + out + "_kt\nMatMul(" + out + "_query, " + out + "_kt) -> " +
            out + "_scores\nDiv(" + out + "_scores, 8) -> " + out + "_scaled\nSoftmax(" + out +
            "_scaled) -> " + out + "_soft\nMatMul(" + out + "_soft, " + out + "_value) -> " + out +
            "_context\n";
    text += onnx_layer(out + "_context", out + "_projected");
    text += "Add(" + in + ", " + out + "_projected) -> " + out + "_sum\n";
    text += "LayerNormalization(" + out + "_sum, s) -> " + out + "_norm\n";
    text += onnx_layer(out + "_norm", out + "_up");
    text += "Div(" + out + "_up, 1.4) -> " + out + "_g1\nErf(" + out + "_g1) -> " + out + "_g2\nAdd(" + out +
            "_g2, 1) -> " + out + "_g3\nMul(" + out + "_up, " + out + "_g3) -> " + out + "_g4\nMul(" + out +
            "_g4, 0.5) -> " + out + "_gelu\n";
    text += onnx_layer(out + "_gelu", out + "_down");
    return text + "Add(" + out + "_sum, " + out + "_down) -> " + out + "\n";
}

std::string onnx_transformer(size_t nodes) {
    static constexpr size_t kNodesInABlock = 37;
    std::string text = "onnx opset=17\ninput h0:float32[1,8]\nconst w:int8[8,8]\nconst s:float32[8]\n";
    const size_t blocks = nodes / kNodesInABlock;
    for (size_t i = 0; i < blocks; ++i)
        text += onnx_block("h" + std::to_string(i), "h" + std::to_string(i + 1));
    return text + "output h" + std::to_string(blocks) + "\n";
}

std::string tflite_chain(size_t nodes) {
    std::string text =
        "tflite\ninput t0:int8[1,8](0.05,0)\nconst w:int8[8,8](0.01,0)\nconst b:int32[8](0.0005,0)\n";
    for (size_t i = 0; i < nodes; i += 2) {
        const std::string in = "t" + std::to_string(i);
        const std::string middle = "t" + std::to_string(i + 1);
        text += "FULLY_CONNECTED(" + in + ", w, b) -> " + middle + ":int8[1,8](0.05,0)\nRESHAPE(" + middle +
                ", _) -> t" + std::to_string(i + 2) + ":int8[1,8](0.05,0)\n";
    }
    return text + "output t" + std::to_string((nodes + 1) / 2 * 2) + "\n";
}

using Targets = std::vector<std::shared_ptr<const targets::Target>>;

Targets find_targets(std::initializer_list<const char*> ids) {
    Targets found;
    for (const char* id : ids) {
        auto target = targets::find_target(id);
        if (!target) throw std::runtime_error(target.error().message);
        found.push_back(std::make_shared<const targets::Target>(std::move(*target)));
    }
    return found;
}

void measure(const char* title, const Model& model, const Targets& targets) {
    static constexpr int kRuns = 5;
    double best = 1e9;
    size_t findings = 0;
    lint::RuleTime slowest;
    const infer::Shapes shapes = infer::infer_shapes(model, Meaning(model));
    for (int i = 0; i < kRuns; ++i) {
        std::vector<lint::RuleTime> times;
        lint::Options options;
        options.shapes = &shapes;
        options.targets = targets;
        options.times = &times;
        const double before = bench::processor_seconds();
        findings = lint::check(model, options).size();
        const double took = bench::processor_seconds() - before;
        if (took >= best) continue;
        best = took;
        slowest = *std::ranges::max_element(times, {}, &lint::RuleTime::seconds);
    }
    std::printf("%-17s %zu targets %8zu nodes %8.1f ms %6zu findings; slowest %.*s, %.1f ms\n", title,
                targets.size(), model.graphs[0].nodes.size(), 1e3 * best, findings,
                static_cast<int>(slowest.rule.size()), slowest.rule.data(), 1e3 * slowest.seconds);
}

}  // namespace

int main() {
    try {
        const Targets tflite = find_targets({"tflite-gpu", "tflite-xnnpack", "edgetpu", "ethos-u55"});
        const Targets onnx = find_targets({"ort-qnn", "ort-coreml-mlprogram", "ort-nnapi", "tensorrt"});
        for (const size_t nodes : {1'000UL, 10'000UL, 50'000UL}) {
            const Model chain = test::graph_from_text(tflite_chain(nodes));
            measure("tflite chain", chain, {});
            measure("tflite chain", chain, tflite);
            const Model transformer = test::graph_from_text(onnx_transformer(nodes));
            measure("onnx transformer", transformer, {});
            measure("onnx transformer", transformer, onnx);
        }
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
