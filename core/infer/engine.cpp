#include "engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/limits.h"
#include "declared.h"
#include "model/values.h"
#include "operator_functions.h"
#include "order.h"

namespace netloupe::infer {

namespace {

/// How many nodes are done between two looks at the cancel token.
constexpr size_t kNodesBetweenLooks = 1024;

/// How much a dimension says: a number more than a name, a name more than nothing.
int says(const DimensionTable& table, DimId d) {
    if (!d.valid()) return 0;
    if (table.value(d)) return 3;
    return table.anonymous(d) ? 1 : 2;
}

std::tuple<ConflictKind, uint32_t, uint32_t, uint32_t> key_of(const ShapeConflict& conflict) {
    return {conflict.kind, conflict.graph.value, conflict.node.value, conflict.tensor.value};
}

}  // namespace

Engine::Engine(const Model& model, const Meaning& meaning, const InferOptions& options)
    : model_(model),
      meaning_(meaning),
      options_(options),
      table_(shapes_.table_),
      pool_(shapes_.pool_),
      orders_(node_orders(model)),
      declared_(model.graphs.size()),
      results_(shapes_.graphs_),
      evaluated_(model.graphs.size(), false) {
    results_.resize(model.graphs.size());
    budget_ = limits::kRepeatedNodes;
    for (const Graph& graph : model.graphs) budget_ += graph.nodes.size() + graph.tensors.size() / 4;
}

Shapes Engine::run() {
    for (size_t g = 0; g < model_.graphs.size(); ++g) {
        // A subgraph is evaluated where its node is; what is left belongs to nodes that nobody knows.
        const Graph& graph = model_.graphs[g];
        if (graph.kind != GraphKind::kFunction && !graph.parent.valid()) run_root(GraphId(g));
    }
    for (size_t g = 0; g < model_.graphs.size(); ++g) {
        if (!evaluated_[g]) run_root(GraphId(g));
    }
    shapes_.resolve_all();
    return std::move(shapes_);
}

// ---- Graphs ------------------------------------------------------------------------------------------

Frame Engine::make_frame(GraphId graph) {
    auto& declared = declared_[graph.index()];
    if (declared.empty())
        declared = declared_shapes(model_, model_.graph(graph), table_, pool_, options_.resting_extents);
    Frame frame;
    frame.graph = graph;
    frame.facts = declared;
    return frame;
}

void Engine::run_root(GraphId graph) {
    Frame frame = make_frame(graph);
    const bool is_main = graph.index() == 0;
    frame.learns = is_main;
    for (size_t t = 0; t < frame.facts.size(); ++t) {
        if (!model_.graph(graph).tensors[t].producer.valid()) name_unknowns(frame.facts[t], true);
    }
    for (const TensorId input : model_.graph(graph).inputs) {
        const TensorShape& fact = frame.facts[input.index()];
        if (model_.graph(graph).kind == GraphKind::kFunction) continue;
        for (const DimId d : resolved(fact.dims)) {
            if (!table_.anonymous(d)) table_.make_free(d);
        }
    }
    if (is_main) {
        for (const Binding& binding : options_.bindings) table_.bind(binding);
    }
    spend(model_.graph(graph).nodes.size() + model_.graph(graph).tensors.size() / 4, graph, {});
    evaluate(frame);
}

bool Engine::spend(size_t cost, GraphId graph, NodeId node) {
    if (stopped_) return false;
    spent_ += cost;
    if (spent_ <= budget_) return true;
    stopped_ = true;
    note({ConflictKind::kCost,
          graph,
          node,
          {},
          fmt::format("Calls and loops repeat more than {} nodes; shapes behind this call stay unknown.",
                      limits::kRepeatedNodes)});
    return false;
}

bool Engine::may_enter(const Frame& frame, NodeId node, GraphId graph) {
    if (!graph.valid() || graph.index() >= model_.graphs.size()) return false;
    if (frame.depth >= limits::kNesting) {
        if (!too_deep_) {
            note({ConflictKind::kCost,
                  frame.graph,
                  node,
                  {},
                  fmt::format("Calls nest more than {} deep; shapes behind this call stay unknown.",
                              limits::kNesting)});
        }
        too_deep_ = true;
        return false;
    }
    const Graph& body = model_.graph(graph);
    return spend(1 + body.nodes.size() + body.tensors.size() / 4, frame.graph, node);
}

void Engine::evaluate(Frame& frame) {
    fill_captures(frame);
    evaluated_[frame.graph.index()] = true;
    const Graph& graph = model_.graph(frame.graph);
    const auto& order = orders_[frame.graph.index()];
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        if (i % kNodesBetweenLooks == 0 && options_.cancel.cancelled()) break;
        evaluate(frame, order.empty() ? NodeId(i) : order[i]);
    }
    publish(frame);
}

