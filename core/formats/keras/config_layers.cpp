#include "config_layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <unordered_map>
#include <unordered_set>

namespace netloupe::keras {

namespace {

using json::array;
using json::element;
using json::member;

/// The list of layers: Keras 1 wrote that of a sequential model without anything around it.
const Json& layer_list(const Json& model) {
    const Json& config = member(model, "config");
    return config.is_array() ? config : member(config, "layers");
}

bool is_sequential(const Json& model) {
    const std::string_view kind = plain_class(json::text(member(model, "class_name")));
    if (member(model, "config").is_array() || kind == "Sequential") return true;
    // A class of somebody's own: calls tell what it is.
    return std::ranges::none_of(array(layer_list(model)),
                                [](const Json& layer) { return member(layer, "inbound_nodes").is_array(); });
}

Layer read_layer(const Json& entry, std::unordered_set<std::string>& taken) {
    Layer layer;
    layer.entry = &entry;
    layer.config = &member(entry, "config");
    layer.op = plain_class(json::text(member(entry, "class_name")));
    layer.name = json::text(member(*layer.config, "name"));
    const std::string_view called = json::text(member(entry, "name"));
    layer.key = called.empty() ? layer.name : std::string(called);
    if (layer.name.empty()) layer.name = called;
    if (layer.key.empty()) layer.key = snake_case(layer.op);
    const std::string base = layer.key;
    for (int i = 1; !taken.insert(layer.key).second; ++i) layer.key = fmt::format("{}_{}", base, i);
    return layer;
}

/// Keras gives layers of models names that are not those that others count calls by, see Layer::first_call.
void find_first_calls(Layers& model) {
    std::unordered_map<std::string_view, int64_t> last;
    const auto see = [&](const Reference& reference) {
        int64_t& known = last.try_emplace(reference.layer, -1).first->second;
        known = std::max(known, reference.node);
    };
    for (const Layer& layer : model.layers) {
        for (const Call& call : layer.calls) std::ranges::for_each(call.inputs, see);
    }
    std::ranges::for_each(model.outputs, see);
    for (Layer& layer : model.layers) {
        const auto found = last.find(layer.key);
        const auto calls = static_cast<int64_t>(layer.calls.size());
        if (found != last.end() && calls > 0 && has_layers(*layer.entry) && found->second >= calls)
            layer.first_call = found->second - calls + 1;
    }
}

/// Each layer takes what the one before it gives.
void chain(Layers& model) {
    for (size_t i = 0; i < model.layers.size(); ++i) {
        Layer& layer = model.layers[i];
        layer.calls.clear();
        if (i == 0 && is_input(layer)) continue;
        Call call;
        if (i > 0) call.inputs.push_back({model.layers[i - 1].key, 0, 0, nullptr});
        if (i == 0) call.inputs.push_back({layer.key + "_input", 0, 0, nullptr});
        layer.calls.push_back(std::move(call));
    }
    if (model.layers.empty()) return;
    const Layer& first = model.layers.front();
    model.inputs.push_back({is_input(first) ? first.key : first.key + "_input", 0, 0, nullptr});
    model.outputs.push_back({model.layers.back().key, 0, 0, nullptr});
}

}  // namespace

bool has_layers(const Json& entry) {
    const Json& layers = layer_list(entry);
    return layers.is_array() && std::ranges::all_of(layers, [](const Json& layer) {
               return member(layer, "class_name").is_string();
           });
}

std::string_view plain_class(std::string_view class_name) {
    return class_name.substr(class_name.rfind('>') + 1);
}

std::string snake_case(std::string_view class_name) {
    // An underscore stands before a capital that a small letter follows, and between a small letter and a
    // capital; "Conv2D" is "conv2d", because Keras does not part a capital from the digit before it.
    std::string text;
    const auto is_small = [&](size_t i) {
        return i < class_name.size() && std::islower(static_cast<unsigned char>(class_name[i])) != 0;
    };
    for (size_t i = 0; i < class_name.size(); ++i) {
        const auto c = static_cast<unsigned char>(class_name[i]);
        const bool capital = std::isupper(c) != 0;
        if (capital && i > 0 && class_name[i - 1] != '_' && (is_small(i - 1) || is_small(i + 1))) text += '_';
        text += static_cast<char>(std::tolower(c));
    }
    return text;
}

bool is_input(const Layer& layer) {
    return layer.op == "InputLayer";
}

Layers read_layers(const Json& entry) {
    const Json& config = member(entry, "config");
    Layers model;
    model.name = json::text(member(config, "name"));
    std::unordered_set<std::string> taken;
    for (const Json& layer : array(layer_list(entry))) model.layers.push_back(read_layer(layer, taken));
    if (is_sequential(entry)) {
        chain(model);
        return model;
    }
    for (Layer& layer : model.layers) layer.calls = read_calls(member(*layer.entry, "inbound_nodes"));
    model.inputs = read_references(member(config, "input_layers"));
    model.outputs = read_references(member(config, "output_layers"));
    find_first_calls(model);
    return model;
}

}  // namespace netloupe::keras
