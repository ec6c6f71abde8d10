#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace netloupe {

/// Makes the graph of a file that holds weights and no graph: safetensors, state dicts, checkpoints, NumPy
/// archives. Each module is a node, named by its path; its inputs are its parameters, which have constants,
/// and it has no outputs. Modules and parameters stand in the order in which they are added.
class ModuleGraph {
public:
    /// The graph is graphs[0], which is made when there is none. Names are split at the last `separator`.
    explicit ModuleGraph(Model& model, char separator = '.');

    /// Adds the parameter to the module that its name tells: "encoder.0.weight" is "weight" of "encoder.0",
    /// "weight" alone is one of the module without a name. Without a constant nothing but the name is known
    /// of it.
    TensorId add(std::string_view name, ConstantId constant, Origin origin = {});
    /// The same with the module and the parameter's name in it given.
    TensorId add(NodeId module, std::string_view parameter, std::string_view name, ConstantId constant,
                 Origin origin = {});

    /// The module of that path, which is made when there is none. Where the file says the module's class,
    /// that is its operator.
    NodeId module(std::string_view path, std::string_view op = "Module", Origin origin = {});

    /// Gives the modules their inputs and connects the graph. Call it once, last.
    void finish();

private:
    struct Parameter {
        NodeId module;
        TensorId tensor;
        StringId name;  ///< In its module.
    };

    [[nodiscard]] Graph& graph() { return model_.graphs[0]; }

    Model& model_;
    char separator_;
    std::unordered_map<StringId, NodeId> modules_;  ///< By path.
    std::vector<Parameter> parameters_;
};

}  // namespace netloupe