void Engine::fill_captures(Frame& frame) {
    for (const Capture& capture : model_.graph(frame.graph).captures) {
        const TensorShape outer = captured(frame, capture);
        TensorShape& local = frame.facts[capture.local.index()];
        if (outer.ranked || !local.ranked) local = outer;
    }
}

TensorShape Engine::captured(const Frame& frame, const Capture& capture) {
    for (const Frame* at = frame.outer; at != nullptr; at = at->outer) {
        if (at->graph == capture.outer_graph) return at->facts[capture.outer.index()];
    }
    const auto& result = results_[capture.outer_graph.index()];
    if (!result.empty()) return result[capture.outer.index()];
    return frame.facts[capture.local.index()];
}

void Engine::evaluate(Frame& frame, NodeId id) {
    const Node& node = model_.graph(frame.graph).node(id);
    frame.staged.assign(node.outputs.count, {});
    Context context(*this, frame, id);
    const OperatorSchema* schema = meaning_.schema(frame.graph, id);
    if (node.callee.valid()) {
        call_node(context, node.callee);
    } else if (schema != nullptr) {
        const auto [known, added] = functions_.try_emplace(schema, nullptr);
        if (added) known->second = find_function(dialect_of(model_), schema->domain, schema->name);
        if (known->second != nullptr) known->second(context);
    }
    const auto outputs = model_.outputs(node);
    for (size_t i = 0; i < outputs.size(); ++i) {
        if (outputs[i].valid()) commit(frame, id, outputs[i], frame.staged[i]);
    }
}

void Engine::publish(Frame& frame) {
    auto& result = results_[frame.graph.index()];
    if (result.empty()) {
        // The frame of a subgraph is still read for its outputs.
        result = frame.facts;
        return;
    }
    for (size_t t = 0; t < result.size(); ++t) {
        if (result[t].ranked || result[t].valued || result[t].dtype != frame.facts[t].dtype) {
            result[t] = join(result[t], frame.facts[t]);
        }
    }
}

std::vector<TensorShape> Engine::outputs_of(const Frame& frame) {
    std::vector<TensorShape> outputs;
    for (const TensorId output : model_.graph(frame.graph).outputs) {
        outputs.push_back(output.valid() ? frame.facts[output.index()] : TensorShape());
    }
    return outputs;
}

void Engine::give_inputs(Frame& frame, std::span<const TensorShape> inputs) {
    const auto& formal = model_.graph(frame.graph).inputs;
    for (size_t i = 0; i < formal.size(); ++i) {
        TensorShape& fact = frame.facts[formal[i].index()];
        if (i < inputs.size()) {
            const TensorShape declared = fact;
            fact = inputs[i];
            if (fact.dtype == DataType::kUnknown) fact.dtype = declared.dtype;
            if (fact.kind == ValueKind::kUnknown) fact.kind = declared.kind;
            if (!fact.ranked) {
                fact.ranked = declared.ranked;
                fact.dims = declared.dims;
            }
        }
        name_unknowns(fact, false);
    }
}

std::vector<TensorShape> Engine::run_subgraph(Frame& outer, NodeId node, GraphId graph,
                                              std::span<const TensorShape> inputs) {
    if (!may_enter(outer, node, graph)) return {};
    Frame frame = make_frame(graph);
    frame.outer = &outer;
    frame.depth = outer.depth + 1;
    frame.learns = false;
    give_inputs(frame, inputs);
    evaluate(frame);
    return outputs_of(frame);
}

std::vector<TensorShape> Engine::call_function(Frame& caller, NodeId id, GraphId function) {
    const Node& node = model_.graph(caller.graph).node(id);
    std::vector<TensorShape> inputs;
    std::vector<uint32_t> key{function.value, caller.learns ? 1U : 0U};
    for (const TensorId input : model_.inputs(node)) {
        const TensorShape fact = input.valid() ? caller.facts[input.index()] : TensorShape();
        inputs.push_back(fact);
        key.push_back(static_cast<uint32_t>(fact.dtype) << 16 | static_cast<uint32_t>(fact.kind) << 8 |
                      (fact.ranked ? 4U : 0U) | (fact.valued ? 2U : 0U) | (fact.of_sequence ? 1U : 0U));
        key.push_back(fact.dims.count);
        for (const DimId d : resolved(fact.dims)) key.push_back(d.value);
        key.push_back(fact.value.count);
        for (const DimId d : resolved(fact.value)) key.push_back(d.value);
    }
    // What the body gives may depend on attributes; calls with some are followed one by one.
    if (node.attributes.count > 0) return follow_call(caller, id, function, inputs);
    if (const auto known = calls_.find(key); known != calls_.end()) {
        std::vector<TensorShape> outputs = known->second.outputs;
        for (TensorShape& output : outputs) {
            // What nobody knows need not be the same at two calls.
            DimList dims = resolved(output.dims);
            for (DimId& d : dims) {
                if (table_.anonymous(d) && table_.newer_than(d, known->second.atoms)) d = {};
            }
            output.dims = keep(dims.span());
            output.valued = false;
        }
        return outputs;
    }
    const size_t atoms = table_.atoms();
    std::vector<TensorShape> outputs = follow_call(caller, id, function, inputs);
    calls_.emplace(std::move(key), Result{outputs, atoms});
    return outputs;
}

