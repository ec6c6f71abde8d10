#pragma once

#include <unordered_map>

#include "layer.h"
#include "layer_types.h"
#include "model/model.h"
#include "weight_file.h"

namespace netloupe::ncnn {

/// Makes the graph of the layers that it is given in their order.
class GraphBuilder {
public:
    explicit GraphBuilder(Model& model);

    void add(const Layer& layer);
    /// Moves the graph into the model.
    void finish();

    [[nodiscard]] bool empty() const { return graph_.tensors.empty(); }
    [[nodiscard]] size_t elements() const {
        return graph_.nodes.size() + graph_.tensors.size() + model_.operands.size();
    }

private:
    StringId intern(std::string_view text) { return model_.strings.intern(text); }
    static Origin origin(const Layer& layer);
    TensorId add_tensor(StringId name, const Layer& layer);
    /// A blob that a layer makes; whoever takes it by its name gets the first of that name.
    TensorId add_blob(const std::string& name, const Layer& layer);
    TensorId blob(const std::string& name, const Layer& layer);
    /// Weights have places of their own among the inputs; blobs take those that are left, in their order.
    std::vector<TensorId> inputs_of(const Layer& layer);
    TensorId add_weight(const Weight& weight, const Layer& layer);
    void set_constant(TensorId id, ConstantId constant);
    /// Weights that are stored as int8: q = x × scale, each output or group with its own.
    void set_quantization(const Layer& layer, std::span<const TensorId> inputs);
    void add_input(const Layer& layer, std::span<const TensorId> outputs);
    void add_memory(const Layer& layer, TensorId output);
    void set_shape(Tensor& tensor, std::span<const int64_t> dims);
    /// Of each output: how many dimensions, then width, height, (depth,) channels.
    void read_shapes(const Layer& layer, std::span<const TensorId> outputs);
    Range read_parameters(const Layer& layer);
    Attribute read_parameter(const Layer& layer, const Parameter& parameter, const ParameterType* known);
    void set_integer(const Layer& layer, const Parameter& parameter, const ParameterType* known,
                     Attribute& attribute);
    /// Blobs that no layer takes.
    void find_outputs();
    /// Old converters wrote channels, height, width where width, height, channels are meant; the weights of
    /// the first convolution know how many channels there are.
    void order_input_dimensions();

    Model& model_;
    WeightFile weights_;
    Graph graph_;
    std::unordered_map<StringId, TensorId> by_name_;
};

}  // namespace netloupe::ncnn
