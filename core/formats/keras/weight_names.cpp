#include "weight_names.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"

namespace netloupe::keras {

namespace {

using json::member;
using Names = std::vector<std::string_view>;

bool is_on(const Json& config, const char* option) {
    const Json& value = member(config, option);
    return !value.is_boolean() || value.get<bool>();
}

/// Variables of a layer in the order in which Keras 3 numbers them.
Names variables_of(std::string_view layer, const Json& config) {
    if (layer == "BatchNormalization" || layer == "LayerNormalization" || layer == "GroupNormalization") {
        Names names;
        if (is_on(config, "scale")) names.emplace_back("gamma");
        if (is_on(config, "center")) names.emplace_back("beta");
        if (layer == "BatchNormalization") names.insert(names.end(), {"moving_mean", "moving_variance"});
        return names;
    }
    if (layer.starts_with("SeparableConv")) return {"depthwise_kernel", "pointwise_kernel", "bias"};
    if (layer == "LSTM" || layer == "GRU" || layer == "SimpleRNN" || layer.ends_with("Cell") ||
        layer.starts_with("ConvLSTM"))
        return {"kernel", "recurrent_kernel", "bias"};
    if (layer == "Embedding") return {"embeddings"};
    if (layer == "PReLU") return {"alpha"};
    if (layer == "RMSNormalization") return {"scale"};
    if (layer == "Normalization") return {"mean", "variance", "count"};
    if (layer.contains("Dense") || layer.contains("Conv")) return {"kernel", "bias"};
    return {};
}

/// What a layer inside a layer is, by the name of its group.
std::string_view class_of_part(std::string_view part) {
    if (part == "cell") return "LSTMCell";
    if (part.ends_with("dense")) return "Dense";
    if (part.contains("conv")) return "Conv2D";
    return part.contains("layer_norm") ? "LayerNormalization" : std::string_view();
}

}  // namespace

std::string variable_name(std::string_view path, std::string_view layer_class, const Json& config) {
    std::string prefix;
    std::string_view last = path;
    std::string_view owner = layer_class;
    while (last.contains('/')) {
        const std::string_view part = last.substr(0, last.find('/'));
        last.remove_prefix(part.size() + 1);
        if (part == "vars") continue;
        owner = class_of_part(part);
        // The cell is the recurrent layer itself.
        if (part != "cell") prefix += std::string(part) + ".";
    }
    static const Json kNone;
    const Names names = variables_of(owner, prefix.empty() ? config : kNone);
    const auto number = parse_number<size_t>(last);
    const bool known = number && *number < names.size();
    return prefix + std::string(known ? names[*number] : last);
}

std::string argument_name(std::string_view weight, std::string_view layer) {
    std::string_view name = weight.substr(weight.rfind('/') + 1);
    name = name.substr(0, name.rfind(':'));
    if (name.size() > layer.size() + 1 && name.starts_with(layer) && name[layer.size()] == '_')
        name.remove_prefix(layer.size() + 1);
    return std::string(name);
}

int slot_of(std::string_view layer_class, std::string_view argument) {
    static constexpr auto kBatch =
        std::to_array<std::string_view>({"gamma", "beta", "moving_mean", "moving_variance"});
    const bool batch = layer_class.contains("BatchNormalization");
    if (!batch && layer_class != "LayerNormalization" && layer_class != "GroupNormalization") return -1;
    const auto* found = std::ranges::find(kBatch, argument);
    return found == kBatch.end() ? -1 : static_cast<int>(found - kBatch.begin());
}

}  // namespace netloupe::keras