std::vector<TensorShape> Engine::follow_call(Frame& caller, NodeId id, GraphId function,
                                             std::span<const TensorShape> inputs) {
    if (!may_enter(caller, id, function)) return {};
    Frame frame = make_frame(function);
    frame.caller = &caller;
    frame.call = &model_.graph(caller.graph).node(id);
    frame.depth = caller.depth + 1;
    frame.learns = caller.learns;
    give_inputs(frame, inputs);
    evaluate(frame);
    return outputs_of(frame);
}

// ---- Facts -------------------------------------------------------------------------------------------

Range Engine::keep(std::span<const DimId> dims) {
    return append(pool_, dims);
}

DimList Engine::resolved(Range range) {
    DimList list(std::span<const DimId>(pool_).subspan(range.begin, range.count));
    for (DimId& d : list) d = table_.resolve(d);
    return list;
}

std::string Engine::text(std::span<const DimId> dims) const {
    std::string out;
    for (const DimId d : dims) {
        if (!out.empty()) out += "×";
        out += table_.text(d);
    }
    return dims.empty() ? "scalar" : out;
}

void Engine::note(ShapeConflict conflict) {
    if (shapes_.conflicts_.size() >= limits::kShapeConflicts) return;
    // A function's body contradicts itself at each call; one finding is enough.
    if (noted_.insert(key_of(conflict)).second) shapes_.conflicts_.push_back(std::move(conflict));
}

void Engine::forget_conflicts(size_t kept) {
    for (; shapes_.conflicts_.size() > kept; shapes_.conflicts_.pop_back())
        noted_.erase(key_of(shapes_.conflicts_.back()));
}

void Engine::note_trips(GraphId graph, NodeId node, DimId trips) {
    const auto [known, added] = shapes_.trips_.try_emplace(Shapes::key_of(graph, node), trips);
    if (!added && table_.resolve(known->second) != table_.resolve(trips)) known->second = {};
}

void Engine::name_unknowns(TensorShape& fact, bool free) {
    for (uint32_t i = 0; i < fact.dims.count; ++i) {
        if (pool_[fact.dims.begin + i].valid()) continue;
        // Declared dimensions are shared by all evaluations of their graph.
        const DimList copy(std::span<const DimId>(pool_).subspan(fact.dims.begin, fact.dims.count));
        fact.dims = keep(copy.span());
        for (uint32_t j = i; j < fact.dims.count; ++j) {
            DimId& d = pool_[fact.dims.begin + j];
            if (!d.valid()) d = table_.fresh(free);
        }
        return;
    }
}

void Engine::commit(Frame& frame, NodeId node, TensorId tensor, const TensorShape& inferred) {
    TensorShape& fact = frame.facts[tensor.index()];
    merge_type(frame, node, tensor, inferred);
    if (inferred.ranked && !fact.ranked) {
        fact.ranked = true;
        fact.dims = inferred.dims;
        fact.source = ShapeSource::kInferred;
    } else if (inferred.ranked) {
        merge_dims(frame, node, tensor, inferred);
    }
    name_unknowns(fact, false);
    if (inferred.valued) {
        fact.valued = true;
        fact.value = inferred.value;
        check_value(fact);
    }
}

void Engine::merge_type(Frame& frame, NodeId node, TensorId id, const TensorShape& inferred) {
    TensorShape& fact = frame.facts[id.index()];
    const Tensor& tensor = model_.graph(frame.graph).tensor(id);
    if (inferred.dtype != DataType::kUnknown) {
        const bool stated = tensor.declared || model_.format == Format::kTflite;
        if (stated && fact.dtype != DataType::kUnknown && fact.dtype != inferred.dtype) {
            note({ConflictKind::kType, frame.graph, node, id,
                  fmt::format("The file declares {}, but the operator gives {}.", name(fact.dtype),
                              name(inferred.dtype))});
        }
        fact.dtype = inferred.dtype;
    }
    if (inferred.kind != ValueKind::kUnknown) {
        fact.kind = inferred.kind;
        fact.of_sequence = inferred.of_sequence;
    }
}

