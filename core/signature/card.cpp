#include "signature/card.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/utf8.h"
#include "element_walk.h"
#include "infer/known_types.h"
#include "layout.h"
#include "meaning.h"
#include "value_range.h"

namespace netloupe::signature {

namespace {

class CardWriter {
public:
    CardWriter(const Model& model, const Meaning& meaning, const infer::Shapes* shapes)
        : model_(model), meaning_(meaning), shapes_(shapes), types_(model, shapes) {}

    Card write() {
        Card card;
        for (const Signature& signature : model_.signatures) {
            if (card.entries.size() < kEntries) card.entries.push_back(entry_of(signature));
        }
        card.total = model_.signatures.size();
        if (!covered()) {
            card.entries.insert(card.entries.begin(), main_graph());
            ++card.total;
        }
        return card;
    }

private:
    /// Whether some signature names all inputs and outputs of the main graph.
    [[nodiscard]] bool covered() const {
        const Graph& main = model_.graphs[0];
        const auto all = [](const std::vector<TensorId>& wanted,
                            const std::vector<Signature::Binding>& bound) {
            return std::ranges::all_of(wanted, [&](TensorId tensor) {
                return std::ranges::find(bound, tensor, &Signature::Binding::tensor) != bound.end();
            });
        };
        return std::ranges::any_of(model_.signatures, [&](const Signature& signature) {
            return signature.graph.index() == 0 && all(main.inputs, signature.inputs) &&
                   all(main.outputs, signature.outputs);
        });
    }

    Entry main_graph() {
        Entry entry;
        entry.graph = GraphId(0U);
        places_of(entry.graph);
        const Graph& graph = model_.graphs[0];
        for (const TensorId tensor : graph.inputs) {
            if (tensor.valid() && !graph.tensor(tensor).constant.valid())
                entry.inputs.push_back(input(entry.graph, tensor, {}));
        }
        for (const TensorId tensor : graph.outputs) {
            if (tensor.valid()) entry.outputs.push_back(output(entry.graph, tensor, {}));
        }
        return entry;
    }

    Entry entry_of(const Signature& signature) {
        Entry entry{to_utf8(model_.text(signature.key)), true, signature.graph, {}, {}};
        places_of(signature.graph);
        for (const Signature::Binding& binding : signature.inputs) {
            if (binding.tensor.valid())
                entry.inputs.push_back(input(signature.graph, binding.tensor, binding.name));
        }
        for (const Signature::Binding& binding : signature.outputs) {
            if (binding.tensor.valid())
                entry.outputs.push_back(output(signature.graph, binding.tensor, binding.name));
        }
        return entry;
    }

    /// Notes which number each input and output of the graph has.
    void places_of(GraphId id) {
        if (placed_ == id) return;
        placed_ = id;
        const auto number = [](const std::vector<TensorId>& list, auto& places) {
            places.clear();
            for (uint32_t i = 0; i < list.size(); ++i) places.emplace(list[i].value, i);
        };
        number(model_.graph(id).inputs, input_places_);
        number(model_.graph(id).outputs, output_places_);
    }

    Port input(GraphId graph, TensorId tensor, StringId key) {
        Port port = port_of(graph, tensor, key, input_places_);
        const View view{model_, meaning_, shapes_, graph};
        port.layout = layout_of_input(view, tensor);
        describe_values(view, port);
        describe_input(view, port);
        return port;
    }

    Port output(GraphId graph, TensorId tensor, StringId key) {
        Port port = port_of(graph, tensor, key, output_places_);
        const View view{model_, meaning_, shapes_, graph};
        port.layout = layout_of_output(view, tensor);
        describe_stored(model_, port);
        describe_output(view, port);
        return port;
    }

    Port port_of(GraphId graph, TensorId id, StringId key,
                 const std::unordered_map<uint32_t, uint32_t>& places) const {
        const Tensor& tensor = model_.graph(graph).tensor(id);
        Port port;
        port.graph = graph;
        port.tensor = id;
        port.name = to_utf8(model_.text(tensor.name));
        port.key = to_utf8(model_.text(key));
        port.dtype = types_.dtype(graph, id);
        if (tensor.kind != ValueKind::kTensor && tensor.kind != ValueKind::kUnknown)
            port.type = to_utf8(model_.text(tensor.type_name));
        if (const auto place = places.find(id.value); place != places.end()) {
            port.place = place->second;
            port.placed = true;
        }
        fill_shape(port, tensor);
        return port;
    }

    /// The file's own dimensions, and what the operators give where it has none.
    void fill_shape(Port& port, const Tensor& tensor) const {
        const auto usual = model_.dims_of(tensor.default_shape);
        if (tensor.shape.known) {
            port.ranked = true;
            for (const Dimension& dimension : model_.dims_of(tensor.shape))
                port.shape.push_back({dimension.value, to_utf8(model_.text(dimension.symbol)), 1});
        }
        if (shapes_ != nullptr) add_inferred(port);
        for (size_t i = 0; i < port.shape.size() && i < usual.size(); ++i) {
            if (usual[i].value > 0) port.shape[i].usual = usual[i].value;
        }
    }

    void add_inferred(Port& port) const {
        const infer::TensorShape& inferred = shapes_->tensor(port.graph, port.tensor);
        const auto dims = shapes_->dims(inferred);
        if (!inferred.ranked || (port.ranked && dims.size() != port.shape.size())) return;
        port.ranked = true;
        port.shape.resize(dims.size());
        for (size_t i = 0; i < dims.size(); ++i) {
            Extent& extent = port.shape[i];
            if (extent.fixed()) continue;
            const auto value = shapes_->table().value(dims[i]);
            const std::string text = shapes_->table().text(dims[i]);
            if (value) {
                extent.value = *value;
            } else if (extent.symbol.empty() && text != "?") {
                extent.symbol = text;
            }
        }
    }

    const Model& model_;
    const Meaning& meaning_;
    const infer::Shapes* shapes_;
    infer::KnownTypes types_;
    GraphId placed_;
    std::unordered_map<uint32_t, uint32_t> input_places_;
    std::unordered_map<uint32_t, uint32_t> output_places_;
};

}  // namespace

Card card_of(const Model& model, const Meaning& meaning, const infer::Shapes* shapes) {
    return CardWriter(model, meaning, shapes).write();
}

std::string shape_text(const Port& port) {
    if (!port.ranked) return "?";
    if (port.shape.empty()) return "scalar";
    std::string text;
    for (const Extent& extent : port.shape) {
        if (!text.empty()) text += "×";
        text += extent.fixed() ? fmt::format("{}", extent.value)
                               : fmt::format("[{}]", extent.symbol.empty() ? "?" : extent.symbol);
    }
    return text;
}

std::string type_text(const Port& port) {
    if (!port.type.empty()) return port.type;
    return fmt::format("{} {}", name(port.dtype), shape_text(port));
}

}  // namespace netloupe::signature
