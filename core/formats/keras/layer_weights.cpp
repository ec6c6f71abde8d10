#include "layer_weights.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/natural_order.h"
#include "base/text.h"
#include "base/utf8.h"
#include "weight_names.h"

namespace netloupe::keras {

LayerWeights::LayerWeights(WeightFile& weights) : file_(&weights) {
    // A file of a model has them in a group; one of weights alone at its root.
    auto group = weights.find(weights.root(), "model_weights");
    if (group == nullptr) group = std::make_shared<const hdf5::Object>(weights.root());
    if (group->attribute("layer_names") != nullptr || group->attribute("layer_names0") != nullptr) {
        read_named(*group);
    } else if (group->attribute("nb_layers") != nullptr) {
        read_counted(*group);
    } else {
        whole_ = in_group(group);
    }
}

void LayerWeights::read_named(const hdf5::Object& group) {
    for (const std::string& layer : file_->texts(group, "layer_names")) add_named(group, layer);
}

/// The first generation numbered layers, and their weights.
void LayerWeights::read_counted(const hdf5::Object& group) {
    std::vector<std::string> layers;
    for (const hdf5::Link& link : group.links) layers.push_back(link.name);
    std::ranges::sort(layers, natural_less);
    for (const std::string& layer : layers) add_named(group, layer);
}

void LayerWeights::add_named(const hdf5::Object& group, const std::string& layer) {
    const auto found = file_->find(group, layer);
    if (found == nullptr || !by_name_.try_emplace(layer, named_.size()).second) return;
    named_.push_back({layer, weights_in(*found, layer)});
}

std::vector<LayerWeight> LayerWeights::weights_in(const hdf5::Object& group, const std::string& layer) {
    std::vector<std::string> names = file_->texts(group, "weight_names");
    if (names.empty() && group.attribute("nb_params") != nullptr) {
        for (const hdf5::Link& link : group.links) names.push_back(link.name);
        std::ranges::sort(names, natural_less);
    }
    std::vector<LayerWeight> weights;
    for (const std::string& name : names) {
        const auto found = file_->find(group, name);
        if (found == nullptr || !found->dataset) {
            file_->damage(
                Error{ErrorCode::kCorrupt,
                      fmt::format("The weight \"{}\" of the layer \"{}\" is not there.", name, layer)});
            continue;
        }
        // Keras 0 counts them layer by layer.
        const std::string whole = name.starts_with("param_") ? layer + "/" + name : name;
        weights.push_back({whole, argument_name(name, layer), file_->constant(*found, whole)});
    }
    return weights;
}

LayerWeights::Part LayerWeights::of_layer(Scope& scope, const Layer& layer) {
    const std::string number = fmt::format("layer_{}", scope.layers++);
    if (file_ == nullptr) return {};
    if (scope.together != nullptr) return in_together(scope, layer);
    return !scope.groups.empty() ? in_groups(scope, layer) : in_names(layer, number);
}

LayerWeights::Part LayerWeights::in_names(const Layer& layer, const std::string& number) {
    auto found = by_name_.find(layer.key);
    if (found == by_name_.end()) found = by_name_.find(number);
    Part part;
    if (found == by_name_.end()) return part;
    const std::vector<LayerWeight>& weights = named_[found->second].weights;
    if (has_layers(*layer.entry)) {
        part.inside.together = std::make_shared<std::vector<LayerWeight>>(weights);
    } else {
        part.weights = weights;
    }
    return part;
}

/// Weights of a model in a model are called after the inner layers: "dense_1/kernel:0".
LayerWeights::Part LayerWeights::in_together(const Scope& scope, const Layer& layer) {
    Part part;
    if (has_layers(*layer.entry)) {
        part.inside.together = scope.together;
        return part;
    }
    const std::string prefix = layer.key + "/";
    const std::string older = layer.key + "_";
    const auto is_own = [&](const LayerWeight& weight) {
        const bool flat = !weight.name.contains('/');
        return weight.name.starts_with(prefix) || weight.name.contains("/" + prefix) ||
               (flat && weight.name.starts_with(older) &&
                !parse_number<int>(weight.name.substr(older.size(), 1)));
    };
    auto& all = *scope.together;
    std::ranges::copy_if(all, std::back_inserter(part.weights), is_own);
    std::erase_if(all, is_own);
    for (LayerWeight& weight : part.weights) weight.argument = argument_name(weight.name, layer.key);
    return part;
}

LayerWeights::Scope LayerWeights::in_group(std::shared_ptr<const hdf5::Object> model) {
    Scope scope;
    for (const std::string_view place : {"layers", "_layer_checkpoint_dependencies"}) {
        if (auto group = file_->find(*model, place); group != nullptr)
            scope.groups.push_back(std::move(group));
    }
    scope.groups.push_back(std::move(model));
    return scope;
}

/// Keras 3 calls the groups of layers after their classes, and numbers those of one class.
LayerWeights::Part LayerWeights::in_groups(Scope& scope, const Layer& layer) {
    std::string name = snake_case(layer.op);
    if (const int before = scope.classes[name]++; before > 0) name += fmt::format("_{}", before);
    Part part;
    std::shared_ptr<const hdf5::Object> group;
    for (const auto& place : scope.groups) {
        if (group == nullptr) group = file_->find(*place, name);
        if (group == nullptr) group = file_->find(*place, layer.key);
    }
    if (group == nullptr || group->dataset) return part;
    if (has_layers(*layer.entry)) {
        part.inside = in_group(group);
        return part;
    }
    std::vector<Error> damages;
    const auto walked = file_->file().for_each_dataset(
        *group, damages, [&](const std::string& path, const hdf5::Object& object) {
            // The state of random numbers is no weight.
            if (path.contains("seed_generator")) return;
            const std::string argument = variable_name(path, layer.op, *layer.config);
            const std::string whole = layer.key + "/" + argument;
            part.weights.push_back({whole, argument, file_->constant(object, whole)});
        });
    file_->damage(damages);
    if (!walked) file_->damage(walked.error());
    return part;
}

}  // namespace netloupe::keras
