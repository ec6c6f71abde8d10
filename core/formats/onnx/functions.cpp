#include "functions.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "attribute_reader.h"
#include "formats/onnx/types.h"
#include "graph_reader.h"
#include "tensor_reader.h"

namespace netloupe::onnx {

namespace {

using wire::bytes_tag;
using wire::varint_tag;

class FunctionReader {
public:
    FunctionReader(Reading& reading, const wire::Field& message, const FieldPath& path)
        : reading_(reading),
          path_(path),
          metadata_(reading.scratch.metadata.size()),
          draft_(begin_graph(reading, GraphPlace(GraphKind::kFunction), message.offset)) {
        const StringId empty = reading.model.strings.intern("");
        function_ = {empty, empty, empty, draft_.id, {}};
    }

    Function read(const wire::Field& message) {
        const ReadingPlace around = std::exchange(reading_.place, {draft_.id, NodeId()});
        wire::Reader reader(message.bytes, message.offset);
        wire::Field field;
        while (reader.next(field)) {
            if (field.tag == bytes_tag(7)) {
                if (reading_.stopped()) break;
                read_node(reading_, field, path_.element("node", draft_.graph.nodes.size()), draft_);
            } else {
                take(field);
            }
        }
        reading_.check(reader, path_);
        finish();
        reading_.place = around;
        return std::move(function_);
    }

private:
    void take(const wire::Field& field) {
        Graph& graph = draft_.graph;
        switch (field.tag) {
            case bytes_tag(1):
                function_.name = reading_.text(field, path_.field("name"));
                break;
            case bytes_tag(4):
                add_value(field, path_.field("input"), graph.inputs);
                break;
            case bytes_tag(5):
                add_value(field, path_.field("output"), graph.outputs);
                break;
            case bytes_tag(6):
                add_parameter(reading_.text(field, path_.field("attribute")));
                break;
            case bytes_tag(8):
                graph.doc = reading_.text(field, path_.field("doc_string"));
                break;
            case bytes_tag(9):
                function_.imports.push_back(read_opset_import(reading_, field, path_.field("opset_import")));
                break;
            case bytes_tag(10):
                function_.domain = reading_.text(field, path_.field("domain"));
                break;
            case bytes_tag(11):
                parameters_.push_back(
                    read_attribute(reading_, field, path_.field("attribute_proto"), draft_));
                break;
            case bytes_tag(12):
                value_infos_.push_back(field);
                break;
            case bytes_tag(13):
                function_.overload = reading_.text(field, path_.field("overload"));
                break;
            case bytes_tag(14):
                read_entry(reading_, field, path_.field("metadata_props"));
                break;
            default:
                break;
        }
    }

    void add_value(const wire::Field& field, const FieldPath& path, std::vector<TensorId>& list) {
        const TensorId id = draft_.tensor(reading_.text(field, path));
        if (id.valid()) list.push_back(id);
    }

    /// A parameter without default: the caller supplies its value, so it refers to itself.
    void add_parameter(StringId name) {
        Attribute parameter;
        parameter.name = name;
        parameter.type = AttributeType::kReference;
        parameter.text = name;
        parameters_.push_back(parameter);
    }

    void finish() {
        Graph& graph = draft_.graph;
        graph.name = function_.name;
        graph.domain = function_.domain;
        graph.metadata = take_metadata(reading_, metadata_);
        graph.attributes = append(reading_.model.attributes, std::span<const Attribute>(parameters_));
        for (size_t i = 0; i < value_infos_.size(); ++i) {
            read_value_info(reading_, value_infos_[i], path_.element("value_info", i), draft_);
        }
        end_graph(reading_, std::move(draft_));
    }

    Reading& reading_;
    const FieldPath& path_;
    size_t metadata_;
    GraphDraft draft_;
    Function function_;
    std::vector<Attribute> parameters_;
    std::vector<wire::Field> value_infos_;
};

/// Functions by operator name, domain and overload.
class FunctionTable {
public:
    FunctionTable(const Model& model, const std::vector<Function>& functions) {
        for (const Function& function : functions) {
            entries_.push_back(
                {{function.name.value, domain_key(model, function.domain), function.overload.value},
                 function.graph});
        }
        // Of two functions with one name the first one counts.
        std::ranges::sort(entries_, {}, [](const Entry& e) { return std::tuple(e.key, e.graph.value); });
    }

