#include "config_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <unordered_map>

#include "base/limits.h"
#include "config_attributes.h"
#include "config_layers.h"
#include "foreign_code.h"
#include "weight_names.h"

namespace netloupe::keras {

namespace {

using json::element;
using json::member;

class GraphBuilder {
public:
    GraphBuilder(Model& model, LayerWeights& weights, GraphId id, const Json& entry)
        : model_(model), weights_(weights), id_(id), layers_(read_layers(entry)) {
        graph_.name = intern(layers_.name);
        graph_.doc = intern(json::text(member(entry, "class_name")));
    }

    // NOLINTNEXTLINE(misc-no-recursion): models nest no deeper than JSON does.
    void build(LayerWeights::Scope scope, const Json& entry) {
        count_outputs();
        for (const Layer& layer : layers_.layers) add_layer(layer, scope);
        for (const Reference& input : layers_.inputs) add_input(input);
        for (const Reference& output : layers_.outputs) {
            const TensorId id = tensor(output);
            if (std::ranges::find(graph_.outputs, id) == graph_.outputs.end()) graph_.outputs.push_back(id);
        }
        set_built_shape(entry);
        if (scope.together != nullptr) keep_untaken(*scope.together);
        put_in_order();
        connect(model_, graph_);
        model_.graphs[id_.index()] = std::move(graph_);
    }

private:
    StringId intern(std::string_view text) { return model_.strings.intern(text); }

    static std::string key_of(const Reference& reference) {
        return fmt::format("{}[{}][{}]", reference.layer, reference.node, reference.tensor);
    }

    /// The tensor that the reference names.
    TensorId tensor(const Reference& reference) {
        const std::string key = key_of(reference);
        const auto [found, added] = tensors_.try_emplace(key, TensorId(graph_.tensors.size()));
        if (added) {
            Tensor& made = graph_.tensors.emplace_back();
            made.name = intern(key);
            made.kind = ValueKind::kTensor;
        }
        if (reference.type != nullptr)
            declare(found->second, member(*reference.type, "shape"), member(*reference.type, "dtype"));
        return found->second;
    }

    void declare(TensorId id, const Json& shape, const Json& dtype) {
        Tensor& tensor = graph_.tensors[id.index()];
        if (!tensor.shape.known) {
            if (const auto read = read_shape(model_, shape)) {
                tensor.shape = *read;
                tensor.declared = true;
            }
        }
        if (tensor.dtype == DataType::kUnknown) tensor.dtype = data_type(dtype).value_or(DataType::kUnknown);
    }

    /// How many outputs of each call others take.
    void count_outputs() {
        constexpr int64_t kMostOutputs = 4096;
        const auto see = [&](const Reference& reference) {
            int64_t& count = outputs_[fmt::format("{}[{}]", reference.layer, reference.node)];
            if (reference.tensor < kMostOutputs) count = std::max(count, reference.tensor + 1);
        };
        for (const Layer& layer : layers_.layers) {
            for (const Call& call : layer.calls) std::ranges::for_each(call.inputs, see);
        }
        std::ranges::for_each(layers_.outputs, see);
    }

    // NOLINTNEXTLINE(misc-no-recursion)
    void add_layer(const Layer& layer, LayerWeights::Scope& scope) {
        LayerWeights::Part part = weights_.of_layer(scope, layer);
        if (is_input(layer)) return declare_input(layer);
        std::vector<TensorId> weights;
        for (const LayerWeight& weight : part.weights) weights.push_back(add_weight(weight));
        GraphId callee;
        if (has_layers(*layer.entry)) callee = add_model(layer, std::move(part.inside));
        const size_t calls = std::max<size_t>(layer.calls.size(), 1);
        for (size_t i = 0; i < calls; ++i) {
            const Call call = i < layer.calls.size() ? layer.calls[i] : Call{};
            add_node(layer, call, layer.first_call + static_cast<int64_t>(i), part.weights, weights, callee);
        }
        declare_first_input(layer);
    }

