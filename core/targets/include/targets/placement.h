#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cost/costs.h"
#include "infer/shapes.h"
#include "model/model.h"
#include "targets/target.h"
#include "targets/verdict.h"

namespace netloupe::targets {

/// Nodes that the target runs as one.
struct Partition {
    std::vector<NodeId> nodes;     ///< In the order of the file.
    std::vector<TensorId> inputs;  ///< Values that come from outside, without constants.
    std::vector<TensorId> outputs;
    uint64_t bytes_in = 0;   ///< Of the inputs whose size is known.
    uint64_t bytes_out = 0;  ///< Of the outputs whose size is known.
    uint32_t unknown = 0;    ///< Inputs and outputs whose size is not known.
    bool taken = true;  ///< False where the target leaves it to the processor: too small, or one too many.
};

/// Where the nodes of a graph run. Nodes whose verdict is conditional are taken to run on the target, those
/// of unknown verdict not.
struct Placement {
    static constexpr uint32_t kProcessor = UINT32_MAX;

    std::vector<Partition> partitions;   ///< In the order in which they run.
    std::vector<uint32_t> partition_of;  ///< By node: in partitions, or kProcessor.
    std::array<uint32_t, 4> verdicts{};  ///< Nodes by their verdict; those that are folded count nowhere.
    uint32_t nodes = 0;                  ///< That run at all.
    uint32_t on_target = 0;              ///< In partitions that are taken.
    uint32_t taken = 0;                  ///< Partitions that are.
    uint64_t macs = 0;                   ///< Of all nodes whose MACs are a number.
    uint64_t macs_on_target = 0;
    bool macs_known = false;  ///< Those of all nodes are numbers, and not all 0.
    /// Nodes that would have to run on the target for all that it runs to be one partition: those that stand
    /// between nodes of the target, and where the order of execution still cuts, those that lead into it.
    std::vector<NodeId> to_replace;

    [[nodiscard]] double node_share() const { return nodes == 0 ? 0 : double{1} * on_target / nodes; }
    [[nodiscard]] std::optional<double> mac_share() const {
        return macs_known ? std::optional(static_cast<double>(macs_on_target) / static_cast<double>(macs))
                          : std::nullopt;
    }
};

/// Cuts a graph as the target's runtime would. `costs` may be null: MACs are unknown then. Time is that of
/// sorting the nodes.
Placement place(const Model& model, GraphId graph, const Target& target, const Assessment& assessment,
                const infer::Shapes& shapes, const cost::Costs* costs = nullptr);

}  // namespace netloupe::targets
