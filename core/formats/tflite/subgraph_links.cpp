#include "subgraph_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/limits.h"
#include "operator_reader.h"

namespace netloupe::tflite {

namespace {

/// Walks the call graph depth first, without recursion.
class Linker {
public:
    Linker(ReadContext& context, std::span<const SubgraphUse> uses)
        : context_(context), first_use_(context.model.graphs.size() + 1), state_(first_use_.size()) {
        const size_t read = context.model.graphs.size();
        std::ranges::copy_if(uses, std::back_inserter(uses_),
                             [&](auto& use) { return use.to.index() < read; });
        // Uses were noted graph by graph, so those of one graph are neighbours.
        for (const SubgraphUse& use : uses_) ++first_use_[use.from.index() + 1];
        for (size_t i = 1; i < first_use_.size(); ++i) first_use_[i] += first_use_[i - 1];
    }

    void run() {
        std::vector<bool> named(context_.model.graphs.size(), false);
        for (const SubgraphUse& use : uses_) named[use.to.index()] = true;
        for (size_t i = 0; i < named.size(); ++i) {
            if (i == 0 || !named[i]) walk(GraphId(i));
        }
        // What is left is named only from cycles that nothing enters.
        for (size_t i = 0; i < named.size(); ++i) walk(GraphId(i));
    }

private:
    enum class State : uint8_t { kNew, kOpen, kDone };
    struct Frame {
        GraphId graph;
        size_t next;
    };

    void walk(GraphId root) {
        if (state_[root.index()] != State::kNew) return;
        enter(root);
        while (!stack_.empty()) {
            Frame& top = stack_.back();
            if (top.next == first_use_[top.graph.index() + 1]) {
                state_[top.graph.index()] = State::kDone;
                stack_.pop_back();
                continue;
            }
            visit(uses_[top.next++]);
        }
    }

    void enter(GraphId graph) {
        state_[graph.index()] = State::kOpen;
        stack_.push_back({graph, first_use_[graph.index()]});
    }

    void visit(const SubgraphUse& use) {
        const Place place{use.from, use.node, TensorId()};
        const State state = state_[use.to.index()];
        if (state == State::kDone) return;
        if (state == State::kOpen) return complain(use, place, "names a subgraph that it is called from");
        if (stack_.size() >= limits::kNesting) return complain(use, place, "nests subgraphs too deeply");
        Graph& child = context_.model.graphs[use.to.index()];
        child.kind = GraphKind::kSubgraph;
        child.parent = use.from;
        child.owner = use.node;
        child.owner_attribute = use.attribute;
        enter(use.to);
    }

    void complain(const SubgraphUse& use, Place place, std::string_view what) {
        const Node& node = context_.model.graph(use.from).node(use.node);
        context_.damage({ErrorCode::kCorrupt,
                         fmt::format("{}.{} = {} {}.", operator_path(use.from, use.node.index()),
                                     context_.model.text(use.attribute), use.to.index(), what),
                         node.origin.offset, 0},
                        place);
    }

    ReadContext& context_;
    std::vector<SubgraphUse> uses_;  ///< Of graphs that were read.
    std::vector<size_t> first_use_;  ///< By graph; one more at the end.
    std::vector<State> state_;
    std::vector<Frame> stack_;
};

}  // namespace

void link_subgraphs(ReadContext& context, std::span<const SubgraphUse> uses) {
    Linker(context, uses).run();
}

}  // namespace netloupe::tflite