    // NOLINTNEXTLINE(misc-no-recursion)
    GraphId add_model(const Layer& layer, LayerWeights::Scope scope) {
        const GraphId id(model_.graphs.size());
        model_.graphs.emplace_back();
        GraphBuilder inner(model_, weights_, id, *layer.entry);
        inner.graph_.kind = GraphKind::kFunction;
        if (layers_.name.empty()) inner.graph_.name = intern(layer.key);
        inner.build(std::move(scope), *layer.entry);
        return id;
    }

    TensorId add_weight(const LayerWeight& weight) {
        Tensor& tensor = graph_.tensors.emplace_back();
        tensor.name = intern(weight.name);
        tensor.kind = ValueKind::kTensor;
        tensor.constant = weight.constant;
        tensor.dtype = model_.constant(weight.constant).dtype;
        tensor.shape = model_.constant(weight.constant).shape;
        tensor.declared = true;
        return TensorId(graph_.tensors.size() - 1);
    }

    void add_node(const Layer& layer, const Call& call, int64_t number,
                  const std::vector<LayerWeight>& weights, const std::vector<TensorId>& weight_tensors,
                  GraphId callee) {
        std::vector<TensorId> inputs;
        std::vector<StringId> names;
        for (const Reference& input : call.inputs) {
            inputs.push_back(tensor(input));
            names.push_back(intern("input"));
        }
        for (size_t i = 0; i < weights.size(); ++i) {
            const int slot = call.inputs.size() == 1 ? slot_of(layer.op, weights[i].argument) : -1;
            const size_t at = slot < 0 ? inputs.size() : call.inputs.size() + static_cast<size_t>(slot);
            if (at >= inputs.size()) {
                inputs.resize(at + 1);
                names.resize(at + 1, StringId(0U));
            }
            inputs[at] = weight_tensors[i];
            names[at] = intern(weights[i].argument);
        }
        const int64_t count = std::max<int64_t>(outputs_[fmt::format("{}[{}]", layer.key, number)], 1);
        std::vector<TensorId> outputs;
        for (int64_t i = 0; i < count; ++i) outputs.push_back(tensor({layer.key, number, i, nullptr}));
        // Without weights the operator's signature says what its inputs are.
        if (weights.empty()) names.clear();
        Node node;
        node.op = intern(layer.op);
        node.name = intern(layer.name);
        node.domain = intern(json::text(member(*layer.entry, "module")));
        node.is_custom = is_custom(*layer.entry);
        node.callee = callee;
        node.inputs = append(model_.operands, std::span<const TensorId>(inputs));
        node.input_names = append(model_.texts, std::span<const StringId>(names));
        node.outputs = append(model_.operands, std::span<const TensorId>(outputs));
        node.attributes = add_attributes(layer, call);
        graph_.nodes.push_back(node);
    }

    static bool is_custom(const Json& entry) {
        const std::string_view registered = json::text(member(entry, "registered_name"));
        return json::text(member(entry, "class_name")).contains('>') || registered.contains('>') ||
               !is_of_keras(json::text(member(entry, "module")));
    }

    Range add_attributes(const Layer& layer, const Call& call) {
        // The name is the node's, shapes are the tensors', layers are a graph of their own.
        static constexpr auto kElsewhere = std::to_array<std::string_view>(
            {"name", "batch_input_shape", "batch_shape", "layers", "input_layers", "output_layers"});
        const auto first = static_cast<uint32_t>(model_.attributes.size());
        if (layer.config->is_object()) {
            for (const auto& [name, value] : layer.config->items()) {
                if (std::ranges::find(kElsewhere, name) == kElsewhere.end())
                    add_config_attribute(model_, name, value);
            }
        }
        for (const auto& [name, value] : call.arguments) {
            if (member(*layer.config, name.c_str()).is_null()) add_config_attribute(model_, name, *value);
        }
        return {first, static_cast<uint32_t>(model_.attributes.size()) - first};
    }

    /// An InputLayer says what it takes.
    void declare_input(const Layer& layer) {
        const Json& config = *layer.config;
        const TensorId id = tensor({layer.key, 0, 0, nullptr});
        const Json& old_type = member(config, "input_dtype");
        const Json& type = old_type.is_null() ? member(config, "dtype") : old_type;
        declare(id, member(config, "batch_shape"), type);
        declare(id, member(config, "batch_input_shape"), type);
        if (!graph_.tensor(id).shape.known) declare_without_batch(id, member(config, "shape"));
        add_input({layer.key, 0, 0, nullptr});
    }