    [[nodiscard]] GraphId find(const Model& model, const Node& node, StringId overload) const {
        const Key key{node.op.value, domain_key(model, node.domain), overload.value};
        const auto found = std::ranges::lower_bound(entries_, key, {}, &Entry::key);
        return found != entries_.end() && found->key == key ? found->graph : GraphId();
    }

private:
    using Key = std::tuple<uint32_t, uint32_t, uint32_t>;
    struct Entry {
        Key key;
        GraphId graph;
    };
    /// "ai.onnx" and "" are one domain.
    static uint32_t domain_key(const Model& model, StringId domain) {
        return model.text(domain) == "ai.onnx" ? 0 : domain.value;
    }
    std::vector<Entry> entries_;
};

/// Goes through the calls between functions depth first and cuts those that lead back.
class CycleCutter {
public:
    CycleCutter(Reading& reading, const std::vector<Function>& functions)
        : reading_(reading), functions_(functions), state_(functions.size(), State::kNew) {
        const auto owners = functions_of_graphs(reading.model, functions);
        calls_.resize(functions.size());
        for (size_t g = 0; g < owners.size(); ++g) {
            if (owners[g] == kNoFunction) continue;
            const Graph& graph = reading.model.graphs[g];
            for (size_t n = 0; n < graph.nodes.size(); ++n) {
                const GraphId callee = graph.nodes[n].callee;
                if (callee.valid()) {
                    calls_[owners[g]].push_back({GraphId(g), NodeId(n), owners[callee.index()]});
                }
            }
        }
    }

    void run() {
        for (uint32_t i = 0; i < functions_.size(); ++i) {
            if (state_[i] == State::kNew) visit(i);
        }
    }

private:
    enum class State : uint8_t { kNew, kOpen, kDone };
    struct Call {
        GraphId graph;
        NodeId node;
        uint32_t callee;
    };
    struct Step {
        uint32_t function;
        size_t next_call;
    };

    void visit(uint32_t first) {
        std::vector<Step> open{{first, 0}};
        state_[first] = State::kOpen;
        while (!open.empty()) {
            Step& step = open.back();
            if (step.next_call == calls_[step.function].size()) {
                state_[step.function] = State::kDone;
                open.pop_back();
                continue;
            }
            const Call call = calls_[step.function][step.next_call++];
            if (state_[call.callee] == State::kOpen) {
                cut(call);
            } else if (state_[call.callee] == State::kNew) {
                state_[call.callee] = State::kOpen;
                open.push_back({call.callee, 0});
            }
        }
    }

    void cut(const Call& call) {
        Model& model = reading_.model;
        Node& node = model.graphs[call.graph.index()].nodes[call.node.index()];
        node.callee = {};
        Damage damage;
        damage.graph = call.graph;
        damage.node = call.node;
        damage.error.offset = node.origin.offset;
        damage.error.line = node.origin.line;
        damage.error.message = "Function \"" + std::string(model.text(functions_[call.callee].name)) +
                               "\" calls itself, directly or through other functions; such a model cannot "
                               "be run.";
        model.damages.push_back(std::move(damage));
    }

    Reading& reading_;
    const std::vector<Function>& functions_;
    std::vector<State> state_;
    std::vector<std::vector<Call>> calls_;
};

}  // namespace

Function read_function(Reading& reading, const wire::Field& message, const FieldPath& path) {
    return FunctionReader(reading, message, path).read(message);
}

OpsetImport read_opset_import(Reading& reading, const wire::Field& message, const FieldPath& path) {
    OpsetImport import;
    wire::Reader reader(message.bytes, message.offset);
    wire::Field field;
    std::string domain;
    while (reader.next(field)) {
        if (field.tag == bytes_tag(1))
            domain = as_text(field.bytes.first(std::min<size_t>(field.bytes.size(), limits::kTextBytes)));
        if (field.tag == varint_tag(2)) import.version = field.integer();
    }
    reading.check(reader, path);
    import.domain = reading.model.strings.intern(shown_domain(domain));
    return import;
}

void resolve_calls(Reading& reading, const std::vector<Function>& functions) {
    if (functions.empty()) return;
    Model& model = reading.model;
    const FunctionTable table(model, functions);
    const StringId no_overload = model.strings.intern("");
    for (Graph& graph : model.graphs) {
        for (Node& node : graph.nodes) node.callee = table.find(model, node, no_overload);
    }
    for (const NodeOverload& named : reading.overloads) {
        Node& node = model.graphs[named.graph.index()].nodes[named.node.index()];
        node.callee = table.find(model, node, named.overload);
    }
    CycleCutter(reading, functions).run();
}

std::vector<uint32_t> functions_of_graphs(const Model& model, const std::vector<Function>& functions) {
    std::vector<uint32_t> owners(model.graphs.size(), kNoFunction);
    for (uint32_t i = 0; i < functions.size(); ++i) owners[functions[i].graph.index()] = i;
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        const GraphId parent = model.graphs[g].parent;
        if (parent.valid()) owners[g] = owners[parent.index()];
    }
    return owners;
}

}  // namespace netloupe::onnx
