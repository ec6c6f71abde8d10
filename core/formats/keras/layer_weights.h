#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "config_layers.h"
#include "weight_file.h"

namespace netloupe::keras {

/// A weight of a layer.
struct LayerWeight {
    std::string name;      ///< "conv2d_1/kernel:0"
    std::string argument;  ///< What the layer calls it: "kernel".
    ConstantId constant;
};

/// Finds the weights of a model's layers in its file, however the generation that wrote it puts them there.
class LayerWeights {
public:
    /// Where the weights of a model are: of the whole one, or of one that is a layer of another.
    struct Scope {
        /// Keras 3: groups in which the model's layers may have theirs.
        std::vector<std::shared_ptr<const hdf5::Object>> groups;
        /// Before: the weights of all its layers together, under the outer layer's name.
        std::shared_ptr<std::vector<LayerWeight>> together;
        std::unordered_map<std::string, int> classes;  ///< How many layers of a class came before.
        size_t layers = 0;                             ///< How many layers came before.
    };

    /// Without a file no layer has weights.
    LayerWeights() = default;
    explicit LayerWeights(WeightFile& weights);

    [[nodiscard]] Scope whole() const { return whole_; }

    /// A layer that the file itself names, with its weights.
    struct NamedLayer {
        std::string name;
        std::vector<LayerWeight> weights;
    };
    /// All of them in the file's order; none in files of Keras 3.
    [[nodiscard]] const std::vector<NamedLayer>& named() const { return named_; }

    /// What a layer has; each layer of a model is to be asked for once, in order.
    struct Part {
        std::vector<LayerWeight> weights;
        Scope inside;  ///< Where a layer that is a model has its own layers.
    };
    Part of_layer(Scope& scope, const Layer& layer);

private:
    void read_named(const hdf5::Object& group);
    void read_counted(const hdf5::Object& group);
    void add_named(const hdf5::Object& group, const std::string& layer);
    std::vector<LayerWeight> weights_in(const hdf5::Object& group, const std::string& layer);
    Scope in_group(std::shared_ptr<const hdf5::Object> model);
    Part in_groups(Scope& scope, const Layer& layer);
    Part in_names(const Layer& layer, const std::string& number);
    static Part in_together(const Scope& scope, const Layer& layer);

    WeightFile* file_ = nullptr;
    Scope whole_;
    std::vector<NamedLayer> named_;
    std::unordered_map<std::string, size_t> by_name_;  ///< In named_.
};

}  // namespace netloupe::keras