    void declare_without_batch(TensorId id, const Json& shape) {
        if (!shape.is_array()) return;
        Json whole = Json::array({nullptr});
        whole.insert(whole.end(), shape.begin(), shape.end());
        declare(id, whole, {});
    }

    /// Any layer may say what it takes: "batch_input_shape" of the first one, and what Keras 3 built it for.
    void declare_first_input(const Layer& layer) {
        if (layer.calls.empty() || layer.calls[0].inputs.size() != 1) return;
        const Json& config = *layer.config;
        const TensorId id = tensor(layer.calls[0].inputs[0]);
        declare(id, member(config, "batch_input_shape"), {});
        declare(id, member(config, "batch_shape"), {});
        if (!graph_.tensor(id).shape.known) declare_without_batch(id, member(config, "input_shape"));
        declare(id, member(member(*layer.entry, "build_config"), "input_shape"), {});
        const bool given = is_given(id);
        if (given) declare(id, {}, member(config, "input_dtype"));
        if (given && member(config, "batch_input_shape").is_array()) declare(id, {}, member(config, "dtype"));
    }

    /// Whether nothing in the model makes the tensor.
    [[nodiscard]] bool is_given(TensorId id) const {
        return std::ranges::any_of(layers_.inputs, [&](const Reference& input) {
            const auto found = tensors_.find(key_of(input));
            return found != tensors_.end() && found->second == id;
        });
    }

    /// A sequential model says its input's shape when its first layer does not.
    void set_built_shape(const Json& entry) {
        if (graph_.inputs.size() != 1) return;
        declare(graph_.inputs[0], member(member(entry, "config"), "build_input_shape"), {});
        declare(graph_.inputs[0], member(member(entry, "build_config"), "input_shape"), {});
    }

    void add_input(const Reference& reference) {
        const TensorId id = tensor(reference);
        if (std::ranges::find(graph_.inputs, id) == graph_.inputs.end()) graph_.inputs.push_back(id);
    }

    /// Weights of a model that is a layer, which none of its layers takes, are still there.
    void keep_untaken(std::vector<LayerWeight>& weights) {
        for (const LayerWeight& weight : weights) add_weight(weight);
        weights.clear();
    }

    /// Layers stand in the order in which they were made; a shared one may take what a later one gives. Nodes
    /// stay in that order where they can.
    void put_in_order() {
        const size_t count = graph_.nodes.size();
        std::vector<NodeId> producer(graph_.tensors.size());
        for (size_t n = 0; n < count; ++n) {
            for (const TensorId id : model_.outputs(graph_.nodes[n])) producer[id.index()] = NodeId(n);
        }
        std::vector<std::vector<size_t>> takers(count);
        std::vector<size_t> waits(count);
        for (size_t n = 0; n < count; ++n) {
            for (const TensorId id : model_.inputs(graph_.nodes[n])) {
                if (!id.valid() || !producer[id.index()].valid()) continue;
                takers[producer[id.index()].index()].push_back(n);
                ++waits[n];
            }
        }
        std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
        for (size_t n = 0; n < count; ++n) {
            if (waits[n] == 0) ready.push(n);
        }
        std::vector<Node> ordered;
        while (!ready.empty()) {
            const size_t n = ready.top();
            ready.pop();
            ordered.push_back(graph_.nodes[n]);
            for (const size_t taker : takers[n]) {
                if (--waits[taker] == 0) ready.push(taker);
            }
        }
        // Layers that go round in a circle have no order.
        if (ordered.size() == count) graph_.nodes = std::move(ordered);
    }

    Model& model_;
    LayerWeights& weights_;
    GraphId id_;
    Layers layers_;
    Graph graph_;
    std::unordered_map<std::string, TensorId> tensors_;
    std::unordered_map<std::string, int64_t> outputs_;
};

}  // namespace

void add_config_graph(Model& model, const Json& config, LayerWeights& weights) {
    if (model.graphs.empty()) model.graphs.emplace_back();
    GraphBuilder builder(model, weights, GraphId(0U), config);
    builder.build(weights.whole(), config);
}

}  // namespace netloupe::keras
