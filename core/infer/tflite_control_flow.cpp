// Builtin operators of TensorFlow Lite that run graphs.

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "control_flow.h"
#include "operator_functions.h"

namespace netloupe::infer {

namespace {

std::vector<TensorShape> inputs_from(Context& c, size_t first) {
    std::vector<TensorShape> inputs;
    for (size_t i = first; i < c.inputs(); ++i) inputs.push_back(c.input(i));
    return inputs;
}

/// What all branches have in common.
void choose(Context& c, std::span<const GraphId> branches) {
    const auto inputs = inputs_from(c, 1);
    std::vector<TensorShape> common;
    for (size_t b = 0; b < branches.size(); ++b) {
        const auto results = c.run(branches[b], inputs);
        if (b == 0) common = results;
        common.resize(std::min(common.size(), results.size()));
        for (size_t i = 0; i < common.size(); ++i) common[i] = c.join(common[i], results[i]);
    }
    for (size_t i = 0; i < common.size(); ++i) c.set_fact(i, common[i]);
}
void branch(Context& c) {
    choose(c, std::array{c.graph("then_subgraph_index"), c.graph("else_subgraph_index")});
}
void choose_case(Context& c) {
    choose(c, c.graphs("branch_subgraph_indices"));
}

template <const char* kCondition, const char* kBody>
void repeat_while(Context& c) {
    const auto initial = inputs_from(c, 0);
    const Repeated runs = repeat(c, c.graph(kBody), {}, initial, {}, 0);
    c.run(c.graph(kCondition), runs.states);
    if (runs.outputs.empty()) return;
    for (size_t i = 0; i < runs.states.size(); ++i) c.set_fact(i, runs.states[i]);
}

template <const char* kGraph>
void call(Context& c) {
    const auto results = c.run(c.graph(kGraph), inputs_from(c, 0));
    for (size_t i = 0; i < results.size(); ++i) c.set_fact(i, results[i]);
}

constexpr char kConditionGraph[] = "cond_subgraph_index";
constexpr char kBodyGraph[] = "body_subgraph_index";
constexpr char kCalledGraph[] = "subgraph";
constexpr char kDecomposition[] = "decomposition_subgraph_index";

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"CALL", call<kCalledGraph>},
    {"IF", branch},
    {"STABLEHLO_CASE", choose_case},
    {"STABLEHLO_COMPOSITE", call<kDecomposition>},
    {"STABLEHLO_WHILE", repeat_while<kConditionGraph, kBodyGraph>},
    {"WHILE", repeat_while<kConditionGraph, kBodyGraph>},
});

}  // namespace

std::span<const OperatorFunction> tflite_control_flow_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
