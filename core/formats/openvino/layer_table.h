#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "constants.h"
#include "reading.h"

namespace netloupe::openvino {

struct Layer {
    enum class Kind : uint8_t { kNode, kInput, kConstant, kResult };

    pugi::xml_node xml;
    StringId name;
    Kind kind = Kind::kNode;
    Range inputs;   ///< In the table's ports.
    Range outputs;  ///< In the table's ports.
};

/// The layers of one network, their ports, and what the edges join. Makes the tensors, inputs and constants
/// of the graph.
class LayerTable {
public:
    LayerTable(Reading& reading, Graph& graph, GraphId id) : reading_(reading), graph_(graph), id_(id) {}

    void read_layers(const pugi::xml_node& layers);
    void read_edges(const pugi::xml_node& edges);
    /// In versions without Parameter layers, ports of a body that no edge leads to are its inputs.
    void open_body_ports();
    /// Decides which tensors without dimensions are scalars: the file does not tell them from those whose
    /// rank is unknown.
    void settle_scalars();

    [[nodiscard]] const std::vector<Layer>& layers() const { return layers_; }
    /// Tensors that the layer's input ports take, in the order of the file; none where no edge leads.
    [[nodiscard]] std::vector<TensorId> sources(const Layer& layer) const { return tensors(layer.inputs); }
    [[nodiscard]] std::vector<TensorId> outputs(const Layer& layer) const { return tensors(layer.outputs); }
    /// The tensor of an output port, by the numbers as they are written.
    [[nodiscard]] TensorId output(std::string_view layer, std::string_view port);
    /// Which tensors some input port takes.
    [[nodiscard]] std::vector<bool> taken() const;

private:
    struct Port {
        uint32_t id = 0;
        uint32_t slot = 0;  ///< Place of the port among those of its element.
        TensorId tensor;
        pugi::xml_node xml;
    };

    void read_layer(const pugi::xml_node& layer);
    Range read_ports(const pugi::xml_node& ports, Layer* producer);
    TensorId add_tensor(const Layer& layer, const pugi::xml_node& port, size_t slot, size_t count);
    void name_tensor(Tensor& tensor, const Layer& layer, const pugi::xml_node& port, size_t slot,
                     size_t count);
    Shape port_shape(const pugi::xml_node& port);
    void read_input(const Layer& layer);
    void read_constant(const Layer& layer);
    void note_runtime_info(const Layer& layer);
    Port* find_port(std::string_view layer, std::string_view port, bool is_output);
    bool is_surely_scalar(const Layer& layer) const;
    [[nodiscard]] std::vector<TensorId> tensors(Range ports) const;

    Reading& reading_;
    Graph& graph_;
    GraphId id_;
    std::vector<Layer> layers_;
    std::vector<Port> ports_;  ///< Those of one element stand together, by id.
    std::unordered_map<int64_t, uint32_t> by_id_;
};

}  // namespace netloupe::openvino
