#include "parts.h"

#include <ranges>

#include "groups.h"

namespace netloupe::layout {

Parts::Parts(const Graph& graph) : graph_(graph) {
    const auto box_count = static_cast<uint32_t>(graph.boxes.size());
    Groups groups;
    groups.reset(box_count);
    for (const Edge& edge : graph.edges) groups.join(edge.from, edge.to);
    std::vector<uint32_t> part_of(box_count);
    uint32_t parts = 0;
    for (uint32_t box = 0; box < box_count; ++box) {
        const uint32_t first = groups.find(box);
        part_of[box] = first == box ? parts++ : part_of[first];
    }
    boxes_.fill(parts, std::views::iota(0U, box_count), [&](uint32_t box) { return part_of[box]; });
    edges_.fill(parts, std::views::iota(0U, static_cast<uint32_t>(graph.edges.size())),
                [&](uint32_t edge) { return part_of[graph.edges[edge].from]; });
    local_.resize(box_count);
    for (uint32_t part = 0; part < parts; ++part) {
        uint32_t next = 0;
        for (const uint32_t box : boxes_[part]) local_[box] = next++;
    }
}

void Parts::load(uint32_t number, Part& part) const {
    part.sizes.clear();
    for (const uint32_t box : boxes_[number]) part.sizes.push_back(graph_.boxes[box]);
    part.arcs.clear();
    for (const uint32_t e : edges_[number]) {
        const Edge& edge = graph_.edges[e];
        if (edge.from == edge.to) continue;
        part.arcs.push_back({local_[edge.from], local_[edge.to], edge.port, e, edge.weight, edge.label});
    }
}

}  // namespace netloupe::layout
