#pragma once

#include <span>
#include <vector>

#include "model/model.h"
#include "targets/target.h"

namespace netloupe::targets {

/// Which nodes of a graph wait for which. Nodes that are left out are as if they had run before.
class Dependencies {
public:
    Dependencies(const Model& model, GraphId graph, const std::vector<bool>& left_out);

    [[nodiscard]] size_t size() const { return first_.size() - 1; }
    [[nodiscard]] bool left_out(uint32_t node) const { return left_out_[node]; }
    /// Nodes that read what the node gives; one as often as it reads.
    [[nodiscard]] std::span<const uint32_t> after(uint32_t node) const {
        return std::span(followers_).subspan(first_[node], first_[node + 1] - first_[node]);
    }
    /// For each node, how many of others' values it reads.
    [[nodiscard]] const std::vector<uint32_t>& waiting() const { return waiting_; }
    /// The nodes, each behind those that it waits for; without those that wait for themselves.
    [[nodiscard]] std::vector<uint32_t> order() const;

private:
    const std::vector<bool>& left_out_;
    std::vector<uint32_t> first_;
    std::vector<uint32_t> followers_;
    std::vector<uint32_t> waiting_;
};

/// The parts that a runtime gives to a target that runs the `supported` nodes, in the order in which they
/// run.
std::vector<std::vector<uint32_t>> cut(const Dependencies& dependencies, Cutting cutting,
                                       const std::vector<bool>& supported);

}  // namespace netloupe::targets
