// How long the inference of shapes and the counting of costs take on transformers with symbolic batch and
// sequence, whose heads are split by computed shapes as exporters write them; open, and bound to numbers.
//
// "caches" has the keys and values of every layer as outputs of the graph, which all stay alive to the end.
//
//   cost_bench            10,000 and 100,000 nodes
//   cost_bench NODES      one size

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "cost/costs.h"
#include "cost/text.h"
#include "infer/shapes.h"
#include "support/graph_text.h"

namespace {

using namespace netloupe;

/// One layer of attention and feed-forward; `in` and `out` name its data.
std::string layer(uint32_t i, const std::string& in, const std::string& out) {
    std::string text;
    const auto line = [&](std::string_view format, auto... parts) {
        text += fmt::format(fmt::runtime(format), fmt::arg("i", i), fmt::arg("in", in), fmt::arg("out", out),
                            parts...);
        text += '\n';
    };
    line("Shape({in}) -> s{i}");
    line("Gather(s{i}, 0:int64) -> b{i}");
    line("Gather(s{i}, 1:int64) -> t{i}");
    line("Unsqueeze(b{i}, [0]:int64) -> batch{i}");
    line("Unsqueeze(t{i}, [0]:int64) -> steps{i}");
    line("Concat(batch{i}, steps{i}, [12]:int64, [64]:int64) -> heads{i} {{ axis=0 }}");
    line("Concat(batch{i}, steps{i}, [768]:int64) -> joined{i} {{ axis=0 }}");
    for (const char* name : {"q", "k", "v"}) {
        line("MatMul({in}, w) -> {name}a{i}", fmt::arg("name", name));
        line("Add({name}a{i}, bias) -> {name}b{i}", fmt::arg("name", name));
        line("Reshape({name}b{i}, heads{i}) -> {name}c{i}", fmt::arg("name", name));
        line("Transpose({name}c{i}) -> {name}d{i} {{ perm=[0,2,1,3] }}", fmt::arg("name", name));
    }
    line("Transpose(kd{i}) -> ke{i} {{ perm=[0,1,3,2] }}");
    line("MatMul(qd{i}, ke{i}) -> scores{i}");
    line("Div(scores{i}, 8) -> scaled{i}");
    line("Softmax(scaled{i}) -> weights{i} {{ axis=-1 }}");
    line("MatMul(weights{i}, vd{i}) -> mixed{i}");
    line("Transpose(mixed{i}) -> turned{i} {{ perm=[0,2,1,3] }}");
    line("Reshape(turned{i}, joined{i}) -> flat{i}");
    line("MatMul(flat{i}, w) -> projected{i}");
    line("Add(projected{i}, {in}) -> residual{i}");
    line("LayerNormalization(residual{i}, bias, bias) -> normal{i}");
    line("MatMul(normal{i}, up) -> wide{i}");
    line("Gelu(wide{i}) -> active{i}");
    line("MatMul(active{i}, down) -> narrow{i}");
    line("Add(narrow{i}, normal{i}) -> {out}");
    return text;
}
constexpr uint32_t kNodesOfLayer = 33;

Model transformer(uint32_t nodes, bool caches) {
    std::string text =
        "onnx opset=20\ninput x0:float32[batch,seq,768]\nconst w:float32[768,768] = 0\nconst "
        "bias:float32[768] = "
        "0\nconst up:float32[768,3072] = 0\nconst down:float32[3072,768] = 0\n";
    const uint32_t layers = nodes / kNodesOfLayer;
    for (uint32_t i = 0; i < layers; ++i) text += layer(i, fmt::format("x{}", i), fmt::format("x{}", i + 1));
    text += fmt::format("output x{}", layers);
    for (uint32_t i = 0; caches && i < layers; ++i) text += fmt::format(", kd{}, vd{}", i, i);
    return test::graph_from_text(text + '\n');
}

using Milliseconds = std::chrono::duration<double, std::milli>;

Milliseconds since(std::chrono::steady_clock::time_point start) {
    return std::chrono::steady_clock::now() - start;
}

/// The best of five runs, open and with numbers for the symbols.
void measure(const Model& model, std::string_view kind, const std::vector<infer::Binding>& bindings) {
    const Meaning meaning(model);
    infer::InferOptions options;
    options.bindings = bindings;
    Milliseconds inferring{1e9};
    Milliseconds counting{1e9};
    std::string macs;
    for (int run = 0; run < 5; ++run) {
        const auto start = std::chrono::steady_clock::now();
        const infer::Shapes shapes = infer::infer_shapes(model, meaning, options);
        inferring = std::min(inferring, since(start));
        const auto middle = std::chrono::steady_clock::now();
        const cost::Costs costs = cost::count_costs(model, meaning, shapes, options);
        counting = std::min(counting, since(middle));
        macs = cost::text(costs, costs.graph(GraphId(0U)).total.macs, cost::Unit::kCount);
    }
    fmt::print("| {:<11} | {:>7} | {:<13} | {:>7.1f} | {:>7.1f} | {:>7.1f} | {} |\n", kind,
               model.graphs[0].nodes.size(), bindings.empty() ? "open" : "1 × 128", inferring.count(),
               counting.count(), inferring.count() + counting.count(), macs);
}

void measure(uint32_t nodes) {
    const std::vector<infer::Binding> numbers{{"batch", 1}, {"seq", 128}};
    const Model model = transformer(nodes, false);
    measure(model, "transformer", {});
    measure(model, "transformer", numbers);
    measure(transformer(nodes, true), "caches", numbers);
}

}  // namespace

int main(int argc, char** argv) try {
    fmt::print(
        "| model | nodes | batch × seq | infer ms | costs ms | both ms | MACs |\n"
        "|---|---|---|---:|---:|---:|---|\n");
    if (argc > 1) {
        measure(static_cast<uint32_t>(std::atoi(argv[1])));
    } else {
        measure(10'000);
        measure(100'000);
    }
    return 0;
} catch (const std::exception& error) {
    std::fputs(error.what(), stderr);
    return 1;
}
