#include "fingerprint.h"

#include <unordered_map>

#include "base/limits.h"

namespace netloupe::lint {

namespace {

/// FNV-1a, with a separator behind each text so that ("ab", "c") differs from ("a", "bc").
class Hash {
public:
    void add(std::string_view text) {
        for (const char c : text) mix(static_cast<unsigned char>(c));
        mix(0xFF);
    }
    void add(uint64_t number) {
        for (int shift = 0; shift < 64; shift += 8) mix(static_cast<unsigned char>(number >> shift));
    }
    [[nodiscard]] uint64_t value() const { return value_; }

private:
    void mix(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001B3ULL; }
    uint64_t value_ = 0xCBF29CE484222325ULL;
};

void add_node(Hash& hash, const Model& model, const Graph& graph, const Node& node) {
    hash.add(model.text(node.op));
    hash.add(model.text(node.name));
    for (const TensorId output : model.outputs(node)) {
        if (output.valid()) hash.add(model.text(graph.tensor(output).name));
    }
}

/// From the graph outwards, through the nodes that hold it.
void add_graph(Hash& hash, const Model& model, GraphId id) {
    for (uint32_t depth = 0; id.valid() && depth < limits::kNesting; ++depth) {
        const Graph& graph = model.graph(id);
        hash.add(model.text(graph.name));
        hash.add(model.text(graph.owner_attribute));
        if (graph.parent.valid() && graph.owner.valid()) {
            const Graph& parent = model.graph(graph.parent);
            add_node(hash, model, parent, parent.node(graph.owner));
        }
        id = graph.parent;
    }
}

uint64_t fingerprint(const Model& model, const Finding& finding) {
    Hash hash;
    hash.add(finding.rule);
    if (!finding.graph.valid()) return hash.value();
    add_graph(hash, model, finding.graph);
    const Graph& graph = model.graph(finding.graph);
    if (finding.node.valid()) add_node(hash, model, graph, graph.node(finding.node));
    if (finding.tensor.valid()) hash.add(model.text(graph.tensor(finding.tensor).name));
    return hash.value();
}

}  // namespace

void set_fingerprints(const Model& model, std::vector<Finding>& findings) {
    std::unordered_map<uint64_t, uint64_t> seen;
    for (Finding& finding : findings) {
        const uint64_t hash = fingerprint(model, finding);
        const uint64_t ordinal = seen[hash]++;
        Hash distinct;
        distinct.add(hash);
        distinct.add(ordinal);
        finding.fingerprint = ordinal == 0 ? hash : distinct.value();
    }
}

}  // namespace netloupe::lint
