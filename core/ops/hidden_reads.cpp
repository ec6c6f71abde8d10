#include "ops/hidden_reads.h"

#include <algorithm>

namespace netloupe {

std::vector<std::vector<HiddenRead>> hidden_reads(const Model& model) {
    std::vector<std::vector<HiddenRead>> reads(model.graphs.size());
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        for (const Capture& capture : model.graphs[g].captures) {
            GraphId at(g);
            // A graph's parent has a smaller number, so that this ends.
            while (at.valid() && model.graph(at).parent.valid() &&
                   model.graph(at).parent != capture.outer_graph && model.graph(at).parent < at) {
                at = model.graph(at).parent;
            }
            if (at.valid() && model.graph(at).parent == capture.outer_graph &&
                model.graph(at).owner.valid()) {
                reads[capture.outer_graph.index()].push_back({model.graph(at).owner, capture.outer});
            }
        }
    }
    for (auto& of_graph : reads) std::ranges::sort(of_graph, {}, &HiddenRead::tensor);
    return reads;
}

}  // namespace netloupe