void Engine::merge_dims(Frame& frame, NodeId node, TensorId tensor, const TensorShape& inferred) {
    TensorShape& fact = frame.facts[tensor.index()];
    const DimList declared = resolved(fact.dims);
    DimList merged = resolved(inferred.dims);
    bool broken = declared.size() != merged.size();
    if (!broken) {
        for (size_t i = 0; i < merged.size(); ++i) merged[i] = merge(frame, declared[i], merged[i], broken);
    }
    if (broken) {
        note({ConflictKind::kDeclaration, frame.graph, node, tensor,
              fmt::format("The file declares {}, but the operator gives {}.", text(declared.span()),
                          text(resolved(inferred.dims).span()))});
    }
    fact.dims = keep(merged.span());
    fact.source = ShapeSource::kBoth;
}

DimId Engine::merge(Frame& frame, DimId declared, DimId inferred, bool& broken) {
    if (frame.learns) {
        if (table_.equate(declared, inferred, false) == Equality::kBroken) {
            broken = true;
            return inferred;
        }
        declared = table_.resolve(declared);
        inferred = table_.resolve(inferred);
    } else if (const auto a = table_.value(declared), b = table_.value(inferred); a && b && *a != *b) {
        broken = true;
        return inferred;
    }
    return says(table_, declared) > says(table_, inferred) ? declared : inferred;
}

/// Elements are followed only where there are as many as the extents say, and what the type cannot hold is
/// unknown.
void Engine::check_value(TensorShape& fact) {
    if (fact.ranked) {
        const DimList dims = resolved(fact.dims);
        const bool numbers =
            std::ranges::all_of(dims, [this](DimId d) { return table_.value(d).has_value(); });
        fact.valued = numbers && table_.is(table_.product(dims.span()), fact.value.count);
    }
    const auto range = integer_limits(fact.dtype);
    if (!fact.valued || !range) return;
    DimList elements = resolved(fact.value);
    bool changed = false;
    for (DimId& element : elements) {
        const auto number = table_.value(element);
        if (!number || (*number >= range->min && *number <= range->max)) continue;
        element = {};
        changed = true;
    }
    if (changed) fact.value = keep(elements.span());
}

TensorShape Engine::join(const TensorShape& a, const TensorShape& b) {
    TensorShape both = a;
    if (a.dtype != b.dtype) both.dtype = DataType::kUnknown;
    if (a.kind != b.kind) both.kind = ValueKind::kUnknown;
    if (a.source != b.source) both.source = ShapeSource::kInferred;
    if (!a.ranked || !b.ranked || a.dims.count != b.dims.count) {
        both.ranked = false;
        both.dims = {};
        both.source = ShapeSource::kNone;
    } else {
        DimList dims = resolved(a.dims);
        const DimList others = resolved(b.dims);
        bool same = true;
        for (size_t i = 0; i < dims.size(); ++i) {
            if (dims[i] == others[i]) continue;
            dims[i] = {};
            same = false;
        }
        if (!same) both.dims = keep(dims.span());
    }
    both.valued = a.valued && b.valued && a.value.count == b.value.count &&
                  std::ranges::equal(resolved(a.value).span(), resolved(b.value).span());
    return both;
}

std::optional<Range> Engine::constant_value(ConstantId id) {
    const auto [known, added] = constants_.try_emplace(id.value);
    if (!added) return known->second;
    const Constant& constant = model_.constant(id);
    const auto count = element_count(model_, constant.shape);
    if (!count || *count > limits::kTrackedValues || constant.state != ConstantState::kPresent) {
        return std::nullopt;
    }
    const auto values = read_values(model_, constant, 0, *count);
    if (!values || size(*values) != *count) return std::nullopt;
    DimList elements;
    if (const auto* integers = std::get_if<std::vector<int64_t>>(&*values)) {
        for (const int64_t value : *integers) elements.push(table_.constant(value));
    } else if (const auto* naturals = std::get_if<std::vector<uint64_t>>(&*values)) {
        for (const uint64_t value : *naturals) {
            elements.push(value > INT64_MAX ? DimId() : table_.constant(static_cast<int64_t>(value)));
        }
    } else if (const auto* reals = std::get_if<std::vector<double>>(&*values)) {
        for (const double value : *reals) {
            if (std::trunc(value) != value || std::abs(value) > 1e15) return std::nullopt;
            elements.push(table_.constant(static_cast<int64_t>(value)));
        }
    }
    if (elements.size() != *count) return std::nullopt;
    known->second = keep(elements.span());
    return known->second;
}

Shapes infer_shapes(const Model& model, const Meaning& meaning, const InferOptions& options) {
    return Engine(model, meaning, options).run();
}

}  // namespace netloupe::infer
